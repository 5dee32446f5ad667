import { IconPlayerTrackNext } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addDays, mondayOf } from '../../kit/day.ts';
import { Button, NumberField, PeriodField, Select } from '../../web/ui/index.ts';
import type { Booking, Names } from './board-data.ts';
import type { BoardOrders } from './board-orders.ts';
import { useWork } from './draft.ts';
import styles from './Forms.module.css';

const WEEKS = 52;
const MOST_WEEKS = 260;

export interface RollProjectProps {
  /** The project, and the first day from which it is looked at. */
  booking: Pick<Booking, 'first_day'> & { project_id: string };
  names: Names;
  orders: BoardOrders;
  /** Open at once: it was asked for by its key. */
  open?: boolean;
  onDone: () => void;
}

/** The team of a project is planned again for the next year; demands stand in for those who have left. */
export function RollProject(props: RollProjectProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(props.open ?? false);
  if (shown) return <RollForm {...props} onClose={() => setShown(false)} />;
  return (
    <Button icon={<IconPlayerTrackNext size={16} aria-hidden="true" />} onClick={() => setShown(true)}>
      {t('planning.roll_forward')}
    </Button>
  );
}

function RollForm({ booking, names, orders, onDone, onClose }: RollProjectProps & { onClose: () => void }) {
  const { t } = useTranslation();
  const start = mondayOf(booking.first_day);
  const [period, setPeriod] = useState({ from: start, to: addDays(start, 7 * WEEKS - 1) });
  const [weeks, setWeeks] = useState(WEEKS);
  const [target, setTarget] = useState(booking.project_id);
  const [busy, setBusy] = useState(false);
  const { options, onSearch } = useWork('', names, `p:${target}`);
  const projects = options.filter(({ id }) => id.startsWith('p:'));

  const roll = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    // Enter in a list that is still open chooses there.
    if (busy || event.currentTarget.querySelector('[aria-expanded="true"]')) return;
    setBusy(true);
    const order = { project_id: booking.project_id, to_project_id: target, ...period, days: 7 * weeks };
    const done = await orders.rollForward(order);
    setBusy(false);
    if (done) onDone();
  };

  return (
    <form className={styles.form} onSubmit={(event) => void roll(event)} aria-label={t('planning.roll_forward')} noValidate>
      <h3>{t('planning.roll_forward')}</h3>
      <PeriodField label={t('planning.roll_period')} value={period} onChange={(next) => next && setPeriod(next)} />
      <div className={styles.repeat}>
        <NumberField
          label={t('planning.roll_weeks')}
          value={weeks}
          min={1}
          max={MOST_WEEKS}
          autoFocus
          onChange={(value) => value && setWeeks(value)}
        />
        <Select
          label={t('planning.roll_project')}
          options={projects}
          value={`p:${target}`}
          onChange={(id) => id && setTarget(id.slice(2))}
          clearable={false}
          {...(onSearch ? { onSearch } : {})}
        />
      </div>
      <p>{t('planning.roll_text')}</p>
      <div className={styles.foot}>
        <Button onClick={onClose}>{t('planning.cancel')}</Button>
        <Button type="submit" level="primary" busy={busy}>
          {t('planning.roll_forward')}
        </Button>
      </div>
    </form>
  );
}
