import { useTranslation } from 'react-i18next';
import type { TicketStatus } from './tickets-data.ts';
import styles from './Tickets.module.css';

export function StatusMark({ status }: { status: TicketStatus }) {
  const { t } = useTranslation();
  return (
    <span className={styles.status} data-status={status}>
      {t(`support.status_${status}`)}
    </span>
  );
}
