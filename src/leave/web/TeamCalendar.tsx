import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Day, addMonths, monthOf } from '../../kit/day.ts';
import { GRADES, atLeast } from '../../kit/grades.ts';
import { useTeamOptions } from '../../people/web/public.tsx';
import { list, useAddress, whole, word } from '../../web/address.ts';
import { day as dayText, today } from '../../web/format.ts';
import { useSession } from '../../web/session.ts';
import {
  Button,
  EmptyState,
  FilterBar,
  IconButton,
  Loaded,
  PHONE,
  Waiting,
  announce,
  useKeys,
  useMedia,
} from '../../web/ui/index.ts';
import { type Spot, daysOfMonth, lettersOf, monthNamed } from './calendar.ts';
import { CalendarLegend } from './CalendarLegend.tsx';
import styles from './Calendar.module.css';
import { LEAVE, call, useLeaveTypes } from './leave-data.ts';
import { TeamGrid } from './TeamGrid.tsx';
import { TeamList } from './TeamList.tsx';

const codecs = { month: word(), q: word(), teams: list(), grades: list(), page: whole(1), per_page: whole(25) };
const SIZES = [25, 50, 100];
const UUID = /^[0-9a-f-]{36}$/i;
const START: Spot = { row: 0, day: 0, anchor: 0 };

export interface TeamCalendarProps {
  /** Asks for leave on these days, for somebody else where one may. */
  onAsk: (from: Day, to: Day, userId: string | undefined) => void;
}

/** People by the days of a month: who is off, who is asked to be, and which days nobody works. */
export function TeamCalendar({ onAsk }: TeamCalendarProps) {
  const { t } = useTranslation();
  const [values, setValues] = useAddress(codecs);
  const phone = useMedia(PHONE);
  const me = useSession((session) => session.me);
  const teams = useTeamOptions();
  const types = useLeaveTypes();
  const [spot, setSpot] = useState(START);
  const now = monthOf(today());
  const month = monthNamed(values.month) ?? now;
  const days = useMemo(() => daysOfMonth(month), [month]);
  const letters = useMemo(() => lettersOf(types), [types]);
  const chosenTeams = values.teams.filter((id) => UUID.test(id));
  const chosenGrades = GRADES.filter((grade) => values.grades.includes(grade));
  const search = values.q.trim();
  const asked = {
    from: days[0] ?? month,
    to: days.at(-1) ?? month,
    page: values.page,
    per_page: SIZES.includes(values.per_page) ? values.per_page : 25,
    ...(chosenTeams.length > 0 ? { teams: chosenTeams } : {}),
    ...(chosenGrades.length > 0 ? { grades: chosenGrades } : {}),
    ...(search ? { search } : {}),
  };
  const query = useQuery({
    queryKey: [...LEAVE, 'calendar', asked],
    queryFn: ({ signal }) => call('GET /api/leave_calendar', { query: asked }, { signal }),
    placeholderData: keepPreviousData,
  });
  const turn = (by: number): void => {
    const next = addMonths(month, by);
    setValues({ month: next === now ? '' : next.slice(0, 7) });
    announce(dayText(next, 'month'));
  };
  useKeys([
    { keys: 't', label: 'leave.this_month', run: () => setValues({ month: '' }) },
    { keys: 'shift+arrowleft', label: 'leave.month_before', run: () => turn(-1) },
    { keys: 'shift+arrowright', label: 'leave.month_after', run: () => turn(1) },
  ]);
  const actsForOthers = me !== undefined && (me.category === 'hr' || atLeast(me.grade, 'Manager'));
  const mayAsk = (userId: string): boolean => userId === me?.id || actsForOthers;
  const ask = (userId: string, from: Day, to: Day): void => onAsk(from, to, userId === me?.id ? undefined : userId);
  const narrowed = search !== '' || chosenTeams.length > 0 || chosenGrades.length > 0;
  const empty = (
    <EmptyState
      title={narrowed ? t('leave.nobody_matches') : t('leave.nobody')}
      action={
        narrowed
          ? { label: t('web.clear_filters'), onClick: () => setValues({ q: '', teams: [], grades: [], page: 1 }) }
          : undefined
      }
    />
  );
  return (
    <div className={styles.page}>
      <FilterBar
        screen="leave_calendar"
        search="q"
        page="page"
        codecs={codecs}
        values={values}
        onChange={setValues}
        count={query.data?.pagination.total}
        filters={[
          { kind: 'many', id: 'teams', label: t('leave.teams'), options: teams },
          { kind: 'many', id: 'grades', label: t('leave.grades'), options: GRADES.map((grade) => ({ id: grade, name: grade })) },
        ]}
      >
        <div className={styles.steps}>
          <IconButton label={t('leave.month_before')} icon={<IconChevronLeft size={18} />} onClick={() => turn(-1)} />
          <Button onClick={() => setValues({ month: '' })}>{t('leave.this_month')}</Button>
          <IconButton label={t('leave.month_after')} icon={<IconChevronRight size={18} />} onClick={() => turn(1)} />
        </div>
      </FilterBar>
      <h2 className={styles.month}>{dayText(month, 'month')}</h2>
      <Loaded query={query} skeleton={<Waiting rows={12} />} isEmpty={({ pagination }) => pagination.total === 0} empty={empty}>
        {({ rows, pagination }) => {
          const shared = {
            days,
            rows,
            letters,
            types,
            pagination,
            onPage: (page: number, perPage: number) => setValues({ page, per_page: perPage }),
          };
          return phone ? <TeamList {...shared} /> : <TeamGrid {...shared} {...{ spot, mayAsk }} onSpot={setSpot} onAsk={ask} />;
        }}
      </Loaded>
      <CalendarLegend types={types} letters={letters} />
      {!phone && <p className={styles.hint}>{t('leave.calendar_hint')}</p>}
    </div>
  );
}
