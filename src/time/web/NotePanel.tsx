import { type KeyboardEvent, Suspense, lazy, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import * as format from '../../web/format.ts';
import { Button } from '../../web/ui/index.ts';
import styles from './NotePanel.module.css';
import type { CellView } from './week-model.ts';
import { type Line, type SheetDay, lineName } from './week.ts';

/** Looked at now and then: not part of what everybody loads. */
const EntryHistory = lazy(async () => ({ default: (await import('./EntryHistory.tsx')).EntryHistory }));

export interface NotePanelProps {
  line: Line;
  day: SheetDay;
  view: CellView;
  editable: boolean;
  /** Where the cell stands on the screen. */
  anchor: DOMRect;
  /** Keeps the note and closes; `back` when the keyboard goes back to the cell. */
  onSave: (comment: string, back: boolean) => void;
  onClose: (back: boolean) => void;
  onRetry: () => void;
  onRevert: () => void;
  /** Opens the firm's own fields of the entries behind the cell; left out where the firm has none. */
  onFields: (() => void) | undefined;
}

const WIDTH = 300;
const LONGEST = 2000;

/** The note of a cell, what stands behind the cell, and why it could not be saved. Enter keeps, Escape leaves it as it was. */
export function NotePanel(props: NotePanelProps) {
  const { line, day, view, editable, anchor, onClose } = props;
  const { t } = useTranslation();
  const box = useRef<HTMLTextAreaElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const id = useId();
  const open = editable && view.seconds > 0;
  const failed = view.state === 'failed' || view.state === 'invalid';

  useEffect(() => {
    const target = box.current ?? panel.current?.querySelector('button') ?? panel.current;
    target?.focus();
    if (box.current) box.current.setSelectionRange(box.current.value.length, box.current.value.length);
  }, []);

  const save = (back: boolean): void => {
    const text = box.current?.value.trim() ?? view.comment;
    if (open && text !== view.comment) props.onSave(text, back);
    else onClose(back);
  };

  const keys = (event: KeyboardEvent): void => {
    event.stopPropagation();
    if (event.key === 'Escape') onClose(true);
    if (event.key === 'Enter' && event.target === box.current && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault();
      save(true);
    }
  };

  const left = Math.max(8, Math.min(anchor.left, innerWidth - WIDTH - 8));
  const below = anchor.bottom + 260 < innerHeight;
  return (
    <div
      ref={panel}
      role="dialog"
      aria-labelledby={`${id}-title`}
      tabIndex={-1}
      className={styles.panel}
      style={below ? { left, top: anchor.bottom + 4 } : { left, bottom: innerHeight - anchor.top + 4 }}
      onKeyDown={keys}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) save(false);
      }}
    >
      <h2 id={`${id}-title`} className={styles.title}>
        {lineName(line)}
        <span className={styles.day}>{format.day(day.day, 'long')}</span>
      </h2>
      {failed && (
        <div className={styles.problem} role="alert">
          <p>{view.reason}</p>
          <div className={styles.buttons}>
            {view.state === 'failed' && (
              <Button size="sm" onClick={props.onRetry}>
                {t('time.retry')}
              </Button>
            )}
            <Button size="sm" onClick={props.onRevert}>
              {t('time.put_back')}
            </Button>
          </div>
        </div>
      )}
      {view.entries.length > 1 && (
        <ul className={styles.entries}>
          {view.entries.map((entry) => (
            <li key={entry.id}>
              <b>{format.hours(entry.seconds)}</b> {entry.comment || t('time.no_note')}
              <Suspense>
                <EntryHistory id={entry.id} />
              </Suspense>
            </li>
          ))}
        </ul>
      )}
      {props.onFields && view.entries.length > 0 && (
        <Button size="sm" level="subtle" onClick={props.onFields}>
          {t('time.more_fields')}
        </Button>
      )}
      {day.locked && <p className={styles.hint}>{t('time.locked_day')}</p>}
      {open ? (
        <>
          <label htmlFor={id}>{view.entries.length > 1 ? t('time.latest_note') : t('time.note')}</label>
          <textarea
            ref={box}
            id={id}
            rows={3}
            maxLength={LONGEST}
            className={styles.text}
            defaultValue={view.comment}
            aria-describedby={`${id}-keys`}
          />
          <div className={styles.foot}>
            <p id={`${id}-keys`} className={styles.hint}>
              {t('time.note_keys')}
            </p>
            <Button size="sm" onClick={() => save(true)}>
              {t('time.note_keep')}
            </Button>
          </div>
        </>
      ) : (
        <p className={view.comment ? undefined : styles.hint}>
          {view.comment || (editable ? t('time.note_needs_hours') : t('time.no_note'))}
        </p>
      )}
      {view.entries.length === 1 && view.entries[0] && (
        <Suspense>
          <EntryHistory id={view.entries[0].id} />
        </Suspense>
      )}
    </div>
  );
}
