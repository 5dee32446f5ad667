import { useTranslation } from 'react-i18next';
import styles from './Legend.module.css';

/** The bands of load by their bounds, in per cent. */
export const bandNames = (thresholds: readonly number[]): string[] => {
  const bounds = [0, 1, ...thresholds];
  return bounds.map((from, band) => {
    const next = bounds[band + 1];
    return band === 0 ? '0' : next === undefined ? `≥ ${from}` : `${from}–${next - 1}`;
  });
};

/** What colours and patterns mean: bands of load with their bounds, and levels of bookings. */
export function Legend({ thresholds, bars, soft = false }: { thresholds: readonly number[]; bars: boolean; soft?: boolean }) {
  const { t } = useTranslation();
  return (
    <div className={styles.legend}>
      <ul className={styles.bands} aria-label={t('planning.legend_load')}>
        {bandNames(thresholds).map((name, band) => (
          <li key={name} style={{ background: `var(--cadre-heat-${band})`, color: `var(--cadre-heat-${band}-text)` }}>
            {name}
          </li>
        ))}
        <li className={styles.unit}>%</li>
      </ul>
      <ul className={styles.levels} aria-label={t('planning.legend_bars')}>
        <li>▲ {t('planning.legend_over')}</li>
        {bars &&
          (['hard', 'soft', 'requested'] as const).map((level) => (
            <li key={level}>
              <span className={styles.sample} data-level={level} aria-hidden="true" />
              {t(`planning.level_${level}`)}
            </li>
          ))}
        {soft && (
          <li>
            <span className={styles.sample} data-level="share" aria-hidden="true" />
            {t('planning.soft_share')}
          </li>
        )}
        {bars && (
          <li>
            <span className={styles.sample} data-level="off" aria-hidden="true" />
            {t('planning.no_capacity')}
          </li>
        )}
      </ul>
    </div>
  );
}
