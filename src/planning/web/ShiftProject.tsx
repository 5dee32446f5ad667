import { IconArrowsHorizontal } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addDays } from '../../kit/day.ts';
import { number } from '../../web/format.ts';
import { Button, DateField } from '../../web/ui/index.ts';
import { type Booking, type Names, bookingFrom } from './board-data.ts';
import type { Writes } from './board-writes.ts';
import styles from './Forms.module.css';
import { type By, MoveBy, daysOf } from './MoveBy.tsx';
import { MOST, useProjectBookings } from './project-bookings.ts';

export interface ShiftProjectProps {
  /** The project, and the first day from which it is looked at. */
  booking: Pick<Booking, 'first_day'> & { project_id: string };
  names: Names;
  writes: Writes;
  /** Open at once: it was asked for by its key. */
  open?: boolean;
  onDone: () => void;
}

/** A project starts later, or earlier: all of its bookings from a day on move with it, as one step. */
export function ShiftProject(props: ShiftProjectProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(props.open ?? false);
  if (shown) return <ShiftForm {...props} onClose={() => setShown(false)} />;
  return (
    <Button icon={<IconArrowsHorizontal size={16} aria-hidden="true" />} onClick={() => setShown(true)}>
      {t('planning.shift_project')}
    </Button>
  );
}

function ShiftForm({ booking, names, writes, onDone, onClose }: ShiftProjectProps & { onClose: () => void }) {
  const { t } = useTranslation();
  const [from, setFrom] = useState(booking.first_day);
  const [by, setBy] = useState<By>({ amount: 1, unit: 7 });
  const rows = useProjectBookings(booking.project_id, from);
  const count = rows?.length ?? 0;
  const people = new Set(rows?.map(({ user_id }) => user_id)).size;
  const fits = count > 0 && count <= MOST && by.amount !== 0;

  const shift = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    // Enter in a list that is still open chooses there.
    if (!rows || !fits || event.currentTarget.querySelector('[aria-expanded="true"]')) return;
    const days = daysOf(by);
    const known = rows.map((row) => bookingFrom(row, names));
    const change = known.map(({ id, first_day, last_day }) => ({
      id,
      change: { first_day: addDays(first_day, days), last_day: addDays(last_day, days) },
    }));
    const label = t('planning.did_move_many', { count, days: days > 0 ? `+${days}` : days });
    void writes.together({ change }, { label, offerUndo: true }, known);
    onDone();
  };

  return (
    <form className={styles.form} onSubmit={shift} aria-label={t('planning.shift_project')} noValidate>
      <h3>{t('planning.shift_project')}</h3>
      <DateField label={t('planning.shift_from')} value={from} onChange={(day) => day && setFrom(day)} clearable={false} />
      <div className={styles.repeat}>
        <MoveBy value={by} onChange={setBy} />
      </div>
      <p role="status">
        {count > MOST
          ? t('planning.too_many', { count: MOST })
          : rows && t('planning.bookings_of_people', { count, shown: number(count), people: number(people) })}
      </p>
      <div className={styles.foot}>
        <Button onClick={onClose}>{t('planning.cancel')}</Button>
        <Button type="submit" level="primary" disabled={!fits}>
          {t('planning.move')}
        </Button>
      </div>
    </form>
  );
}
