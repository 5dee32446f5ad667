import { useTranslation } from 'react-i18next';
import { Pager } from '../../web/ui/index.ts';
import styles from './Calendar.module.css';
import type { TeamMonthProps } from './TeamGrid.tsx';
import { useLeaveWords } from './words.ts';

/** The month for a small screen: everybody who is off in it, with the days. */
export function TeamList({ rows, types, pagination, onPage }: TeamMonthProps) {
  const { t } = useTranslation();
  const words = useLeaveWords();
  const off = rows.filter(({ absences }) => absences.length > 0);
  return (
    <>
      {off.length === 0 && <p className={styles.hint}>{t('leave.nobody_off_month')}</p>}
      <ul className={styles.list}>
        {off.map((row) => (
          <li key={row.user_id}>
            <h3>{row.user}</h3>
            <ul>
              {row.absences.map((absence) => {
                const type = types.findIndex(({ id }) => id === absence.type_id);
                return (
                  <li
                    key={absence.id}
                    data-type={type >= 0 ? type % 8 : undefined}
                    data-pending={absence.status === 'pending' || undefined}
                  >
                    {words.when(absence)} <span className={styles.about}>{absence.type ?? t('leave.absent')}</span>
                    {absence.status === 'pending' && <span className={styles.about}> · {t('leave.status_pending')}</span>}
                  </li>
                );
              })}
            </ul>
          </li>
        ))}
      </ul>
      <Pager pagination={pagination} onPage={onPage} />
    </>
  );
}
