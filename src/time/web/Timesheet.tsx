import { useQueryClient } from '@tanstack/react-query';
import { Suspense, lazy, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isoWeek } from '../../kit/day.ts';
import { choice, useAddress, word } from '../../web/address.ts';
import { CallError, saveFile } from '../../web/api.ts';
import * as format from '../../web/format.ts';
import type { BoundGrid } from '../../web/grid/index.ts';
import { EmptyState, Loaded, PHONE, PageTitle, Waiting, announce, history, notify, useMedia } from '../../web/ui/index.ts';
import { DayView } from './DayView.tsx';
import { EmptyWeek } from './EmptyWeek.tsx';
import { copyWeek, fillFromPlan } from './fill.ts';
import { focusTimes, unfocusTimes } from './focus.ts';
import { NotePanel } from './NotePanel.tsx';
import { plannedLines } from './pick.ts';
import { SaveStatus, UnsavedOffer } from './SaveStatus.tsx';
import { reasonOf, sheetQuery } from './sheet-query.ts';
import { sheetCsv } from './sheet-csv.ts';
import { TimesheetGrid } from './TimesheetGrid.tsx';
import styles from './Timesheet.module.css';
import { useIsEmpty } from './SheetTotals.tsx';
import { type Week, useStored, useWeek } from './useWeek.ts';
import { WeekActions, WeekHead } from './WeekHead.tsx';
import { WorkPicker } from './WorkPicker.tsx';
import { type Edit, type Line, columnOf, lineName, suggestionAt, weekAfter, weekIn } from './week.ts';

/** Opened now and then: not part of what everybody loads. */
const ImportTime = lazy(async () => ({ default: (await import('./ImportTime.tsx')).ImportTime }));
const KeysHelp = lazy(async () => ({ default: (await import('./KeysHelp.tsx')).KeysHelp }));

const codecs = { w: word(), user: word(), do: choice(['fill', 'copy', 'import', ''], '') };

/** The week of a person, to fill in: rows of work by seven days, everything saved as one goes. */
export default function Timesheet() {
  const { t } = useTranslation();
  const [address, setAddress] = useAddress(codecs);
  const week = weekIn(address.w, format.today());
  const person = address.user;
  const data = useWeek(week, person);
  const name = data.query.data?.user.name;
  const title = t('time.timesheet');
  /** The week was turned over from within the grid: the next one takes the keyboard. */
  const turned = useRef(false);
  const go = (next: string): void => setAddress({ w: next === weekIn('', format.today()) ? '' : next });

  useEffect(() => unfocusTimes, []);
  return (
    <>
      <PageTitle
        title={person && name ? t('time.timesheet_of', { name }) : title}
        summary={t('time.week', { number: Number(week.slice(6)) })}
      />
      <WeekHead week={week} person={person} onWeek={go} onPerson={(user) => setAddress({ user })} />
      {data.query.error instanceof CallError && data.query.error.status === 403 ? (
        <EmptyState
          title={t('time.not_yours')}
          text={t('time.not_yours_text')}
          action={{ label: t('time.own_timesheet'), onClick: () => setAddress({ user: '' }) }}
        />
      ) : (
        <Loaded query={data.query} skeleton={<Waiting rows={8} />}>
          {() => (
            <Sheet
              key={`${week} ${person}`}
              data={data}
              week={week}
              person={person}
              wish={address.do}
              onWish={(wish) => setAddress({ do: wish }, { replace: true })}
              takeFocus={() => {
                const was = turned.current;
                turned.current = false;
                const at = document.activeElement;
                return was || at === document.body || at?.tagName === 'H1';
              }}
              onTurn={(by) => {
                turned.current = true;
                go(weekAfter(week, by));
              }}
            />
          )}
        </Loaded>
      )}
    </>
  );
}

interface SheetProps {
  data: Week;
  week: string;
  person: string;
  /** What the palette asked for. */
  wish: 'fill' | 'copy' | 'import' | '';
  onWish: (wish: 'import' | '') => void;
  takeFocus: () => boolean;
  onTurn: (by: -1 | 1) => void;
}

function Sheet({ data, week, person, wish, onWish, takeFocus, onTurn }: SheetProps) {
  const { t } = useTranslation();
  const { model, book, pinned } = data;
  const { lines, days, mayEdit, loaded } = useStored(model.state);
  const phone = useMedia(PHONE);
  const isEmpty = useIsEmpty(model);
  const grid = useRef<BoundGrid>(undefined);
  const picker = useRef<HTMLInputElement>(null);
  const [note, setNote] = useState<{ row: number; col: number; anchor: DOMRect }>();
  const [keysOpen, setKeysOpen] = useState(false);
  const [day, setDay] = useState(() => columnOfToday(week) ?? 0);
  const { fill, copy } = useFilling(data, week, person);

  const labelOf = (edits: readonly Edit[]): string => {
    const only = edits.length === 1 ? edits[0] : undefined;
    const line = lines.find(({ key }) => key === only?.line);
    if (!only || !line) return t('time.step_cells', { count: edits.length });
    return t('time.step_cell', { work: lineName(line), day: format.day(days[only.day]?.day ?? '', 'short') });
  };

  useEffect(() => {
    if (!loaded || wish === '' || wish === 'import') return;
    if (wish === 'fill') fill();
    else void copy(true);
    onWish('');
    // Once for each wish: it leaves the address at once.
  }, [loaded, wish]);

  const active = (row: number, col: number): void =>
    focusTimes({ day: days[col]?.day ?? '', line: model.state.get().lines[row]?.key ?? '', person });

  const openNote = (row: number, col: number): void => {
    const anchor = document.activeElement?.getBoundingClientRect();
    if (anchor) setNote({ row, col, anchor });
  };

  const addRow = (line: Line): void => {
    model.apply([], t('time.step_row', { work: lineName(line) }), [line]);
    const row = model.state.get().lines.findIndex(({ key }) => key === line.key);
    // The grid knows the row once it is drawn.
    if (!phone) setTimeout(() => grid.current?.go({ row, col: 0 }), 0);
  };

  const acceptPlan = (cells: readonly { row: number; col: number }[]): void => {
    const edits = cells.flatMap(({ row, col }) => {
      const line = lines[row];
      const seconds = line && !days[col]?.locked && mayEdit ? suggestionAt(model.planning(), line, col) : 0;
      return line && seconds > 0 ? [{ line: line.key, day: col, seconds, comment: '' }] : [];
    });
    if (edits.length > 0) model.apply(edits, labelOf(edits));
    else announce(t('time.nothing_planned'));
  };

  const save = (): void => {
    const sheet = data.query.data;
    if (!sheet) return;
    const names = { client: t('time.client'), project: t('time.project'), code: t('time.code'), task: t('time.task'), total: t('time.total') };
    const rowOf = (line: string) => days.map((_, col) => model.at(line, col));
    const from = days[0]?.day ?? '';
    saveFile(new Blob([sheetCsv(sheet, lines, rowOf, names)], { type: 'text/csv' }), `timesheet_${from}_${days[6]?.day ?? ''}.csv`);
  };

  const planned = useMemo(() => plannedLines(data.query.data).filter((line) => !lines.some(({ key }) => key === line.key)), [data.query.data, lines]);
  const wasEmpty = useRef(isEmpty);
  useEffect(() => {
    // The choices of an empty week are gone with the focus they had: the sheet takes it.
    if (wasEmpty.current && !isEmpty && document.activeElement === document.body) grid.current?.go({ row: 0, col: 0 });
    wasEmpty.current = isEmpty;
  }, [isEmpty]);

  if (!loaded) return <Waiting rows={8} />;
  const noteLine = note && lines[note.row];
  const noteDay = note && days[note.col];
  return (
    <>
      <div className={styles.tools}>
        <SaveStatus model={model} />
        <div className={styles.toolsEnd}>
          <WeekActions
            model={model}
            editable={mayEdit}
            onFill={fill}
            onCopy={(withHours) => void copy(withHours)}
            onExport={save}
            onImport={() => onWish('import')}
            onKeys={() => setKeysOpen(true)}
          />
        </div>
      </div>
      <UnsavedOffer model={model} />
      {isEmpty && mayEdit && (
        <EmptyWeek
          planned={fillFromPlan(model.planning()).reduce((sum, edit) => sum + edit.seconds, 0)}
          onFill={fill}
          onCopy={() => void copy(true)}
          onAdd={() => picker.current?.focus()}
          onTurn={onTurn}
          takeFocus={() => lines.length === 0 && takeFocus()}
        />
      )}
      {phone ? (
        <DayView model={model} day={day} onDay={setDay} labelOf={labelOf} onNote={(row, col, anchor) => setNote({ row, col, anchor })} />
      ) : (
        <TimesheetGrid
          model={model}
          name={t('time.sheet_name', { number: Number(week.slice(6)) })}
          pinned={pinned}
          labelOf={labelOf}
          onPin={data.pin}
          onMove={(line, by) => {
            model.moveLine(line, by);
            data.keepOrder();
          }}
          onActive={active}
          takeFocus={takeFocus}
          onGrid={(made) => {
            grid.current = made;
          }}
          actions={{
            turnWeek: onTurn,
            fillWeek: () => mayEdit && fill(),
            copyWeek: () => mayEdit && void copy(true),
            openNote,
            addRow: () => picker.current?.focus(),
            moveRow: (row, by) => {
              const line = lines[row];
              if (!line || !lines[row + by]) return;
              model.moveLine(line.key, by);
              data.keepOrder();
              const { col } = grid.current?.state().active ?? { col: 0 };
              setTimeout(() => grid.current?.go({ row: row + by, col }), 0);
            },
            acceptPlan,
            step: (which) => void history[which]((done) => notify.info(t(done ? `web.${which}_done` : `web.${which}_nothing`, { what: done?.label }))),
          }}
        />
      )}
      {mayEdit && (
        <div className={styles.addRow}>
          <WorkPicker
            ref={picker}
            label={t('time.add_row')}
            hideLabel
            placeholder={t('time.add_row_example')}
            book={book}
            planned={planned}
            value={undefined}
            onPick={addRow}
            onCancel={() => grid.current?.go(grid.current.state().active)}
          />
        </div>
      )}
      {note && noteLine && noteDay && (
        <NotePanel
          line={noteLine}
          day={noteDay}
          view={model.at(noteLine.key, note.col)}
          editable={mayEdit && !noteDay.locked}
          anchor={note.anchor}
          onSave={(comment) => {
            const edit = { line: noteLine.key, day: note.col, seconds: model.secondsOf(noteLine.key, note.col), comment };
            model.apply([edit], labelOf([edit]));
            closeNote();
          }}
          onRetry={() => {
            model.saver.retry(`${noteLine.key}#${note.col}`);
            closeNote();
          }}
          onRevert={() => {
            model.revert(noteLine.key, note.col);
            closeNote();
          }}
          onClose={closeNote}
        />
      )}
      <Suspense>
        {keysOpen && (
          <KeysHelp
            open
            onClose={() => {
              setKeysOpen(false);
              backToGrid();
            }}
          />
        )}
        {wish === 'import' && (
          <ImportTime
            open
            onClose={() => {
              onWish('');
              backToGrid();
            }}
            book={book}
          />
        )}
      </Suspense>
    </>
  );

  function closeNote(): void {
    setNote(undefined);
    backToGrid();
  }

  /** After a layer was closed. It lets go of the focus first. */
  function backToGrid(): void {
    if (!phone) setTimeout(() => grid.current?.go(grid.current.state().active), 0);
  }
}

/** Column of today, when the week holds it. */
const columnOfToday = (week: string): number | undefined => {
  const today = format.today();
  return isoWeek(today) === week ? columnOf(today) : undefined;
};

/** Filling a week in one step: from the plan, or from the week before. */
function useFilling({ model }: Week, week: string, person: string) {
  const { t } = useTranslation();
  const client = useQueryClient();

  const fill = (): void => {
    const edits = fillFromPlan(model.planning());
    if (edits.length === 0) return notify.info(t('time.nothing_to_fill'));
    const label = t('time.filled', { count: edits.length, hours: hoursOf(edits) });
    notify.undo(label, model.apply(edits, label));
  };

  const copy = async (withHours: boolean): Promise<void> => {
    try {
      const last = await client.fetchQuery({ ...sheetQuery(weekAfter(week, -1), person), staleTime: 5_000 });
      const { lines, edits } = copyWeek(last, model.planning());
      if (lines.length === 0) return notify.info(t('time.last_week_empty'));
      const label = withHours
        ? t('time.copied', { count: edits.length, hours: hoursOf(edits) })
        : t('time.copied_rows', { count: lines.length });
      notify.undo(label, model.apply(withHours ? edits : [], label, lines));
    } catch (error) {
      notify.error(reasonOf(error));
    }
  };

  return { fill, copy };
}

const hoursOf = (edits: readonly Edit[]): string => format.hours(edits.reduce((sum, edit) => sum + edit.seconds, 0));
