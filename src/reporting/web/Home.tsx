import { IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { isoWeek, mondayOfIsoWeek } from '../../kit/day.ts';
import { type Codec, useAddress } from '../../web/address.ts';
import * as format from '../../web/format.ts';
import { useSession } from '../../web/session.ts';
import { LinkButton, PageTitle, useKeys } from '../../web/ui/index.ts';
import { BookingsCard } from './BookingsCard.tsx';
import { FirstSteps } from './FirstSteps.tsx';
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

  useKeys(mayAdd ? [{ keys: 'n', label: 'reporting.log_time', run: () => void navigate({ to: ADD_TIME as never }) }] : []);

  return (
    <>
      <PageTitle
        title={t('reporting.home')}
        actions={
          mayAdd && (
            <LinkButton level="primary" to={ADD_TIME} icon={<IconPlus size={16} aria-hidden="true" />}>
              {t('reporting.log_time')}
            </LinkButton>
          )
        }
      >
        <span className={styles.hello}>
          {name ? t('reporting.hello', { name, day: format.day(today, 'long') }) : format.day(today, 'long')}
        </span>
      </PageTitle>
      <div className={styles.page}>
        <div className={styles.grid}>
          <FirstSteps facts={facts.data} />
          <WeekCard week={w || thisWeek} today={today} onWeek={(next) => setAddress({ w: next === thisWeek ? '' : next })} />
          <TodoCard query={facts} />
          <UtilizationCard query={facts} />
          <BookingsCard today={today} />
          <ShortcutsCard />
        </div>
      </div>
    </>
  );
}
