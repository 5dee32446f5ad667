import { IconAlertTriangle, IconArrowBackUp, IconCheck, IconCircleHalf2, IconPencil, IconSend } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Status } from '../rules.ts';
import styles from './Invoices.module.css';

const icons: Readonly<Record<Status, typeof IconCheck>> = {
  draft: IconPencil,
  issued: IconSend,
  part_paid: IconCircleHalf2,
  paid: IconCheck,
  credited: IconArrowBackUp,
};

/** Where an invoice stands; what is late is said beside it. */
export function StatusBadge({ status, overdue = false }: { status: Status; overdue?: boolean }) {
  const { t } = useTranslation();
  const Icon = icons[status];
  return (
    <span className={styles.inline}>
      <span className={styles.status} data-status={status}>
        <Icon size={14} aria-hidden="true" />
        {t(`invoicing.status_${status}`)}
      </span>
      {overdue && (
        <span className={styles.status} data-status="overdue">
          <IconAlertTriangle size={14} aria-hidden="true" />
          {t('invoicing.overdue')}
        </span>
      )}
    </span>
  );
}
