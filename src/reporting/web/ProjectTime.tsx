import { useTranslation } from 'react-i18next';
import type { ProjectPartProps } from '../../clients/web/public.tsx';
import { BarChart } from '../../web/charts/index.ts';
import { day, hours } from '../../web/format.ts';
import { isPageOpen } from '../../web/session.ts';
import { EmptyState, LinkButton, Loaded, Waiting } from '../../web/ui/index.ts';
import { useProjectFigures } from './project-data.ts';

const SHOWN = 12;

/** The time of a project by month, the last twelve with time, and the way to the report with all of it. */
export default function ProjectTime({ projectId }: ProjectPartProps) {
  const { t } = useTranslation();
  const query = useProjectFigures(projectId);
  return (
    <Loaded query={query} skeleton={<Waiting rows={6} />}>
      {({ months, logged_seconds, chargeable_seconds }) => {
        const timed = months.filter((row) => row.logged_seconds > 0).slice(-SHOWN);
        if (timed.length === 0) return <EmptyState title={t('reporting.project_no_time')} />;
        return (
          <>
            <BarChart
              caption={t('reporting.project_time_caption', {
                hours: hours(logged_seconds),
                chargeable: hours(chargeable_seconds),
              })}
              about={t('reporting.month')}
              names={timed.map(({ month }) => day(month, 'month'))}
              series={[{ name: t('reporting.project_logged'), values: timed.map((row) => row.logged_seconds) }]}
              show={hours}
            />
            {isPageOpen('management_reporting') && (
              <LinkButton to="/reporting/management_reporting" search={{ projects: projectId }}>
                {t('reporting.project_report')}
              </LinkButton>
            )}
          </>
        );
      }}
    </Loaded>
  );
}
