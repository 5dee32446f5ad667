import { IconLayoutGrid, IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, Suspense, lazy, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isoWeek, mondayOfIsoWeek } from '../../kit/day.ts';
import { type Codec, useAddress } from '../../web/address.ts';
import * as format from '../../web/format.ts';
import { useSession } from '../../web/session.ts';
import { useUserSetting } from '../../web/user-settings.ts';
import { Button, LinkButton, PageTitle, useKeys } from '../../web/ui/index.ts';
import { BookingsCard } from './BookingsCard.tsx';
import { FirstSteps } from './FirstSteps.tsx';
import { type Arranged, type Card, shownCards } from './home-cards.ts';
import { useHomeFacts, useLiveHome } from './home-data.ts';
import styles from './Home.module.css';
import { ADD_TIME, useOpenScreen } from './open-screens.ts';
import { ShortcutsCard } from './ShortcutsCard.tsx';
import { TodoCard } from './TodoCard.tsx';
import { UtilizationCard } from './UtilizationCard.tsx';
import { WeekCard } from './WeekCard.tsx';

/** The name of an ISO week; nothing is this week. */
const week: Codec<string> = {
  read: (text) => (mondayOfIsoWeek(text) ? text : undefined),
  write: (value) => value,
  fallback: '',
};
const codecs = { w: week };

const USUAL: Arranged = { order: [], hidden: [] };
/** What stands below the fold comes after the rest. */
const more = (name: 'ProjectsCard' | 'LeaveCard') => lazy(async () => ({ default: (await import('./MoreCards.tsx'))[name] }));
const ProjectsCard = more('ProjectsCard');
const LeaveCard = more('LeaveCard');
const TeamCard = lazy(async () => ({ default: (await import('./MoreCards.tsx')).TeamCard }));
const ArrangeCards = lazy(() => import('./ArrangeCards.tsx'));

/** What is there for me today: my week, what waits for me, where I stand, what comes. */
export default function Home() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [{ w }, setAddress] = useAddress(codecs);
  const name = useSession((session) => session.me?.first_name);
  const open = useOpenScreen();
  const facts = useHomeFacts();
  useLiveHome();
  const today = format.today();
  const thisWeek = isoWeek(today);
  const mayAdd = open(ADD_TIME) !== undefined;
  const [arranged, arrange] = useUserSetting<Arranged>('home_cards', USUAL);
  const [arranging, setArranging] = useState(false);
  const cards: Record<Card, ReactNode> = {
    week: <WeekCard week={w || thisWeek} today={today} onWeek={(next) => setAddress({ w: next === thisWeek ? '' : next })} />,
    todo: <TodoCard query={facts} />,
    utilization: <UtilizationCard query={facts} />,
    bookings: <BookingsCard today={today} />,
    projects: <ProjectsCard />,
    team: <TeamCard today={today} />,
    leave: <LeaveCard />,
    shortcuts: <ShortcutsCard />,
  };

  useKeys(mayAdd ? [{ keys: 'n', label: 'reporting.log_time', run: () => void navigate({ to: ADD_TIME as never }) }] : []);

  return (
    <>
      <PageTitle
        title={t('reporting.home')}
        actions={
          <>
            <Button icon={<IconLayoutGrid size={16} aria-hidden="true" />} onClick={() => setArranging(true)}>
              {t('reporting.arrange')}
            </Button>
            {mayAdd && (
              <LinkButton level="primary" to={ADD_TIME} icon={<IconPlus size={16} aria-hidden="true" />}>
                {t('reporting.log_time')}
              </LinkButton>
            )}
          </>
        }
      >
        <span className={styles.hello}>
          {name ? t('reporting.hello', { name, day: format.day(today, 'long') }) : format.day(today, 'long')}
        </span>
      </PageTitle>
      <div className={styles.page}>
        <div className={styles.grid}>
          <FirstSteps facts={facts.data} />
          {shownCards(arranged).map((card) => (
            <Suspense key={card} fallback={null}>
              {cards[card]}
            </Suspense>
          ))}
        </div>
      </div>
      {arranging && (
        <Suspense fallback={null}>
          <ArrangeCards arranged={arranged} onChange={arrange} onClose={() => setArranging(false)} />
        </Suspense>
      )}
    </>
  );
}
