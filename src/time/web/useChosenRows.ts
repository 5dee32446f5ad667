import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { number } from '../../web/format.ts';
import { announce } from '../../web/ui/index.ts';
import { useStored } from './useWeek.ts';
import type { WeekModel } from './week-model.ts';
import type { Line } from './week.ts';

/** Rows of the sheet that were chosen to be changed together. */
export interface ChosenRows {
  /** Those of them that are shown. */
  lines: readonly Line[];
  keys: ReadonlySet<string>;
  /** Chooses the row in that place, or lets go of it; `through`: all rows from the one that was chosen last. */
  choose: (row: number, through: boolean) => void;
  clear: () => void;
}

/** What is hidden by a filter is not chosen: nobody changes what they do not see. */
export function useChosenRows(model: WeekModel): ChosenRows {
  const { t } = useTranslation();
  const { shown } = useStored(model.state);
  const [wanted, setWanted] = useState<ReadonlySet<string>>(new Set());
  const last = useRef<string>(undefined);
  const lines = useMemo(() => shown.filter((line) => wanted.has(line.key)), [shown, wanted]);
  const keys = useMemo(() => new Set(lines.map((line) => line.key)), [lines]);

  const choose = (row: number, through: boolean): void => {
    const line = shown[row];
    if (!line) return;
    const from = through ? shown.findIndex(({ key }) => key === last.current) : -1;
    const next = new Set(keys);
    if (from >= 0) for (const each of shown.slice(Math.min(from, row), Math.max(from, row) + 1)) next.add(each.key);
    else if (!next.delete(line.key)) next.add(line.key);
    last.current = line.key;
    setWanted(next);
    announce(t('time.rows_chosen', { count: next.size, shown: number(next.size) }));
  };
  return { lines, keys, choose, clear: () => setWanted(new Set()) };
}
