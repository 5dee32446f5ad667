import { useQuery } from '@tanstack/react-query';
import { IconCopy, IconCut, IconTrash } from '@tabler/icons-react';
import { type FormEvent, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { ProjectLink } from '../../clients/web/public.tsx';
import { type Day, addDays } from '../../kit/day.ts';
import { Button, DateField, Drawer, ErrorPanel, type Option, PeriodField, Waiting } from '../../web/ui/index.ts';
import type { Repeat } from '../rules.ts';
import type { Acts } from './board-acts.ts';
import { type Booking, bookingFrom, freePerDay, preferredLevel, roomOf } from './board-data.ts';
import type { BoardOrders } from './board-orders.ts';
import type { BoardStore } from './board-store.ts';
import type { Change, Draft, Writes } from './board-writes.ts';
import { call } from './draft.ts';
import styles from './Forms.module.css';
import { HandOver } from './HandOver.tsx';
import { OverNotice } from './OverNotice.tsx';
import { PersonSelect } from './PersonSelect.tsx';
import { RepeatBooking } from './RepeatBooking.tsx';
import { RepeatFields } from './RepeatFields.tsx';
import { cutDay, levelName } from './row-text.ts';
import { RollProject } from './RollProject.tsx';
import { ShiftProject } from './ShiftProject.tsx';
import { Trail } from './Trail.tsx';
import { WorkFields } from './WorkFields.tsx';

export interface BookingDrawerProps {
  store: BoardStore;
  writes: Writes;
  orders: BoardOrders;
  acts: Acts;
  /** Id of a booking, or a draft of a new one. */
  open: string | Draft | undefined;
  onClose: () => void;
  /** Shows another booking in its place. */
  onGo: (id: string) => void;
}

/** One booking with all of its fields, or a new one. */
export function BookingDrawer({ open, onClose, onGo, ...rest }: BookingDrawerProps) {
  const { t } = useTranslation();
  const { store } = rest;
  useSyncExternalStore(open === undefined ? never : store.subscribeAny, () => (open === undefined ? 0 : store.turn));
  const id = typeof open === 'string' ? open : undefined;
  const shown = id === undefined ? undefined : store.find(id);
  const query = useQuery({
    queryKey: ['bookings', 'one', id],
    queryFn: ({ signal }) => call('GET /api/bookings/:id', { params: { id: id ?? '' } }, { signal }),
    enabled: id !== undefined,
    retry: false,
  });
  const fetched = query.data && query.data.id === id ? bookingFrom(query.data, store.names) : undefined;
  const booking = shown ?? fetched;
  const personName = shown ? store.rowOf(shown.user_id)?.person.name : query.data?.user;
  const bars = booking && store.rowOf(booking.user_id)?.bars;
  const beside = (step: number): (() => void) | undefined => {
    const at = bars?.findIndex((bar) => bar.booking.id === booking?.id) ?? -1;
    const next = at < 0 ? undefined : bars?.[at + step];
    return next && (() => onGo(next.booking.id));
  };
  const title = id === undefined ? t('planning.new_booking') : t('planning.booking');
  return (
    <Drawer open={open !== undefined} onClose={onClose} title={title} onNext={beside(1)} onPrevious={beside(-1)}>
      {typeof open === 'object' && <Form {...rest} initial={open} onClose={onClose} />}
      {booking && (
        <Trail
          key={`trail ${booking.id}`}
          booking={booking}
          row={query.data?.id === id ? query.data : undefined}
          may={rest.store.rowOf(booking.user_id)?.person.may ?? []}
          writes={rest.writes}
          onDone={onClose}
        />
      )}
      {booking && (
        <Form
          key={`${booking.id} ${booking.version}`}
          {...rest}
          initial={booking}
          booking={booking}
          personName={personName}
          onClose={onClose}
        />
      )}
      {booking && mayHand(rest.store, booking) && (
        <AllActs key={`all ${booking.id}`} {...rest} booking={booking} onClose={onClose} />
      )}
      {booking && mayHand(rest.store, booking) && (
        <HandOver key={`hand ${booking.id}`} booking={booking} name={personName} orders={rest.orders} onDone={onClose} />
      )}
      {id !== undefined && !booking && (query.error ? <ErrorPanel error={query.error} /> : <Waiting rows={6} />)}
    </Drawer>
  );
}

/** What makes several of one booking, or moves all of its project. */
function AllActs({
  store,
  writes,
  orders,
  acts,
  booking,
  onClose,
}: Omit<FormProps, 'initial' | 'booking'> & { booking: Booking }) {
  const { project_id } = booking;
  return (
    <div className={`${styles.moreActs} ${styles.below}`}>
      <div className={styles.ways}>
        <RepeatBooking booking={booking} acts={acts} onDone={onClose} />
        {project_id && (
          <>
            <ShiftProject booking={{ ...booking, project_id }} names={store.names} writes={writes} onDone={onClose} />
            <RollProject booking={{ ...booking, project_id }} names={store.names} orders={orders} onDone={onClose} />
          </>
        )}
      </div>
    </div>
  );
}

/** Whoever may change the booking may give it away; for somebody out of view the server decides. */
const mayHand = (store: BoardStore, { user_id, level }: Booking): boolean =>
  store.rowOf(user_id)?.person.may.includes(level) ?? true;

/** Nothing is listened to while nothing is open. */
const never = (): (() => void) => () => undefined;

interface FormProps extends Omit<BookingDrawerProps, 'open' | 'onGo'> {
  initial: Draft;
  booking?: Booking;
  personName?: string | undefined;
}

const draftOf = ({ user_id, project_id, phase_id, task_type_id, ...draft }: Draft): Draft => {
  const { first_day, last_day, minutes_per_day, level, note } = draft;
  return { user_id, project_id, phase_id, task_type_id, first_day, last_day, minutes_per_day, level, note };
};

/** A new booking with what its person has free, and a level that the reader may set there. */
function fitted(draft: Draft, store: BoardStore): Draft {
  const row = store.rowOf(draft.user_id);
  if (!row) return draft;
  const level = row.person.may.includes(draft.level) ? draft.level : (preferredLevel(row.person.may) ?? draft.level);
  return { ...draft, level, minutes_per_day: freePerDay(row, draft.first_day, draft.last_day, store.scale) };
}

/** Whether a booking loses its phase with the project that it leaves. */
const leavesPhase = (before: Draft, after: Draft): boolean =>
  before.phase_id !== null && after.phase_id === null && before.project_id !== after.project_id;

/** The fields that differ. */
const changesOf = (before: Draft, after: Draft): Change =>
  Object.fromEntries(Object.entries(after).filter(([key, value]) => before[key as keyof Draft] !== value));

function Form({ store, writes, acts, initial, booking, personName, onClose }: FormProps) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState(() => (booking ? draftOf(initial) : fitted(draftOf(initial), store)));
  const [person, setPerson] = useState<Option | undefined>(() => {
    const name = personName ?? store.rowOf(initial.user_id)?.person.name;
    return initial.user_id && name ? { id: initial.user_id, name } : undefined;
  });
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [repeat, setRepeat] = useState<Repeat>();
  const row = store.rowOf(draft.user_id);
  const home = booking && store.rowOf(booking.user_id);
  const may = row?.person.may ?? ['soft', 'requested', 'hard'];
  const fixed = booking !== undefined && home !== undefined && !home.person.may.includes(booking.level);
  const change = (next: Partial<Draft>): void => {
    setDraft((before) => ({ ...before, ...next }));
    setErrors({});
  };

  const save = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    // Enter while a list is still open chooses there.
    if (event.currentTarget.querySelector('[aria-expanded="true"]')) return;
    const missing: Record<string, string> = {};
    if (!draft.user_id) missing['user_id'] = t('planning.person_missing');
    if (!draft.project_id && !draft.task_type_id) missing['project_id'] = t('planning.work_missing');
    setErrors(missing);
    if (Object.keys(missing).length > 0) return;
    const changes = booking ? changesOf(draftOf(booking), draft) : {};
    if (!booking) acts.book(draft, person?.name ?? '', repeat);
    else if (Object.keys(changes).length > 0)
      void writes.change(booking.id, changes, {
        label: t(leavesPhase(booking, draft) ? 'planning.did_leave_phase' : 'planning.did_change'),
        offerUndo: true,
      });
    onClose();
  };

  return (
    <form onSubmit={save} className={styles.form} noValidate>
      {fixed && (
        <p className={styles.reason}>{t('planning.may_not', { level: levelName(booking.level), name: home.person.name })}</p>
      )}
      <PersonSelect
        label={t('planning.person')}
        value={person}
        disabled={fixed}
        error={errors['user_id']}
        onChange={(next) => {
          setPerson(next);
          change(booking ? { user_id: next.id } : fitted({ ...draft, user_id: next.id }, store));
        }}
      />
      <PeriodField
        label={t('planning.period')}
        value={{ from: draft.first_day, to: draft.last_day }}
        disabled={fixed}
        onChange={(period) => period && change({ first_day: period.from, last_day: period.to })}
      />
      <WorkFields
        {...{ draft, may, errors }}
        names={store.names}
        room={row && roomOf(row, draft, store.scale)}
        disabled={fixed}
        onChange={change}
      />
      {booking?.project_id && (
        <p>
          <ProjectLink id={booking.project_id}>{t('planning.see_project')}</ProjectLink>
        </p>
      )}
      {!booking && <RepeatFields span={draft} value={repeat} onChange={setRepeat} />}
      {row && !fixed && <OverNotice {...{ store, acts, row, draft, booking }} onChange={change} onDone={onClose} />}
      {!fixed && (
        <div className={styles.foot}>
          <Button onClick={onClose}>{t('planning.cancel')}</Button>
          <Button type="submit" level="primary">
            {booking ? t('planning.save') : t('planning.book')}
          </Button>
        </div>
      )}
      {booking && !fixed && <More booking={booking} store={store} acts={acts} onClose={onClose} />}
    </form>
  );
}

/** What else can be done with a booking. */
function More({ booking, store, acts, onClose }: { booking: Booking; store: BoardStore; acts: Acts; onClose: () => void }) {
  const { t } = useTranslation();
  const [day, setDay] = useState<Day | undefined>(() => cutDay(store.scale, booking, 0));
  const run = (work: () => void): void => {
    work();
    onClose();
  };
  return (
    <div className={styles.moreActs}>
      {booking.first_day < booking.last_day && (
        <div className={styles.cut}>
          <DateField
            label={t('planning.split_on')}
            value={day}
            onChange={setDay}
            min={addDays(booking.first_day, 1)}
            max={booking.last_day}
            clearable={false}
          />
          <Button icon={<IconCut size={16} aria-hidden="true" />} onClick={() => run(() => acts.split(booking, day))}>
            {t('planning.split')}
          </Button>
        </div>
      )}
      <div className={styles.ways}>
        <Button icon={<IconCopy size={16} aria-hidden="true" />} onClick={() => run(() => acts.duplicate(booking))}>
          {t('planning.duplicate')}
        </Button>
        <Button level="danger" icon={<IconTrash size={16} aria-hidden="true" />} onClick={() => run(() => acts.remove(booking))}>
          {t('planning.remove')}
        </Button>
      </div>
    </div>
  );
}
