import { IconArchive, IconCheck, IconClock, IconPencil, IconTrophy, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Status } from '../rules.ts';
import styles from './Pricing.module.css';

const icons: Readonly<Record<Status, typeof IconCheck>> = {
  draft: IconPencil,
  submitted: IconClock,
  approved: IconCheck,
  rejected: IconX,
  won: IconTrophy,
  lost: IconX,
  replaced: IconArchive,
};

/** Where a version stands. */
export function StatusBadge({ status }: { status: Status }) {
  const { t } = useTranslation();
  const Icon = icons[status];
  return (
    <span className={styles.status} data-status={status}>
      <Icon size={14} aria-hidden="true" />
      {t(`pricing.status_${status}`)}
    </span>
  );
}
