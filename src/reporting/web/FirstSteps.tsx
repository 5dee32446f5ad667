import { IconBook, IconClockPlus, IconLanguage } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from '../../web/ui/index.ts';
import { HomeCard } from './HomeCard.tsx';
import styles from './Home.module.css';
import type { HomeFacts } from './home-data.ts';
import { ADD_TIME, GUIDE, PROFILE, useOpenScreen } from './open-screens.ts';

const STEPS = [
  { path: PROFILE, text: 'reporting.step_profile', why: 'reporting.step_profile_why', icon: IconLanguage },
  { path: ADD_TIME, text: 'reporting.step_time', why: 'reporting.step_time_why', icon: IconClockPlus },
  { path: GUIDE, text: 'reporting.step_guide', why: 'reporting.step_guide_why', icon: IconBook },
] as const;

/** The way in for somebody who has never logged time; gone with the first entry. */
export function FirstSteps({ facts }: { facts: HomeFacts | undefined }) {
  const { t } = useTranslation();
  const open = useOpenScreen();
  const steps = STEPS.filter(({ path }) => open(path));
  if (!facts || facts.weeks.some(({ seconds }) => seconds > 0) || steps.length === 0) return null;
  return (
    <HomeCard area="start" title={t('reporting.first_steps')}>
      <ol className={styles.steps}>
        {steps.map(({ path, text, why, icon: Icon }) => (
          <li key={path}>
            <Link to={path} className={styles.step}>
              <Icon size={20} stroke={1.5} aria-hidden="true" />
              <span>
                <strong>{t(text)}</strong>
                <span className={styles.muted}>{t(why)}</span>
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </HomeCard>
  );
}
