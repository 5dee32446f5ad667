import { useMemo, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useCol } from '../../web/grid/index.ts';
import styles from './Timesheet.module.css';
import { Total } from './Total.tsx';
import type { CellView, WeekModel } from './week-model.ts';
import { type SheetDay, dayKind, dueMinutes } from './week.ts';

const sumOf = (values: ReadonlyMap<string, CellView>): number => {
  let sum = 0;
  for (const { seconds } of values.values()) sum += seconds;
  return sum;
};

interface TotalsProps {
  model: WeekModel;
  days: readonly SheetDay[];
  today: string;
}

/** The foot of the sheet: each day and the week against what is due, live. */
export function SheetTotals({ model, days, today }: TotalsProps) {
  const { t } = useTranslation();
  const seconds = useDaySums(model);
  const due = days.reduce((sum, day) => sum + dueMinutes(day), 0) * 60;
  return (
    <tfoot>
      <tr role="row">
        <th role="rowheader" scope="row" className={styles.lineHead}>
          {t('time.total')}
        </th>
        {days.map((day, col) => (
          <DayTotal key={day.day} model={model} day={day} col={col} today={today} />
        ))}
        <td role="gridcell" className={styles.weekTotal}>
          <Total seconds={seconds.reduce((sum, each) => sum + each, 0)} due={due} ahead={(days[6]?.day ?? '') >= today} />
        </td>
      </tr>
    </tfoot>
  );
}

function DayTotal({ model, day, col, today }: { model: WeekModel; day: SheetDay; col: number; today: string }) {
  const seconds = useCol(model.cells, String(col), sumOf);
  return (
    <td role="gridcell" className={`${styles.dayTotal} ${styles[dayKind(day)] ?? ''}`} data-testid={`total-${col}`}>
      <Total seconds={seconds} due={dueMinutes(day) * 60} ahead={day.day > today} />
    </td>
  );
}

const COLUMNS = [0, 1, 2, 3, 4, 5, 6];

const listenToAll =
  (model: WeekModel) =>
  (listener: () => void): (() => void) => {
    const stops = COLUMNS.map((col) => model.cells.onCol(String(col), listener));
    return () => {
      for (const stop of stops) stop();
    };
  };

const sumsOf = (model: WeekModel): readonly number[] => COLUMNS.map((col) => sumOf(model.cells.col(String(col))));

/** Live seconds of the seven days. */
export function useDaySums(model: WeekModel): readonly number[] {
  const source = useMemo(() => {
    let held = sumsOf(model);
    return {
      subscribe: listenToAll(model),
      get: (): readonly number[] => {
        const next = sumsOf(model);
        if (next.some((sum, col) => sum !== held[col])) held = next;
        return held;
      },
    };
  }, [model]);
  return useSyncExternalStore(source.subscribe, source.get);
}

/** Whether nothing is logged in the week, live: changes with the first and the last cell only. */
export function useIsEmpty(model: WeekModel): boolean {
  const subscribe = useMemo(() => listenToAll(model), [model]);
  return useSyncExternalStore(subscribe, () => sumsOf(model).every((seconds) => seconds === 0));
}
