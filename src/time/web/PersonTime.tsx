import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Day, addDays, daysBetween } from '../../kit/day.ts';
import { caller } from '../../web/api.ts';
import type { leaveContract } from '../../leave/contract.ts';
import type { UserPartProps } from '../../people/web/public.ts';
import { BarChart } from '../../web/charts/index.ts';
import { day, hours, today } from '../../web/format.ts';
import { weekOf } from '../../web/ui/dates.ts';
import { Loaded, Waiting } from '../../web/ui/index.ts';
import { callTime } from './sheet-query.ts';

const WEEKS = 12;
const PER_PAGE = 200;
/** Pages of entries that are read: more than anybody logs in twelve weeks. */
const MOST_PAGES = 20;

const callLeave = caller<typeof leaveContract>();

interface PersonWeeks {
  starts: Day[];
  /** Seconds. */
  logged: number[];
  /** Seconds of the pattern less holidays and leave. */
  due: number[];
}

async function readWeeks(userId: string, from: Day, signal: AbortSignal): Promise<PersonWeeks> {
  const to = addDays(from, WEEKS * 7 - 1);
  const starts = Array.from({ length: WEEKS }, (_, index) => addDays(from, index * 7));
  const zeros = (): number[] => starts.map(() => 0);
  const weeks: PersonWeeks = { starts, logged: zeros(), due: zeros() };
  const capacity = await callLeave('GET /api/capacity', { query: { from, to, user_ids: [userId] } }, { signal });
  const [person] = capacity.people;
  for (const [index, pattern] of (person?.pattern ?? []).entries()) {
    const minutes = pattern - (person?.holiday[index] ?? 0) - (person?.leave[index] ?? 0);
    const week = Math.floor(index / 7);
    weeks.due[week] = (weeks.due[week] ?? 0) + minutes * 60;
  }
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const query = { from, to, user_id: userId, page, per_page: PER_PAGE };
    const { rows, pagination } = await callTime('GET /api/time_entries', { query }, { signal });
    for (const entry of rows) {
      const week = Math.floor(daysBetween(from, entry.day) / 7);
      weeks.logged[week] = (weeks.logged[week] ?? 0) + entry.seconds;
    }
    if (!pagination.has_next) break;
  }
  return weeks;
}

/** What a person logged in the twelve weeks up to this one, beside the working time that was due. */
export default function PersonTime({ userId }: UserPartProps) {
  const { t } = useTranslation();
  const from = addDays(weekOf(today()).from, -7 * (WEEKS - 1));
  const query = useQuery({
    queryKey: ['time', 'person', userId, from],
    queryFn: ({ signal }) => readWeeks(userId, from, signal),
  });
  const sum = (values: readonly number[]): number => values.reduce((total, each) => total + each, 0);
  return (
    <Loaded query={query} skeleton={<Waiting rows={6} />}>
      {({ starts, logged, due }) => (
        <BarChart
          caption={t('time.person_logged', { logged: hours(sum(logged)), due: hours(sum(due)) })}
          about={t('time.person_week')}
          names={starts.map((start, index) => t('time.person_of', { week: day(start, 'short'), hours: hours(due[index] ?? 0) }))}
          series={[{ name: t('time.person_hours'), values: logged }]}
          show={hours}
        />
      )}
    </Loaded>
  );
}
