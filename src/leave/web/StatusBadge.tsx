import { IconBan, IconCheck, IconClock, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import styles from './Leave.module.css';
import type { LeaveRequest } from './leave-data.ts';

const icons = { pending: IconClock, approved: IconCheck, rejected: IconX, cancelled: IconBan };

/** Where a request stands, who decided, and why it was refused. */
export function StatusBadge({ request }: { request: LeaveRequest }) {
  const { t } = useTranslation();
  const { status, decided_by, reason, created_by } = request;
  const Icon = icons[status];
  return (
    <>
      <span className={styles.status} data-status={status}>
        <Icon size={14} aria-hidden="true" />
        {t(`leave.status_${status}`)}
      </span>
      {decided_by && status !== 'cancelled' && <span className={styles.note}>{t('leave.decided_by', { name: decided_by })}</span>}
      {created_by && <span className={styles.note}>{t('leave.asked_by', { name: created_by })}</span>}
      {reason && <span className={styles.note}>{reason}</span>}
    </>
  );
}
