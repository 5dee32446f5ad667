import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { addDays } from '../../kit/day.ts';
import { dayRange } from '../../web/format.ts';
import { Button, Waiting } from '../../web/ui/index.ts';
import { type Booking, type Row, freePerDay, preferredLevel, shortName } from './board-data.ts';
import type { BoardStore } from './board-store.ts';
import type { Draft } from './board-writes.ts';
import { NO_WORK } from './draft.ts';
import { bandsOf } from './heat.ts';
import styles from './List.module.css';
import { hoursShort, levelName, unitName } from './row-text.ts';
import { endOf, startOf } from './scale.ts';

const STEP = 20;
const STRIP_UNITS = 6;

export interface BoardListProps {
  store: BoardStore;
  thresholds: readonly number[];
  withSoft: boolean;
  shown: number;
  onMore: (shown: number) => void;
  onOpen: (id: string) => void;
  onBook: (draft: Draft) => void;
  empty: ReactNode;
}

/** The board for a small screen: a card a person with the next weeks, the bookings as a list, and a way to book. */
export function BoardList(props: BoardListProps) {
  const { store, shown, onMore, empty } = props;
  const { t } = useTranslation();
  useSyncExternalStore(store.subscribe, () => store.version);
  const total = store.total ?? 0;
  const count = Math.min(shown, total);
  useEffect(() => store.ensure(0, Math.max(0, shown - 1)), [store, shown]);
  if (store.total === undefined) return store.failure === undefined ? <Waiting rows={8} /> : null;
  if (total === 0) return empty;
  return (
    <>
      <ul className={styles.list}>
        {Array.from({ length: count }, (_, index) => (
          <Card key={index} {...props} index={index} />
        ))}
      </ul>
      {count < total && (
        <Button wide onClick={() => onMore(shown + STEP)}>
          {t('planning.more_people', { count: total - count })}
        </Button>
      )}
    </>
  );
}

export const FIRST_SHOWN = STEP;

function Card({ store, index, thresholds, withSoft, onOpen, onBook }: BoardListProps & { index: number }) {
  const { t } = useTranslation();
  const row = useSyncExternalStore(
    (listener) => store.subscribeRow(index, listener),
    () => store.row(index),
  );
  const person = store.person(index);
  if (!row || !person) return <li className={styles.card}>{person?.name ?? <Waiting rows={2} />}</li>;
  const level = preferredLevel(person.may);
  return (
    <li className={styles.card}>
      <div className={styles.head}>
        <div>
          <h2>{person.name}</h2>
          <p>{[person.grade, person.team].filter(Boolean).join(' · ')}</p>
        </div>
        {level && (
          <Button icon={<IconPlus size={16} aria-hidden="true" />} onClick={() => onBook(draftFor(store, row, level))}>
            {t('planning.book')}
            <span className={styles.unit}>{person.name}</span>
          </Button>
        )}
      </div>
      <Strip row={row} {...{ store, thresholds, withSoft }} />
      {row.bars.length === 0 ? (
        <p className={styles.none}>{t('planning.nothing_booked')}</p>
      ) : (
        <ul className={styles.bookings}>
          {row.bars.map(({ booking }) => (
            <li key={booking.id}>
              <BookingLine booking={booking} store={store} onOpen={onOpen} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function BookingLine({ booking, store, onOpen }: { booking: Booking; store: BoardStore; onOpen: (id: string) => void }) {
  return (
    <button type="button" className={styles.line} data-level={booking.level} onClick={() => onOpen(booking.id)}>
      <span>{shortName(booking, store.names)}</span>
      <span className={styles.when}>
        {[dayRange(booking.first_day, booking.last_day), hoursShort(booking.minutes_per_day), levelName(booking.level)].join(
          ' · ',
        )}
      </span>
    </button>
  );
}

function Strip({
  row,
  store,
  thresholds,
  withSoft,
}: {
  row: Row;
  store: BoardStore;
  thresholds: readonly number[];
  withSoft: boolean;
}) {
  const bands = bandsOf(row.load, withSoft, thresholds).slice(0, STRIP_UNITS);
  return (
    <ol className={styles.strip}>
      {bands.map(({ band, text }, unit) => (
        <li
          key={startOf(store.scale, unit)}
          style={{ background: `var(--cadre-heat-${band})`, color: `var(--cadre-heat-${band}-text)` }}
        >
          <span className={styles.unit}>{unitName(store.scale, unit)}: </span>
          {text}
        </li>
      ))}
    </ol>
  );
}

/** A booking of the first unit, to be filled in. */
function draftFor(store: BoardStore, row: Row, level: Draft['level']): Draft {
  const first_day = startOf(store.scale, 0);
  const last_day = store.scale.zoom !== 'day' ? addDays(first_day, 4) : endOf(store.scale, 0);
  const minutes_per_day = freePerDay(row, first_day, last_day, store.scale);
  return { user_id: row.person.id, ...NO_WORK, first_day, last_day, minutes_per_day, level, note: '' };
}
