import { IconChecklist } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { mondayOfIsoWeek } from '../../kit/day.ts';
import { ProjectCards } from '../../clients/web/public.tsx';
import { choice, useAddress, word } from '../../web/address.ts';
import { CallError } from '../../web/api.ts';
import * as format from '../../web/format.ts';
import { Button, EmptyState, Loaded, PageTitle, Soon, Waiting } from '../../web/ui/index.ts';
import { useWaiting } from './approval-data.ts';
import { unfocusTimes } from './focus.ts';
import { useWeek } from './useWeek.ts';
import { WeekHead } from './WeekHead.tsx';
import { WeekSheet } from './WeekSheet.tsx';
import { weekAfter, weekIn } from './week.ts';

const Approvals = lazy(() => import('./Approvals.tsx'));
const MonthView = lazy(() => import('./MonthView.tsx'));

const codecs = {
  w: word(),
  user: word(),
  view: choice(['', 'month', 'approvals'], ''),
  do: choice(['fill', 'copy', 'import', ''], ''),
};

/** The week of a person, to fill in, or their month; or the weeks of others that wait for one's approval. */
export default function Timesheet() {
  const [{ view }, setAddress] = useAddress(codecs);
  if (view !== 'approvals') return <Week />;
  return (
    <Suspense fallback={<Waiting rows={8} />}>
      <Approvals onBack={() => setAddress({ view: '' })} />
    </Suspense>
  );
}

/** Rows of work by seven days, everything saved as one goes. */
function Week() {
  const { t } = useTranslation();
  const [address, setAddress] = useAddress(codecs);
  const waiting = useWaiting();
  const week = weekIn(address.w, format.today());
  const person = address.user;
  const isMonth = address.view === 'month';
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
        actions={
          waiting > 0 && (
            <Button icon={<IconChecklist size={16} aria-hidden="true" />} onClick={() => setAddress({ view: 'approvals' })}>
              {t('time.to_approve', { count: waiting })}
            </Button>
          )
        }
      />
      <ProjectCards />
      <WeekHead
        week={week}
        person={person}
        view={isMonth ? 'month' : 'week'}
        onView={(view) => setAddress({ view: view === 'month' ? 'month' : '' })}
        onWeek={go}
        onPerson={(user) => setAddress({ user })}
      />
      {data.query.error instanceof CallError && data.query.error.status === 403 ? (
        <EmptyState
          title={t('time.not_yours')}
          text={t('time.not_yours_text')}
          action={{ label: t('time.own_timesheet'), onClick: () => setAddress({ user: '' }) }}
        />
      ) : isMonth ? (
        <Suspense fallback={<Waiting rows={8} />}>
          <MonthView monday={mondayOfIsoWeek(week) ?? format.today()} person={person} />
        </Suspense>
      ) : (
        <Loaded query={data.query} skeleton={<Waiting rows={8} />}>
          {() => (
            <Soon key={`${week} ${person}`} fallback={<Waiting rows={8} />}>
              <WeekSheet
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
            </Soon>
          )}
        </Loaded>
      )}
    </>
  );
}
