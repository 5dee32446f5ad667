import { useTranslation } from 'react-i18next';
import { BulletChart } from '../../web/charts/index.ts';
import { number } from '../../web/format.ts';
import { hoursText } from './names.ts';
import styles from './Report.module.css';
import type { ProjectBudget } from './report-data.ts';

const MOST = 10;

export interface BudgetPictureProps {
  rows: readonly ProjectBudget[];
  onPick: (projectId: string) => void;
}

/** The first projects of the table as bars: logged, booked, and the budget as a tick. */
export default function BudgetPicture({ rows, onPick }: BudgetPictureProps) {
  const { t } = useTranslation();
  const shown = rows.slice(0, MOST);
  const over = shown.filter(
    ({ budget_minutes: budget, logged_seconds, booked_minutes }) =>
      budget !== null && logged_seconds / 60 + booked_minutes > budget,
  ).length;
  return (
    <div className={styles.chart}>
      <BulletChart
        caption={t('reporting.budgets_say', { count: shown.length, shown: number(shown.length), over: number(over) })}
        about={t('reporting.project')}
        parts={[t('reporting.logged'), t('reporting.booked')]}
        ahead={[false, true]}
        mark={t('reporting.burn_budget')}
        rows={shown.map((row) => ({
          name: `${row.project} · ${row.code}`,
          values: [row.logged_seconds, row.booked_minutes * 60],
          mark: row.budget_minutes === null ? undefined : row.budget_minutes * 60,
        }))}
        show={(seconds) => t('reporting.h', { hours: hoursText(seconds) })}
        onPick={(row) => onPick(shown[row]?.project_id ?? '')}
      />
    </div>
  );
}
