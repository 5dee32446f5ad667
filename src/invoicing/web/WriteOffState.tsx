import { IconArrowBackUp, IconCheck, IconClock, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { WriteOffState as State } from '../rules.ts';
import styles from './Invoices.module.css';

const icons: Readonly<Record<State, typeof IconCheck>> = {
  waiting: IconClock,
  approved: IconCheck,
  rejected: IconX,
  withdrawn: IconX,
  taken_back: IconArrowBackUp,
};

/** Where a write-off stands. */
export function WriteOffState({ state }: { state: State }) {
  const { t } = useTranslation();
  const Icon = icons[state];
  return (
    <span className={styles.status} data-status={state}>
      <Icon size={14} aria-hidden="true" />
      {t(`invoicing.off_state_${state}`)}
    </span>
  );
}
