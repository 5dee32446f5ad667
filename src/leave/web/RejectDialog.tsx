import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, EXTRA, Modal, TextInput } from '../../web/ui/index.ts';
import styles from './Leave.module.css';
import type { LeaveRequest } from './leave-data.ts';
import { useLeaveWords } from './words.ts';

export interface RejectDialogProps {
  /** None: closed. */
  requests: readonly LeaveRequest[];
  busy: boolean;
  onClose: () => void;
  onReject: (reason: string) => void;
}

/** Refuses one or several requests. Whoever asked reads why, so there must be a reason. */
export function RejectDialog({ requests, busy, onClose, onReject }: RejectDialogProps) {
  const { t } = useTranslation();
  const words = useLeaveWords();
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const open = requests.length > 0;
  useEffect(() => {
    setReason('');
    setMissing(false);
  }, [open]);
  const [first] = requests;
  const send = (): void => {
    if (reason.trim() === '') setMissing(true);
    else onReject(reason.trim());
  };
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={t('leave.reject_title', { count: requests.length, name: first?.user, when: first && words.when(first) })}
    >
      <form
        className={styles.dialog}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <TextInput
          label={t('leave.reason')}
          description={t('leave.reject_text')}
          value={reason}
          onChange={(next) => {
            setReason(next);
            setMissing(false);
          }}
          extra={EXTRA.free}
          rows={3}
          maxLength={2000}
          required
          autoFocus
          error={missing ? t('leave.reject_missing') : undefined}
        />
        <div className={styles.line}>
          <Button onClick={onClose}>{t('web.cancel')}</Button>
          <Button type="submit" level="danger" busy={busy}>
            {t('leave.reject_count', { count: requests.length })}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
