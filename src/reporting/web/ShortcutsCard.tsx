import { useTranslation } from 'react-i18next';
import { Link } from '../../web/ui/index.ts';
import { HomeCard } from './HomeCard.tsx';
import styles from './Home.module.css';
import {
  ADD_TIME,
  COMPLETION,
  HOURS_REPORT,
  PLANNING,
  PROJECTS,
  TIMESHEET,
  UTILIZATION_REPORT,
  WORKLOAD,
  useOpenScreen,
} from './open-screens.ts';

/** Most used first; what a person may not open is left out. */
const PATHS = [ADD_TIME, TIMESHEET, PLANNING, WORKLOAD, PROJECTS, HOURS_REPORT, UTILIZATION_REPORT, COMPLETION];

export function ShortcutsCard() {
  const { t } = useTranslation();
  const open = useOpenScreen();
  const screens = PATHS.flatMap((path) => open(path) ?? []);
  if (screens.length === 0) return null;
  return (
    <HomeCard area="shortcuts" title={t('reporting.shortcuts')}>
      <ul className={styles.shortcuts}>
        {screens.map(({ path, title, menu }) => {
          const Icon = menu?.icon;
          return (
            <li key={path}>
              <Link to={path} className={styles.shortcut}>
                {Icon && (
                  <span aria-hidden="true">
                    <Icon size={20} />
                  </span>
                )}
                {t(title)}
              </Link>
            </li>
          );
        })}
      </ul>
    </HomeCard>
  );
}
