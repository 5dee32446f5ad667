import { IconArrowsRight, IconEraser, IconReceipt, IconReceiptOff } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { number } from '../../web/format.ts';
import { Button, notify } from '../../web/ui/index.ts';
import { moveEntries } from './entry-actions.ts';
import type { Book } from './pick.ts';
import { reasonOf } from './sheet-query.ts';
import styles from './Timesheet.module.css';
import type { ChosenRows } from './useChosenRows.ts';
import { useStored } from './useWeek.ts';
import type { WeekModel } from './week-model.ts';
import { WorkPicker } from './WorkPicker.tsx';
import { type Edit, type Line, type SheetEntry, lineName } from './week.ts';

export interface RowActsProps {
  model: WeekModel;
  chosen: ChosenRows;
  /** The entries of the week as they are known at that moment, those just stored among them. */
  entriesNow: () => readonly SheetEntry[];
  book: Book | undefined;
  labelOf: (edits: readonly Edit[]) => string;
  /** The rows are dealt with: the grid takes the keyboard. */
  onDone: () => void;
}

/** What can be done with the chosen rows, each as one step that can be taken back: other work, chargeable or not, no hours. */
export function RowActs({ model, chosen, entriesNow, book, labelOf, onDone }: RowActsProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { days } = useStored(model.state);
  const [moving, setMoving] = useState(false);
  const [busy, setBusy] = useState(false);
  if (chosen.lines.length === 0) return null;
  const count = chosen.lines.length;

  const done = (): void => {
    chosen.clear();
    setMoving(false);
    onDone();
  };

  const unsaved = (): boolean => model.saver.unsaved().some(({ line }) => chosen.keys.has(line));

  /** Entries of open days behind the chosen rows, once everything typed has been stored; undefined while something cannot be. */
  const behind = async (): Promise<SheetEntry[] | undefined> => {
    await model.saver.flush();
    if (unsaved()) return undefined;
    const ids = new Set(
      chosen.lines.flatMap(({ key }) =>
        [...model.cells.row(key)].flatMap(([col, cell]) => (days[Number(col)]?.locked ? [] : cell.entries.map(({ id }) => id))),
      ),
    );
    return entriesNow().filter(({ id }) => ids.has(id));
  };

  const change = async (label: string, set: Parameters<typeof moveEntries>[2], after?: () => void): Promise<void> => {
    setBusy(true);
    try {
      const some = await behind();
      if (!some) return notify.error(t('time.rows_unsaved'));
      if (some.length === 0) return notify.info(t('time.no_hours_to_change'));
      await moveEntries(client, some, set, label);
      after?.();
      done();
    } catch (error) {
      notify.error(reasonOf(error));
    } finally {
      setBusy(false);
    }
  };

  const move = (to: Line): Promise<void> => {
    const from = chosen.lines.filter(({ key }) => key !== to.key);
    return change(
      t('time.rows_moved', { count, shown: number(count), work: lineName(to) }),
      { project_id: to.project_id, task_type_id: to.task_type_id },
      () => {
        for (const { key } of from) model.dropLine(key);
      },
    );
  };

  const clear = (): void => {
    const edits = chosen.lines.flatMap(({ key }) =>
      [...model.cells.row(key)].flatMap(([col, cell]) =>
        cell.seconds > 0 && !days[Number(col)]?.locked ? [{ line: key, day: Number(col), seconds: 0, comment: '' }] : [],
      ),
    );
    if (edits.length === 0) return notify.info(t('time.no_hours_to_change'));
    notify.undo(t('time.rows_cleared', { count, shown: number(count) }), model.apply(edits, labelOf(edits)));
    done();
  };

  return (
    <div className={styles.rowActs} role="toolbar" aria-label={t('time.chosen_rows')}>
      <strong>{t('time.rows_chosen', { count, shown: number(count) })}</strong>
      {moving ? (
        <div className={styles.rowTarget}>
          <WorkPicker
            label={t('time.move_rows_to')}
            hideLabel
            placeholder={t('time.move_rows_to')}
            book={book}
            planned={[]}
            value={undefined}
            onPick={(line) => void move(line)}
            onCancel={() => setMoving(false)}
            autoFocus
          />
        </div>
      ) : (
        <Button icon={<IconArrowsRight size={16} aria-hidden="true" />} disabled={busy} onClick={() => setMoving(true)}>
          {t('time.move_rows')}
        </Button>
      )}
      <Button
        icon={<IconReceipt size={16} aria-hidden="true" />}
        disabled={busy}
        onClick={() => void change(t('time.rows_chargeable', { count, shown: number(count) }), { chargeable: true })}
      >
        {t('time.chargeable')}
      </Button>
      <Button
        icon={<IconReceiptOff size={16} aria-hidden="true" />}
        disabled={busy}
        onClick={() => void change(t('time.rows_not_chargeable', { count, shown: number(count) }), { chargeable: false })}
      >
        {t('time.not_chargeable')}
      </Button>
      <Button icon={<IconEraser size={16} aria-hidden="true" />} disabled={busy} onClick={clear}>
        {t('time.clear_rows')}
      </Button>
      <Button level="subtle" onClick={done}>
        {t('web.clear_selection')}
      </Button>
    </div>
  );
}
