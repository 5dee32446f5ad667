import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, Modal, type Option } from '../../web/ui/index.ts';
import type { Acts } from './board-acts.ts';
import type { Booking } from './board-data.ts';
import styles from './Forms.module.css';
import { PersonSelect } from './PersonSelect.tsx';

export interface HandDialogProps {
  booking: Booking;
  acts: Acts;
  onClose: () => void;
}

/** One field: to whom a booking goes. */
export default function HandDialog({ booking, acts, onClose }: HandDialogProps) {
  const { t } = useTranslation();
  const [heir, setHeir] = useState<Option>();
  const hand = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    // Enter in a list that is still open chooses there.
    if (!heir || event.currentTarget.querySelector('[aria-expanded="true"]')) return;
    const { id: _id, version: _version, demand_id: _demand, ...draft } = booking;
    acts.hand(booking, { ...draft, user_id: heir.id }, heir.name);
    onClose();
  };
  return (
    <Modal open onClose={onClose} title={t('planning.hand_to')}>
      <form className={styles.form} onSubmit={hand} noValidate>
        <PersonSelect label={t('planning.hand_over_to')} value={heir} onChange={setHeir} autoFocus />
        <div className={styles.foot}>
          <Button onClick={onClose}>{t('planning.cancel')}</Button>
          <Button type="submit" level="primary" disabled={!heir}>
            {t('planning.apply')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
