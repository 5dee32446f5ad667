import { useQueryClient } from '@tanstack/react-query';
import { IconTrash } from '@tabler/icons-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { parseDuration } from '../../kit/duration.ts';
import * as format from '../../web/format.ts';
import { IconButton, notify } from '../../web/ui/index.ts';
import styles from './AddTime.module.css';
import { EntryHistory } from './EntryHistory.tsx';
import { EntryFields } from './EntryFields.tsx';
import { type EntryChange, changeEntry, deleteEntry } from './entry-actions.ts';
import { afterEntries, reasonOf } from './sheet-query.ts';
import { type SheetEntry, lineName, lineOf } from './week.ts';

export interface EntryListProps {
  entries: readonly SheetEntry[];
  editable: boolean;
  /** Name of a person other than oneself who logged an entry. */
  nameOf: (id: string) => string | undefined;
}

/** The entries of a day; hours and note are changed in place, Delete removes with undo. */
export function EntryList({ entries, editable, nameOf }: EntryListProps) {
  const { t } = useTranslation();
  const list = useRef<HTMLUListElement>(null);
  return (
    <ul className={styles.entries} aria-label={t('time.entries')} ref={list}>
      {entries.map((entry) => (
        <EntryItem
          key={entry.id}
          entry={entry}
          editable={editable}
          overlaps={overlapOf(entry, entries)}
          loggedBy={entry.created_by && entry.created_by !== entry.user_id ? nameOf(entry.created_by) : undefined}
          onGone={() => list.current?.querySelector<HTMLElement>('input, button')?.focus()}
        />
      ))}
    </ul>
  );
}

const secondsOf = (clock: string): number => {
  const [hours = 0, minutes = 0, seconds = 0] = clock.split(':').map(Number);
  return (hours * 60 + minutes) * 60 + seconds;
};

/** Another entry of the day at the same time, as far as both say when they began. */
function overlapOf(entry: SheetEntry, entries: readonly SheetEntry[]): string | undefined {
  if (entry.started_at === null) return undefined;
  const start = secondsOf(entry.started_at);
  const other = entries.find(
    ({ id, day, started_at, seconds }) =>
      id !== entry.id &&
      day === entry.day &&
      started_at !== null &&
      secondsOf(started_at) < start + entry.seconds &&
      start < secondsOf(started_at) + seconds,
  );
  return other && lineName(lineOf(other));
}

interface EntryItemProps {
  entry: SheetEntry;
  editable: boolean;
  loggedBy: string | undefined;
  /** The work of another entry at the same time. */
  overlaps: string | undefined;
  onGone: () => void;
}

function EntryItem({ entry, editable, loggedBy, overlaps, onGone }: EntryItemProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [problem, setProblem] = useState('');
  const line = lineOf(entry);
  const name = lineName(line);

  const change = async (values: EntryChange): Promise<boolean> => {
    try {
      await changeEntry(client, entry, values, t('time.changed', { work: name }));
      setProblem('');
      return true;
    } catch (error) {
      setProblem(reasonOf(error));
      if (error instanceof Error && 'status' in error && error.status === 409) await afterEntries(client);
      return false;
    }
  };

  const remove = async (): Promise<void> => {
    try {
      await deleteEntry(client, entry, t('time.deleted', { hours: format.hours(entry.seconds), work: name }));
      onGone();
    } catch (error) {
      notify.error(reasonOf(error));
    }
  };

  return (
    <li
      className={styles.entry}
      onKeyDown={(event) => {
        if (event.key === 'Delete' && editable && !(event.target instanceof HTMLInputElement)) void remove();
      }}
    >
      <div className={styles.entryWork}>
        {line.client && <span className={styles.client}>{line.client}</span>}
        <span>{[line.project, line.task].filter(Boolean).join(' · ')}</span>
        {loggedBy && <span className={styles.client}>{t('time.logged_by', { name: loggedBy })}</span>}
      </div>
      <div className={styles.entryHours}>
        {entry.started_at && (
          <span className={styles.client}>{t('time.from_clock', { time: entry.started_at.slice(0, 5) })}</span>
        )}
        <InPlace
          label={t('time.hours_of', { work: name })}
          value={format.hours(entry.seconds)}
          numeric
          editable={editable}
          onCommit={async (text) => {
            const seconds = parseDuration(text);
            if (seconds) return change({ seconds });
            setProblem(t('time.not_hours'));
            return false;
          }}
        />
      </div>
      <div className={styles.entryNote}>
        <InPlace
          label={t('time.note_of', { work: name })}
          value={entry.comment}
          editable={editable}
          placeholder={t('time.no_note')}
          onCommit={(comment) => change({ comment: comment.trim() })}
        />
      </div>
      {editable && (
        <IconButton
          label={t('time.delete_entry', { hours: format.hours(entry.seconds), work: name })}
          icon={<IconTrash size={18} aria-hidden="true" />}
          onClick={() => void remove()}
        />
      )}
      {overlaps && <p className={styles.overlap}>▲ {t('time.overlaps', { work: overlaps })}</p>}
      <EntryFields entry={entry} editable={editable} onSave={(custom) => change({ custom })} />
      <EntryHistory id={entry.id} />
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </li>
  );
}

interface InPlaceProps {
  label: string;
  value: string;
  editable: boolean;
  numeric?: boolean;
  placeholder?: string;
  /** False keeps what was typed. */
  onCommit: (text: string) => Promise<boolean>;
}

/** Text that is changed where it stands: Enter or leaving it saves, Escape brings back what was there. */
function InPlace({ label, value, editable, numeric, placeholder, onCommit }: InPlaceProps) {
  const [typed, setTyped] = useState<string>();
  const committing = useRef(false);
  const commit = async (): Promise<void> => {
    // Enter and then leaving the box is one change.
    if (typed === undefined || committing.current) return;
    committing.current = true;
    if (typed === value || (await onCommit(typed))) setTyped(undefined);
    committing.current = false;
  };
  const keys = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') void commit();
    if (event.key === 'Escape' && typed !== undefined) {
      event.stopPropagation();
      setTyped(undefined);
    }
  };
  if (!editable) return <span className={styles.fixed}>{value}</span>;
  return (
    <input
      className={styles.inPlace}
      data-numeric={numeric || undefined}
      aria-label={label}
      inputMode={numeric ? 'decimal' : undefined}
      value={typed ?? value}
      placeholder={placeholder}
      maxLength={2000}
      autoComplete="off"
      onChange={(event) => setTyped(event.currentTarget.value)}
      onFocus={(event) => numeric && event.currentTarget.select()}
      onBlur={() => void commit()}
      onKeyDown={keys}
    />
  );
}
