import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isoWeek } from '../../kit/day.ts';
import * as format from '../../web/format.ts';
import type { BoundGrid } from '../../web/grid/index.ts';
import { usePageFlag } from '../../web/session.ts';
import { PHONE, Waiting, useMedia } from '../../web/ui/index.ts';
import { ApprovalBar } from './ApprovalBar.tsx';
import { DayView } from './DayView.tsx';
import { EmptyWeek } from './EmptyWeek.tsx';
import { fillFromPlan } from './fill.ts';
import { focusTimes } from './focus.ts';
import { plannedLines } from './pick.ts';
import { SaveStatus, UnsavedOffer } from './SaveStatus.tsx';
import { RowActs } from './RowActs.tsx';
import { sheetKey } from './sheet-query.ts';
import { SheetFilter } from './SheetFilter.tsx';
import { type Layer, SheetLayers } from './SheetLayers.tsx';
import { useIsEmpty } from './SheetTotals.tsx';
import styles from './Timesheet.module.css';
import { TimesheetGrid } from './TimesheetGrid.tsx';
import { useSheetCommands } from './useSheetCommands.ts';
import { useChosenRows } from './useChosenRows.ts';
import { type Week, useStored } from './useWeek.ts';
import { WeekActions } from './WeekHead.tsx';
import { WorkNotes } from './WorkNotes.tsx';
import { WorkPicker } from './WorkPicker.tsx';
import { type Line, type Timesheet, columnOf, lineName } from './week.ts';

export interface WeekSheetProps {
  data: Week;
  week: string;
  person: string;
  /** What the palette asked for. */
  wish: 'fill' | 'copy' | 'import' | '';
  onWish: (wish: 'import' | '') => void;
  /** Whether the sheet takes the keyboard when it appears. */
  takeFocus: () => boolean;
  onTurn: (by: -1 | 1) => void;
}

/** Column of today, or Monday when it is another week. */
const startColumn = (week: string): number => (isoWeek(format.today()) === week ? columnOf(format.today()) : 0);

/** One week with everything around it: how saving stands, what can be done, the grid (or the day on a small screen). */
export function WeekSheet({ data, week, person, wish, onWish, takeFocus, onTurn }: WeekSheetProps) {
  const { t } = useTranslation();
  const { model, book } = data;
  const { lines, shown, days, mayEdit, loaded } = useStored(model.state);
  const { labelOf, fill, copy, applyTemplate, acceptPlan, saveCsv, saveExcel } = useSheetCommands(data, week, person);
  const client = useQueryClient();
  const phone = useMedia(PHONE);
  const mayExport = usePageFlag('can_export', 'timesheet');
  const isEmpty = useIsEmpty(model);
  const chosen = useChosenRows(model);
  const grid = useRef<BoundGrid>(undefined);
  const picker = useRef<HTMLInputElement>(null);
  const [layer, setLayer] = useState<Layer>();
  const [day, setDay] = useState(() => startColumn(week));

  /** The grid lets go of its keys first, and knows a new row once it is drawn. */
  const goTo = (row?: number, col?: number): void => {
    const at = grid.current?.state().active;
    if (!phone && at) setTimeout(() => grid.current?.go({ row: row ?? at.row, col: col ?? at.col }), 0);
  };

  useWish(loaded ? wish : '', () => {
    if (wish === 'fill') fill();
    else void copy(true);
    onWish('');
  });
  useFocusAfterEmpty(isEmpty, () => goTo(0, 0));

  const openNote = (row: number, col: number, anchor = document.activeElement?.getBoundingClientRect()): void => {
    if (anchor) setLayer({ kind: 'note', row, col, anchor });
  };

  const closeLayer = (back: boolean): void => {
    setLayer(undefined);
    if (wish === 'import') onWish('');
    if (back) goTo();
  };

  const addRow = (line: Line): void => {
    model.apply([], t('time.step_row', { work: lineName(line) }), [line]);
    goTo(
      model.state.get().shown.findIndex(({ key }) => key === line.key),
      0,
    );
  };

  const moveRow = (row: number, by: -1 | 1): void => {
    const line = shown[row];
    if (!line || !shown[row + by]) return;
    model.moveLine(line.key, by);
    data.keepOrder();
    goTo(row + by);
  };

  const planned = useMemo(
    () => plannedLines(data.query.data).filter((line) => !lines.some(({ key }) => key === line.key)),
    [data.query.data, lines],
  );

  if (!loaded) return <Waiting rows={8} />;
  const entries = data.query.data?.entries ?? [];
  return (
    <>
      <SheetFilter model={model} entries={entries} />
      <div className={styles.tools}>
        <SaveStatus model={model} />
        <div className={styles.toolsEnd}>
          <WeekActions
            model={model}
            editable={mayEdit}
            onFill={fill}
            onCopy={(withHours) => void copy(withHours)}
            onTemplates={() => setLayer({ kind: 'templates' })}
            onExport={saveCsv}
            onExcel={mayExport ? saveExcel : undefined}
            onImport={() => onWish('import')}
            onKeys={() => setLayer({ kind: 'keys' })}
          />
        </div>
      </div>
      {data.query.data && <ApprovalBar model={model} approval={data.query.data.approval} week={week} person={person} />}
      <UnsavedOffer model={model} />
      <WorkNotes model={model} working={data.query.data?.working ?? null} />
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
        <DayView model={model} day={day} onDay={setDay} labelOf={labelOf} onNote={openNote} />
      ) : (
        <TimesheetGrid
          model={model}
          name={t('time.sheet_name', { number: Number(week.slice(6)) })}
          pinned={data.pinned}
          chosen={chosen}
          labelOf={labelOf}
          onPin={data.pin}
          onMove={(row, by) => moveRow(row, by)}
          onActive={(row, col) => focusTimes({ day: days[col]?.day ?? '', line: shown[row]?.key ?? '', person })}
          takeFocus={takeFocus}
          onGrid={(made) => {
            grid.current = made;
          }}
          actions={{
            turnWeek: onTurn,
            fillWeek: fill,
            copyWeek: () => void copy(true),
            openTemplates: () => setLayer({ kind: 'templates' }),
            openNote,
            addRow: () => picker.current?.focus(),
            moveRow,
            acceptPlan,
          }}
        />
      )}
      {mayEdit && (
        <RowActs
          model={model}
          chosen={chosen}
          entriesNow={() => client.getQueryData<Timesheet>(sheetKey(week, person))?.entries ?? []}
          book={book}
          labelOf={labelOf}
          onDone={() => goTo()}
        />
      )}
      <p className={styles.signature} aria-hidden="true">
        {t('time.signature')}
      </p>
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
            onCancel={() => goTo()}
          />
        </div>
      )}
      <SheetLayers
        model={model}
        book={book}
        layer={wish === 'import' ? { kind: 'import' } : layer}
        entries={entries}
        labelOf={labelOf}
        onLayer={setLayer}
        onTemplate={(template) => {
          applyTemplate(template);
          closeLayer(true);
        }}
        onClose={closeLayer}
      />
    </>
  );
}

/** Does what the palette asked for, once the week is there. The wish leaves the address at once. */
function useWish(wish: WeekSheetProps['wish'], obey: () => void): void {
  const act = useEffectEvent(obey);
  useEffect(() => {
    if (wish === 'fill' || wish === 'copy') act();
  }, [wish]);
}

/** The choices of an empty week are gone with the focus they had: the sheet takes it. */
function useFocusAfterEmpty(isEmpty: boolean, focus: () => void): void {
  const wasEmpty = useRef(isEmpty);
  const act = useEffectEvent(focus);
  useEffect(() => {
    if (wasEmpty.current && !isEmpty && document.activeElement === document.body) act();
    wasEmpty.current = isEmpty;
  }, [isEmpty]);
}
