import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../web/api.ts';
import * as format from '../../web/format.ts';
import { announce, notify } from '../../web/ui/index.ts';
import { type Template, copyWeek, fillFromPlan, fillFromTemplate } from './fill.ts';
import { linesOf } from './pick.ts';
import { callTime, reasonOf, sheetQuery } from './sheet-query.ts';
import { sheetCsv } from './sheet-csv.ts';
import { type Week, useStored } from './useWeek.ts';
import { type Edit, lineName, suggestionAt, weekAfter } from './week.ts';

const hoursOf = (edits: readonly Edit[]): string => format.hours(edits.reduce((sum, edit) => sum + edit.seconds, 0));

export interface SheetCommands {
  /** Names a step for undo. */
  labelOf: (edits: readonly Edit[]) => string;
  /** Fills the empty cells of the week from the plan, as one step. */
  fill: () => void;
  /** Brings the rows of the week before, with its hours or without, as one step. */
  copy: (withHours: boolean) => Promise<void>;
  /** Puts a template into the empty cells, as one step. */
  applyTemplate: (template: Template) => void;
  /** Takes over the suggestions of some cells. */
  acceptPlan: (cells: readonly { row: number; col: number }[]) => void;
  /** Saves the week as a CSV file. */
  saveCsv: () => void;
  /** Saves its entries, line by line, as an Excel file. */
  saveExcel: () => void;
}

/** What is done to a week as a whole. */
export function useSheetCommands({ model, query, book }: Week, week: string, person: string): SheetCommands {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { lines, shown, days, mayEdit } = useStored(model.state);

  const labelOf = (edits: readonly Edit[]): string => {
    const only = edits.length === 1 ? edits[0] : undefined;
    const line = lines.find(({ key }) => key === only?.line);
    if (!only || !line) return t('time.step_cells', { count: edits.length });
    return t('time.step_cell', { work: lineName(line), day: format.day(days[only.day]?.day ?? '', 'short') });
  };

  const fill = (): void => {
    const edits = mayEdit ? fillFromPlan(model.planning()) : [];
    if (edits.length === 0) return notify.info(t('time.nothing_to_fill'));
    const label = t('time.filled', { count: edits.length, hours: hoursOf(edits) });
    notify.undo(label, model.apply(edits, label));
  };

  const copy = async (withHours: boolean): Promise<void> => {
    if (!mayEdit) return;
    try {
      const last = await client.fetchQuery({ ...sheetQuery(weekAfter(week, -1), person), staleTime: 5_000 });
      const copied = copyWeek(last, model.planning());
      if (copied.lines.length === 0) return notify.info(t('time.last_week_empty'));
      const edits = withHours ? copied.edits : [];
      const label = withHours
        ? t('time.copied', { count: edits.length, hours: hoursOf(edits) })
        : t('time.copied_rows', { count: copied.lines.length });
      notify.undo(label, model.apply(edits, label, copied.lines));
    } catch (error) {
      notify.error(reasonOf(error));
    }
  };

  const applyTemplate = (template: Template): void => {
    if (!mayEdit || !book) return;
    const { lines: rows, edits } = fillFromTemplate(template, (keys) => linesOf(book, keys), model.planning());
    if (edits.length === 0) return notify.info(t('time.template_nothing', { name: template.name }));
    const label = t('time.template_used', { count: edits.length, hours: hoursOf(edits), name: template.name });
    notify.undo(label, model.apply(edits, label, rows));
  };

  const acceptPlan: SheetCommands['acceptPlan'] = (cells) => {
    const edits = cells.flatMap(({ row, col }) => {
      const line = shown[row];
      const seconds = line && !days[col]?.locked && mayEdit ? suggestionAt(model.planning(), line, col) : 0;
      return line && seconds > 0 ? [{ line: line.key, day: col, seconds, comment: '' }] : [];
    });
    if (edits.length > 0) model.apply(edits, labelOf(edits));
    else announce(t('time.nothing_planned'));
  };

  const saveCsv = (): void => {
    if (!query.data) return;
    const names = {
      client: t('time.client'),
      project: t('time.project'),
      code: t('time.code'),
      task: t('time.task'),
      total: t('time.total'),
    };
    const csv = sheetCsv(query.data, lines, (line) => days.map((_, col) => model.at(line, col)), names);
    saveFile(new Blob([csv], { type: 'text/csv' }), `timesheet_${days[0]?.day}_${days[6]?.day}.csv`);
  };

  const saveExcel = (): void => {
    const [from = '', to = ''] = [days[0]?.day, days[6]?.day];
    const of = { from, to, ...(person ? { user_id: person } : {}) };
    callTime
      .download('GET /api/time_entries/export', `time_${from}_${to}.xlsx`, { query: of })
      .catch((error: unknown) => notify.error(reasonOf(error)));
  };

  return { labelOf, fill, copy, applyTemplate, acceptPlan, saveCsv, saveExcel };
}
