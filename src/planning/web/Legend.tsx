import { useTranslation } from 'react-i18next';
import styles from './Legend.module.css';

/** What colours and patterns mean: bands of load with their bounds, and levels of bookings. */
export function Legend({ thresholds, bars, soft = false }: { thresholds: readonly number[]; bars: boolean; soft?: boolean }) {
  const { t } = useTranslation();
  const bounds = [0, 1, ...thresholds];
  return (
    <div className={styles.legend}>
      <ul className={styles.bands} aria-label={t('planning.legend_load')}>
        {bounds.map((from, band) => {
          const next = bounds[band + 1];
          const name = band === 0 ? '0' : next === undefined ? `≥ ${from}` : `${from}–${next - 1}`;
          return (
            <li key={from} style={{ background: `var(--cadre-heat-${band})`, color: `var(--cadre-heat-${band}-text)` }}>
              {name}
            </li>
          );
        })}
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
