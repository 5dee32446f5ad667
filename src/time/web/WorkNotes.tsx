import { useTranslation } from 'react-i18next';
import * as format from '../../web/format.ts';
import { useSession } from '../../web/session.ts';
import { breachesOf } from '../rules/working-time.ts';
import { useDaySums } from './SheetTotals.tsx';
import styles from './Timesheet.module.css';
import { useStored } from './useWeek.ts';
import type { WeekModel } from './week-model.ts';
import type { Timesheet } from './week.ts';

/** Minutes that a day may hold before one is warned: the firm's own limit or that of the person's country, whichever is less. */
export function useDayLimit(working: Timesheet['working'] | undefined): number | null {
  const firm = useSession((state) => state.firm?.day_limit_minutes ?? 0);
  const limits = [firm, working?.day_minutes ?? 0].filter((minutes) => minutes > 0);
  return limits.length > 0 ? Math.min(...limits) : null;
}

/** Days over their most, a week over its most and nights with too little rest, as one types; nothing where all is well. */
export function WorkNotes({ model, working }: { model: WeekModel; working: Timesheet['working'] }) {
  const { t } = useTranslation();
  const { days } = useStored(model.state);
  const sums = useDaySums(model);
  const rule = { day_minutes: useDayLimit(working), week_minutes: working?.week_minutes ?? null, rest_minutes: null };
  const eve = { day: '', seconds: 0, spans: [] };
  const worked = days.map(({ day }, index) => ({ day, seconds: sums[index] ?? 0, spans: [] }));
  const name = (day: string): string => format.day(day, 'short');
  const notes = [
    ...breachesOf(() => rule, [eve, ...worked]).map(({ kind, day, minutes, limit }) =>
      t(`time.over_${kind}_limit`, {
        day: name(day),
        hours: format.hoursOfMinutes(minutes),
        limit: format.hoursOfMinutes(limit),
      }),
    ),
    ...(working?.rests ?? []).map(({ day, minutes }) =>
      t('time.short_rest', {
        day: name(day),
        hours: format.hoursOfMinutes(minutes),
        limit: format.hoursOfMinutes(working?.rest_minutes ?? 0),
      }),
    ),
  ];
  return (
    <div role="status" className={styles.workNotes}>
      {notes.map((note) => (
        <p key={note}>
          <span aria-hidden="true">▲ </span>
          {note}
        </p>
      ))}
    </div>
  );
}
