import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { addDays, weekday } from '../../kit/day.ts';
import type { UserPartProps } from '../../people/web/public.ts';
import { BarChart } from '../../web/charts/index.ts';
import { day, hoursOfMinutes, today } from '../../web/format.ts';
import { isPageOpen } from '../../web/session.ts';
import { weekOf } from '../../web/ui/dates.ts';
import { Link, Loaded, Waiting } from '../../web/ui/index.ts';
import { unpackBoard } from './board-data.ts';
import { call } from './draft.ts';
import { scaleOf } from './scale.ts';

const WEEKS = 12;

/** What a person is booked for in the twelve weeks from this one on, beside what they can work. */
export default function PersonBookings({ userId }: UserPartProps) {
  const { t } = useTranslation();
  const { from } = weekOf(today());
  const to = addDays(from, WEEKS * 7 - 1);
  const query = useQuery({
    queryKey: ['bookings', 'person', userId, from],
    queryFn: ({ signal }) =>
      call('POST /api/bookings/board', { body: { from, to, unit: 'week', users: [userId], limit: 1 } }, { signal }),
    enabled: isPageOpen('planning'),
  });
  if (!isPageOpen('planning')) return <p>{t('planning.person_closed')}</p>;
  return (
    <Loaded query={query} skeleton={<Waiting rows={6} />}>
      {(board) => {
        const scale = scaleOf(board.from, board.to, 'week', weekday(board.from));
        const [row] = unpackBoard(board, scale, { projects: new Map(), phases: new Map(), tasks: new Map() }, false);
        if (!row) return <p>{t('planning.person_none')}</p>;
        const { load } = row;
        const sum = (values: readonly number[]): number => values.reduce((total, each) => total + each, 0);
        return (
          <>
            <BarChart
              caption={t('planning.person_booked', {
                booked: hoursOfMinutes(sum(load.hard)),
                capacity: hoursOfMinutes(sum(load.capacity)),
              })}
              about={t('planning.person_week')}
              names={board.units.map((unit, index) =>
                t('planning.person_of', { week: day(unit, 'short'), hours: hoursOfMinutes(load.capacity[index] ?? 0) }),
              )}
              series={[
                { name: t('planning.level_hard'), values: load.hard },
                { name: t('planning.level_soft'), values: load.soft },
              ]}
              show={hoursOfMinutes}
            />
            <Link to="/planning/planning_page" search={{ from, users: userId }}>
              {t('planning.leave_meets_board')}
            </Link>
          </>
        );
      }}
    </Loaded>
  );
}
