import { useTranslation } from 'react-i18next';
import styles from './Leave.module.css';
import type { Preview } from './leave-data.ts';
import { useLeaveWords } from './words.ts';

export interface OthersOffProps {
  others: Preview['others'];
  /** How many there are, where the list has only the first. */
  total: number;
}

/** Who else of the team is off on these days; whose kind of leave is their own affair is absent. */
export function OthersOff({ others, total }: OthersOffProps) {
  const { t } = useTranslation();
  const words = useLeaveWords();
  const rest = total - others.length;
  return (
    <div className={styles.others}>
      <h3>{t('leave.others_off')}</h3>
      {others.length === 0 && <p className={styles.quiet}>{t('leave.nobody_off')}</p>}
      <ul>
        {others.map((other) => (
          <li key={`${other.user_id} ${other.first_day}`}>
            <strong>{other.user}</strong> {words.when({ ...other, starts_at: null, part_minutes: null })}{' '}
            <span className={styles.quiet}>
              {[other.type ?? t('leave.absent'), other.status === 'pending' && t('leave.status_pending')]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
      {rest > 0 && <p className={styles.quiet}>{t('leave.others_more', { count: rest })}</p>}
    </div>
  );
}
