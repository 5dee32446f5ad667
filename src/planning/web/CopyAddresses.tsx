import { IconMail } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton, Modal, notify } from '../../web/ui/index.ts';
import type { WorkloadInput } from '../contract.ts';
import { call } from './draft.ts';
import styles from './Workload.module.css';

/** Copies the mail addresses of everybody in the matrix, to be put into a mail. */
export function CopyAddresses({ body }: { body: WorkloadInput }) {
  const { t } = useTranslation();
  const [kept, setKept] = useState<string>();
  const [busy, setBusy] = useState(false);
  const copy = async (): Promise<void> => {
    setBusy(true);
    const found = await call('POST /api/workload/addresses', { body }).catch((error: unknown) => {
      notify.error(error instanceof Error ? error.message : String(error));
      return undefined;
    });
    setBusy(false);
    if (!found) return;
    const list = found.addresses.join('; ');
    const told = [
      t('planning.addresses_copied', { count: found.addresses.length }),
      found.without > 0 ? t('planning.addresses_none', { count: found.without }) : '',
    ];
    try {
      await navigator.clipboard.writeText(list);
      notify.success(told.filter(Boolean).join(' '));
    } catch {
      // Without the right to the clipboard they are shown, for the usual key.
      setKept(list);
    }
  };
  return (
    <>
      <IconButton
        label={t('planning.copy_addresses')}
        icon={<IconMail size={18} />}
        disabled={busy}
        onClick={() => void copy()}
      />
      <Modal open={kept !== undefined} title={t('planning.copy_addresses')} onClose={() => setKept(undefined)}>
        <textarea
          className={styles.addresses}
          aria-label={t('planning.copy_addresses')}
          readOnly
          rows={8}
          value={kept ?? ''}
          onFocus={(event) => event.currentTarget.select()}
        />
      </Modal>
    </>
  );
}
