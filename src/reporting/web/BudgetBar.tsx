import { useTranslation } from 'react-i18next';
import * as format from '../../web/format.ts';
import { hoursText } from './names.ts';
import type { ProjectBudget } from './report-data.ts';
import styles from './Report.module.css';

export interface BudgetBarProps {
  row: ProjectBudget;
}

/** Bars end at so many budgets: the marks of all rows stand below each other. */
const ENDS_AT = 1.5;

/** Logged time as a bar, what is booked behind it, the budget as a mark; the share of it in figures. */
export function BudgetBar({ row }: BudgetBarProps) {
  const { t } = useTranslation();
  const logged = row.logged_seconds / 60;
  const ends = (row.budget_minutes ?? 0) * ENDS_AT;
  const at = (minutes: number): string => `${Math.min(100, ends > 0 ? (minutes / ends) * 100 : 0)}%`;
  const share = row.budget_minutes ? logged / row.budget_minutes : null;
  const words = t('reporting.budget_says', {
    logged: hoursText(row.logged_seconds),
    booked: hoursText((row.booked_minutes + row.tentative_minutes) * 60),
    budget: row.budget_minutes === null ? '–' : hoursText(row.budget_minutes * 60),
  });
  return (
    <span className={styles.ratio} title={words}>
      <span className={styles.track} aria-hidden="true">
        <span className={styles.ahead} style={{ width: at(logged + row.booked_minutes + row.tentative_minutes) }} />
        <span className={styles.fill} data-over={(share ?? 0) > 1 || undefined} style={{ width: at(logged) }} />
        {row.budget_minutes !== null && <span className={styles.target} style={{ left: at(row.budget_minutes) }} />}
      </span>
      <b>{share === null ? <span className={styles.muted}>–</span> : format.percent(share)}</b>
    </span>
  );
}
