import { Suspense, lazy, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dayRange, hoursOfMinutes } from '../../web/format.ts';
import { Button, Waiting } from '../../web/ui/index.ts';
import type { Acts } from './board-acts.ts';
import { type Booking, type Row, freePerDay, mergesWith, partsAround, preferredLevel, previewOf } from './board-data.ts';
import type { BoardStore } from './board-store.ts';
import type { Draft } from './board-writes.ts';
import { ExtendProject } from './ExtendProject.tsx';
import styles from './Forms.module.css';
import { overText } from './row-text.ts';

const FindPeople = lazy(async () => ({ default: (await import('./FindPeople.tsx')).FindPeople }));

export interface OverNoticeProps {
  store: BoardStore;
  acts: Acts;
  row: Row;
  draft: Draft;
  /** The booking that the draft replaces. */
  booking: Booking | undefined;
  onChange: (change: Partial<Draft>) => void;
  /** One of the ways out has booked it. */
  onDone: () => void;
}

/** What a booking meets: too little capacity, the same work twice, the end of its project; with the ways out, one press each. */
export function OverNotice(props: OverNoticeProps) {
  const { store, row, draft, booking } = props;
  const { over } = previewOf(row, draft, booking?.id, store.scale);
  const twin = draft.project_id || draft.task_type_id ? mergesWith(row, draft, booking?.id) : undefined;
  return (
    <>
      {over.length > 0 && <OverWays {...props} />}
      {twin && <TwinWay {...props} twin={twin} />}
      {draft.project_id && <ExtendProject names={store.names} projectId={draft.project_id} draft={draft} />}
    </>
  );
}

/** Over capacity, where and by how much, and what to do about it. It never stands in the way. */
function OverWays({ store, acts, row, draft, booking, onChange, onDone }: OverNoticeProps) {
  const { t } = useTranslation();
  const [finding, setFinding] = useState(false);
  const { scale } = store;
  const { over } = previewOf(row, draft, booking?.id, scale);
  const free = freePerDay(row, draft.first_day, draft.last_day, scale, booking?.id);
  const parts = partsAround(row, draft, scale, booking?.id);
  const named = draft.project_id !== null || draft.task_type_id !== null;
  return (
    <div className={styles.over} role="note">
      <strong>▲ {overText(over)}</strong>
      <div className={styles.ways}>
        {free < draft.minutes_per_day && (
          <Button size="sm" onClick={() => onChange({ minutes_per_day: free })}>
            {t('planning.fit_to_free', { hours: hoursOfMinutes(free) })}
          </Button>
        )}
        {named && parts.length > 0 && (
          <Button
            size="sm"
            onClick={() => {
              acts.bookParts(draft, parts, booking);
              onDone();
            }}
          >
            {t('planning.split_around')}
          </Button>
        )}
        {draft.level === 'hard' && row.person.may.includes('soft') && (
          <Button size="sm" onClick={() => onChange({ level: 'soft' })}>
            {t('planning.make_soft')}
          </Button>
        )}
        {named && (
          <Button size="sm" aria-expanded={finding} onClick={() => setFinding(!finding)}>
            {t('planning.find_someone')}
          </Button>
        )}
      </div>
      {finding && (
        <div className={styles.others}>
          <Suspense fallback={<Waiting rows={3} />}>
            <FindPeople
              search={{
                ...{ from: draft.first_day, to: draft.last_day, minutes_per_day: draft.minutes_per_day },
                ...{ project_id: draft.project_id, task_type_id: draft.task_type_id, grades: [row.person.grade] },
                ...(booking ? { except: booking.id } : {}),
              }}
              without={row.person.id}
              onChoose={({ user_id, name, may }) => {
                const level = may.includes(draft.level) ? draft.level : preferredLevel(may);
                if (booking && level) acts.hand(booking, { ...draft, user_id, level }, name);
                else if (level) acts.book({ ...draft, user_id, level }, name);
                onDone();
              }}
            />
          </Suspense>
        </div>
      )}
    </div>
  );
}

/** The person is booked on the same work right before, after or meanwhile. */
function TwinWay({ acts, draft, booking, twin, onDone }: OverNoticeProps & { twin: Booking }) {
  const { t } = useTranslation();
  return (
    <div className={styles.reason} role="note">
      <p>{t('planning.booked_already', { dates: dayRange(twin.first_day, twin.last_day) })}</p>
      <Button
        size="sm"
        onClick={() => {
          acts.merge(twin, draft, booking);
          onDone();
        }}
      >
        {t('planning.merge')}
      </Button>
    </div>
  );
}
