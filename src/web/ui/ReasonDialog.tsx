import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './Button.tsx';
import { EXTRA } from './filter.ts';
import styles from './layout.module.css';
import { Modal } from './Modal.tsx';
import { TextInput } from './TextInput.tsx';

export interface ReasonDialogProps {
  open: boolean;
  title: string;
  label: string;
  /** Who will read it. */
  text: string;
  /** What is said while there is none. */
  missing: string;
  action: string;
  busy: boolean;
  onClose: () => void;
  onReason: (reason: string) => void;
}

/** Asks for the reason of something that needs one: sending back, opening again. */
export function ReasonDialog({ open, title, label, text, missing, action, busy, onClose, onReason }: ReasonDialogProps) {
  const { t } = useTranslation();
  const [reason, setReason] = useState('');
  const [without, setWithout] = useState(false);
  useEffect(() => {
    setReason('');
    setWithout(false);
  }, [open]);
  const send = (): void => {
    if (reason.trim() === '') setWithout(true);
    else onReason(reason.trim());
  };
  return (
    <Modal open={open} onClose={onClose} title={title}>
      <form
        className={styles.stack}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <TextInput
          label={label}
          description={text}
          value={reason}
          onChange={(next) => {
            setReason(next);
            setWithout(false);
          }}
          onEnter={send}
          extra={EXTRA.free}
          rows={3}
          maxLength={2000}
          required
          autoFocus
          error={without ? missing : undefined}
        />
        <div className={styles.end}>
          <Button onClick={onClose}>{t('web.cancel')}</Button>
          <Button type="submit" level="danger" busy={busy}>
            {action}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
