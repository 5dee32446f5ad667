import { IconUserShare } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { today } from '../../web/format.ts';
import { Button, Choice, DateField, type Option } from '../../web/ui/index.ts';
import type { Booking } from './board-data.ts';
import type { BoardOrders } from './board-orders.ts';
import styles from './Forms.module.css';
import { PersonSelect } from './PersonSelect.tsx';

/** The first day that can be given away: today, if the booking runs then. */
const firstOf = ({ first_day, last_day }: Booking, day: string): string =>
  day < first_day ? first_day : day > last_day ? last_day : day;

export interface HandOverProps {
  booking: Booking;
  name: string | undefined;
  orders: BoardOrders;
  onDone: () => void;
}

/** Somebody leaves or falls ill: a booking, or all that follow, go to another person from a day on. */
export function HandOver({ booking, name = '', orders, onDone }: HandOverProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  const [day, setDay] = useState(() => firstOf(booking, today()));
  const [heir, setHeir] = useState<Option>();
  const [what, setWhat] = useState<'this' | 'all'>('this');
  const [busy, setBusy] = useState(false);
  const [missing, setMissing] = useState(false);
  if (!shown)
    return (
      <div className={`${styles.moreActs} ${styles.below}`}>
        <div className={styles.ways}>
          <Button icon={<IconUserShare size={16} aria-hidden="true" />} onClick={() => setShown(true)}>
            {t('planning.hand_over')}
          </Button>
        </div>
      </div>
    );

  const give = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    // Enter in a list that is still open chooses there.
    if (busy || document.activeElement?.getAttribute('aria-expanded') === 'true') return;
    setMissing(!heir);
    if (!heir) return;
    setBusy(true);
    const order = { user_id: booking.user_id, to_user_id: heir.id, day, ...(what === 'this' ? { ids: [booking.id] } : {}) };
    const done = await orders.handOver(order, (count) => t('planning.did_hand_over', { count, from: name, to: heir.name }));
    setBusy(false);
    if (done) onDone();
  };

  return (
    <form
      className={`${styles.moreActs} ${styles.below}`}
      onSubmit={(event) => void give(event)}
      aria-label={t('planning.hand_over')}
      noValidate
    >
      <h3>{t('planning.hand_over')}</h3>
      <PersonSelect
        label={t('planning.hand_over_to')}
        value={heir}
        error={missing ? t('planning.person_missing') : undefined}
        autoFocus
        onChange={(person) => {
          setHeir(person);
          setMissing(false);
        }}
      />
      <Choice
        label={t('planning.hand_over_what')}
        value={what}
        options={[
          { id: 'this', name: t('planning.hand_over_this') },
          { id: 'all', name: t('planning.hand_over_all') },
        ]}
        onChange={(next) => {
          setWhat(next);
          if (next === 'this') setDay(firstOf(booking, day));
        }}
      />
      <DateField
        label={t('planning.hand_over_from')}
        value={day}
        onChange={(next) => next && setDay(next)}
        {...(what === 'this' ? { min: booking.first_day, max: booking.last_day } : {})}
        clearable={false}
      />
      <div className={styles.foot}>
        <Button onClick={() => setShown(false)}>{t('planning.cancel')}</Button>
        <Button type="submit" level="primary" disabled={busy}>
          {t('planning.hand_over')}
        </Button>
      </div>
    </form>
  );
}
