import { IconCheck, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, ReasonDialog } from '../../web/ui/index.ts';
import type { BookingRow } from '../contract.ts';
import type { Level } from '../rules.ts';
import type { Booking } from './board-data.ts';
import type { Writes } from './board-writes.ts';
import styles from './Forms.module.css';
import { levelName } from './row-text.ts';

export interface TrailProps {
  booking: Booking;
  /** As the server tells it: who asked, who confirmed. */
  row: BookingRow | undefined;
  may: readonly Level[];
  writes: Writes;
  onDone: () => void;
}

/** Who asked for a booking and who confirmed it; a request is accepted or declined by whoever may confirm it. */
export function Trail({ booking, row, may, writes, onDone }: TrailProps) {
  const { t } = useTranslation();
  const [declining, setDeclining] = useState(false);
  const decides = booking.level === 'requested' && may.includes('hard');
  const what = row?.project ?? row?.task_type ?? '';
  const accept = (): void => {
    const label = t('planning.did_level', { what, level: levelName('hard') });
    void writes.change(booking.id, { level: 'hard' }, { label, offerUndo: true });
    onDone();
  };
  const decline = (reason: string): void => {
    setDeclining(false);
    void writes.decline(booking.id, reason, { label: t('planning.did_decline', { what }), offerUndo: true });
    onDone();
  };
  return (
    <div className={styles.trail}>
      {row && (
        <p>
          {[
            t('planning.asked_by', { name: row.asked_by }),
            row.confirmed_by ? t('planning.confirmed_by', { name: row.confirmed_by }) : '',
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      )}
      {decides && (
        <div className={styles.ways}>
          <Button level="primary" icon={<IconCheck size={16} aria-hidden="true" />} onClick={accept}>
            {t('planning.accept')}
          </Button>
          <Button icon={<IconX size={16} aria-hidden="true" />} onClick={() => setDeclining(true)}>
            {t('planning.decline')}
          </Button>
        </div>
      )}
      <ReasonDialog
        open={declining}
        title={t('planning.decline_title')}
        label={t('planning.reason')}
        text={t('planning.decline_text')}
        missing={t('planning.reason_missing')}
        action={t('planning.decline')}
        busy={false}
        onClose={() => setDeclining(false)}
        onReason={decline}
      />
    </div>
  );
}
