import { IconMinus, IconNote, IconPlus } from '@tabler/icons-react';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import * as format from '../../web/format.ts';
import { useCol, useRow } from '../../web/grid/index.ts';
import { IconButton } from '../../web/ui/index.ts';
import { cellWords } from './cell-words.ts';
import styles from './DayView.module.css';
import { useDayLabel } from './SheetHead.tsx';
import { type Touch, swiped } from './swipe.ts';
import { Total } from './Total.tsx';
import { editsFrom } from './typed.ts';
import { useStored } from './useWeek.ts';
import type { CellView, WeekModel } from './week-model.ts';
import {
  DAY_SECONDS,
  type Edit,
  HALF_HOUR,
  type Line,
  type SheetDay,
  cellKey,
  dayKind,
  dueMinutes,
  emptyCell,
  suggestionAt,
} from './week.ts';

export interface DayViewProps {
  model: WeekModel;
  /** Column of the day that is shown. */
  day: number;
  onDay: (day: number) => void;
  onNote: (row: number, day: number, anchor: DOMRect) => void;
  labelOf: (edits: readonly Edit[]) => string;
}

/** The week on a small screen: one day at a time (chips, or a finger across), each row with a stepper, the total always in sight. */
export function DayView({ model, day, onDay, onNote, labelOf }: DayViewProps) {
  const { t } = useTranslation();
  const { shown: lines, days, mayEdit } = useStored(model.state);
  const dayLabel = useDayLabel();
  const finger = useRef<Touch>(undefined);
  const shown = days[day];
  if (!shown) return null;
  const turn = ({ clientX: x, clientY: y }: { clientX: number; clientY: number }): void => {
    const by = swiped(finger.current, { x, y });
    if (by !== 0 && days[day + by]) onDay(day + by);
  };
  const editable = mayEdit && !shown.locked;
  const note = shown.locked ? t('time.locked_day') : dayLabel(shown);
  return (
    <div
      data-testid="day-view"
      onTouchStart={({ touches }) => {
        const [touch, second] = [touches[0], touches[1]];
        finger.current = touch && !second ? { x: touch.clientX, y: touch.clientY } : undefined;
      }}
      onTouchEnd={({ changedTouches }) => {
        const touch = changedTouches[0];
        if (touch) turn(touch);
      }}
    >
      <div className={styles.days} role="group" aria-label={t('time.days')}>
        {days.map((each, index) => (
          <DayChip key={each.day} model={model} day={each} index={index} chosen={index === day} onChoose={() => onDay(index)} />
        ))}
      </div>
      <h2 className={styles.heading}>{format.day(shown.day, 'long')}</h2>
      {note && <p className={styles.note}>{note}</p>}
      <ul className={styles.lines}>
        {lines.map((line, row) => (
          <DayLine
            key={line.key}
            model={model}
            line={line}
            col={day}
            day={shown}
            editable={editable}
            labelOf={labelOf}
            onNote={(anchor) => onNote(row, day, anchor)}
          />
        ))}
      </ul>
      <DaySum model={model} day={shown} col={day} />
    </div>
  );
}

const sumOf = (values: ReadonlyMap<string, CellView>): number =>
  [...values.values()].reduce((sum, { seconds }) => sum + seconds, 0);

function DayChip(props: { model: WeekModel; day: SheetDay; index: number; chosen: boolean; onChoose: () => void }) {
  const { model, day, index, chosen, onChoose } = props;
  const { t } = useTranslation();
  const seconds = useCol(model.cells, String(index), sumOf);
  return (
    <button type="button" className={styles.chip} data-kind={dayKind(day)} aria-pressed={chosen} onClick={onChoose}>
      <span>{format.day(day.day, 'weekday')} </span>
      <b>{Number(day.day.slice(8))}</b>{' '}
      <span className={styles.chipHours}>
        {seconds > 0 ? format.hours(seconds) : '–'}
        <span className={styles.words}> {t('time.hours')}</span>
      </span>
    </button>
  );
}

function DaySum({ model, day, col }: { model: WeekModel; day: SheetDay; col: number }) {
  const { t } = useTranslation();
  const seconds = useCol(model.cells, String(col), sumOf);
  return (
    <div className={styles.sum}>
      <span>{t('time.total')}</span>
      <Total seconds={seconds} due={dueMinutes(day) * 60} ahead={day.day > format.today()} />
    </div>
  );
}

interface DayLineProps {
  model: WeekModel;
  line: Line;
  col: number;
  day: SheetDay;
  editable: boolean;
  labelOf: (edits: readonly Edit[]) => string;
  onNote: (anchor: DOMRect) => void;
}

function DayLine({ model, line, col, day, editable, labelOf, onNote }: DayLineProps) {
  const { t } = useTranslation();
  const read = useMemo(
    () =>
      (values: ReadonlyMap<string, CellView>): CellView =>
        values.get(String(col)) ?? emptyCell,
    [col],
  );
  const view = useRow(model.cells, line.key, read);
  const planned = model.state.get().plan.get(cellKey(line.key, col));
  const suggested = useCol(model.cells, String(col), () => suggestionAt(model.planning(), line, col));
  const name = [line.project, line.task].filter(Boolean).join(' · ');
  const set = (seconds: number): void => {
    const edit = { line: line.key, day: col, seconds, comment: seconds === 0 ? '' : view.comment };
    model.apply([edit], labelOf([edit]));
  };
  return (
    <li className={styles.line} data-state={view.state}>
      <div className={styles.name}>
        {line.client && <span className={styles.client}>{line.client}</span>}
        <span>{name}</span>
        {view.reason && view.state && <span className={styles.reason}>{view.reason}</span>}
        {editable && suggested > 0 && (
          <button type="button" className={styles.suggested} onClick={() => set(suggested)}>
            {t('time.take_planned', { hours: format.hours(suggested) })}
          </button>
        )}
      </div>
      <div className={styles.stepper}>
        {editable && (
          <IconButton
            size="lg"
            level="default"
            label={t('time.half_hour_less', { work: name })}
            icon={<IconMinus size={18} aria-hidden="true" />}
            disabled={view.seconds === 0}
            onClick={() => set(Math.max(0, view.seconds - HALF_HOUR))}
          />
        )}
        <HoursBox
          text={view.typed ?? (view.seconds > 0 ? format.hours(view.seconds) : '')}
          label={cellWords(t, line, day, view, planned)}
          editable={editable}
          onTyped={(text) => {
            const { edits, refused } = editsFrom([{ line: line.key, day: col, text }], model.state.get().days, model.at);
            if (edits.length > 0) model.apply(edits, labelOf(edits));
            for (const each of refused) model.refuse(each.line, each.day, each.text, t(`time.${each.reason}`));
          }}
        />
        {editable && (
          <IconButton
            size="lg"
            level="default"
            label={t('time.half_hour_more', { work: name })}
            icon={<IconPlus size={18} aria-hidden="true" />}
            onClick={() => set(Math.min(DAY_SECONDS, view.seconds + HALF_HOUR))}
          />
        )}
        <IconButton
          size="lg"
          label={t('time.note_of', { work: name })}
          icon={<IconNote size={20} aria-hidden="true" className={view.comment ? styles.noted : undefined} />}
          onClick={(event) => onNote(event.currentTarget.getBoundingClientRect())}
        />
      </div>
    </li>
  );
}

/** Hours to type; Enter or leaving the box takes them over. */
function HoursBox({
  text,
  label,
  editable,
  onTyped,
}: {
  text: string;
  label: string;
  editable: boolean;
  onTyped: (text: string) => void;
}) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current && box.current.value !== text) box.current.value = text;
  }, [text]);
  const take = (): void => {
    const typed = box.current?.value ?? text;
    if (typed !== text) onTyped(typed);
  };
  return (
    <input
      ref={box}
      className={styles.hours}
      defaultValue={text}
      readOnly={!editable}
      aria-label={label}
      inputMode="decimal"
      autoComplete="off"
      placeholder="0"
      onFocus={(event) => event.currentTarget.select()}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === 'Enter') take();
        if (event.key === 'Escape') event.currentTarget.value = text;
      }}
    />
  );
}
