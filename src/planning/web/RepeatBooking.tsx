import { IconRepeat } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addDays } from '../../kit/day.ts';
import { Button } from '../../web/ui/index.ts';
import { type Repeat, repeatsOf } from '../rules.ts';
import type { Acts } from './board-acts.ts';
import type { Booking } from './board-data.ts';
import styles from './Forms.module.css';
import { RepeatFields } from './RepeatFields.tsx';

const QUARTER = 91;

/** A booking that stands comes again: every so many weeks until a day, as one step. */
export function RepeatBooking({ booking, acts, onDone }: { booking: Booking; acts: Acts; onDone: () => void }) {
  const { t } = useTranslation();
  const [repeat, setRepeat] = useState<Repeat>();
  if (!repeat)
    return (
      <Button
        icon={<IconRepeat size={16} aria-hidden="true" />}
        onClick={() => setRepeat({ weeks: 1, until: addDays(booking.first_day, QUARTER) })}
      >
        {t('planning.repeat')}
      </Button>
    );
  const save = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    // Enter in a list that is still open chooses there.
    if (event.currentTarget.querySelector('[aria-expanded="true"]')) return;
    acts.repeat(booking, repeat);
    onDone();
  };
  return (
    <form className={styles.form} onSubmit={save} aria-label={t('planning.repeat')} noValidate>
      <RepeatFields span={booking} value={repeat} onChange={(next) => next && setRepeat(next)} always autoFocus />
      <div className={styles.foot}>
        <Button onClick={() => setRepeat(undefined)}>{t('planning.cancel')}</Button>
        <Button type="submit" level="primary" disabled={repeatsOf(booking, repeat).length === 0}>
          {t('planning.repeat')}
        </Button>
      </div>
    </form>
  );
}
