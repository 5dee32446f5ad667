import { useTranslation } from 'react-i18next';
import * as format from '../../web/format.ts';
import type { Report } from './ImportTime.tsx';
import styles from './ImportTime.module.css';

const SHOWN = 8;

type Sums = Report['totals']['people'];

/** What would be imported, added up by person, project and month, before anything is written. */
export function ImportTotals({ totals }: { totals: Report['totals'] }) {
  const { t } = useTranslation();
  if (totals.people.length === 0) return null;
  const months = totals.months.map((each) => ({ ...each, name: format.day(each.name, 'month') }));
  return (
    <div className={styles.totals}>
      <SumTable title={t('time.import_by_person')} sums={totals.people} />
      <SumTable title={t('time.import_by_project')} sums={totals.projects} />
      <SumTable title={t('time.import_by_month')} sums={months} />
    </div>
  );
}

function SumTable({ title, sums }: { title: string; sums: Sums }) {
  const { t } = useTranslation();
  if (sums.length === 0) return null;
  const rest = sums.slice(SHOWN);
  const seconds = rest.reduce((sum, each) => sum + each.seconds, 0);
  return (
    <table className={styles.sums}>
      <caption>{title}</caption>
      <tbody>
        {sums.slice(0, SHOWN).map((each) => (
          <tr key={each.name}>
            <th scope="row">{each.name || t('time.import_nobody')}</th>
            <td>{format.hours(each.seconds)}</td>
          </tr>
        ))}
        {rest.length > 0 && (
          <tr>
            <th scope="row">{t('time.and_more', { count: rest.length, shown: format.number(rest.length) })}</th>
            <td>{format.hours(seconds)}</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}
