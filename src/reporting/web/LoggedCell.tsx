import { useTranslation } from 'react-i18next';
import type { ProjectCellProps } from '../../clients/web/public.tsx';
import { hours, percent } from '../../web/format.ts';
import styles from './Project.module.css';
import { useLogged } from './project-data.ts';

const NEAR = 0.8;

/** How much of a project's hours is used, or how many were logged where it has no budget. */
export default function LoggedCell({ projectId, budgetMinutes, ids }: ProjectCellProps) {
  const { t } = useTranslation();
  const seconds = useLogged(ids).data?.get(projectId);
  if (seconds === undefined) return null;
  if (!budgetMinutes) return <span className={styles.muted}>{t('reporting.project_hours', { hours: hours(seconds) })}</span>;
  const share = seconds / (budgetMinutes * 60);
  return (
    <span data-level={share >= 1 ? 'over' : share >= NEAR ? 'near' : 'fine'} className={styles.share}>
      {percent(share)}
    </span>
  );
}
