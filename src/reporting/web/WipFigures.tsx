import { useTranslation } from 'react-i18next';
import * as format from '../../web/format.ts';
import { Figure, FigureRow, Link } from '../../web/ui/index.ts';
import { amountText, hoursText, ratioText } from './names.ts';
import styles from './Report.module.css';
import type { WipReport } from './wip-data.ts';

export interface WipFigureProps {
  report: Pick<WipReport, 'total' | 'currency' | 'day'>;
  filters: string;
  /** Where it is told by its age; missing where that is in view. */
  link?: { to: string; search: Record<string, string> };
  main?: boolean;
}

/** What stands of work that nobody has paid for: the value, and its definition one click away. */
export function WipFigure({ report: { total, currency, day }, filters, link, main = false }: WipFigureProps) {
  const { t } = useTranslation();
  const amount = (value: number): string => amountText(value, currency);
  const words = { unbilled: amount(total.unbilled), held: amount(total.held), value: amount(total.value) };
  return (
    <Figure name={t('reporting.wip')} value={words.value} main={main}>
      {link && <Link {...link}>{t('reporting.wip_look')}</Link>}
      <details className={styles.told}>
        <summary>{t('reporting.how_counted', { what: t('reporting.wip') })}</summary>
        <p className={styles.formula}>{t('reporting.formula_wip', words)}</p>
        <p>{t('reporting.meaning_wip')}</p>
        <p>{t('reporting.standing_at', { day: format.day(day), filters })}</p>
      </details>
    </Figure>
  );
}

/** The same with how much of it is old. */
export function WipFigures({ report, filters }: Pick<WipFigureProps, 'filters'> & { report: WipReport }) {
  const { t } = useTranslation();
  const { total, currency, day } = report;
  const old = total.ages.at(-1) ?? 0;
  const share = ratioText(total.unbilled > 0 ? old / total.unbilled : null);
  const words = { old: amountText(old, currency), unbilled: amountText(total.unbilled, currency), result: share };
  const notes = [
    total.unrated_seconds > 0 ? t('reporting.wip_unrated', { hours: hoursText(total.unrated_seconds) }) : '',
    total.unconverted_seconds > 0 ? t('reporting.unconverted', { hours: hoursText(total.unconverted_seconds) }) : '',
  ].filter(Boolean);
  return (
    <>
      <FigureRow>
        <WipFigure report={report} filters={filters} main />
        <Figure name={t('reporting.wip_old')} value={share}>
          <details className={styles.told}>
            <summary>{t('reporting.how_counted', { what: t('reporting.wip_old') })}</summary>
            <p className={styles.formula}>{t('reporting.formula_old', words)}</p>
            <p>{t('reporting.meaning_old')}</p>
            <p>{t('reporting.standing_at', { day: format.day(day), filters })}</p>
          </details>
        </Figure>
      </FigureRow>
      {notes.length > 0 && (
        <ul className={styles.notes}>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </>
  );
}
