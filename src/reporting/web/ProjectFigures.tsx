import { IconInfoCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ProjectPartProps } from '../../clients/web/public.tsx';
import { day, hours, hoursOfMinutes, percent } from '../../web/format.ts';
import { IconButton, Loaded, Popover, Waiting } from '../../web/ui/index.ts';
import { BurnChart } from './BurnChart.tsx';
import { burnOf } from './burn.ts';
import styles from './Project.module.css';
import { useProjectFigures } from './project-data.ts';

interface Shown {
  id: 'logged' | 'booked' | 'remaining' | 'used';
  value: string;
  /** The formula with its figures. */
  formula: string;
}

/** What was logged, what is booked, what remains and how much of the budget is used; each says how it is counted. */
export default function ProjectFigures({ projectId }: ProjectPartProps) {
  const { t } = useTranslation();
  const query = useProjectFigures(projectId);
  return (
    <Loaded query={query} skeleton={<Waiting rows={3} />}>
      {(figures) => {
        const logged = figures.logged_seconds / 60;
        const { budget_minutes: budget, booked_minutes: booked } = figures;
        const words = {
          logged: hours(figures.logged_seconds),
          chargeable: hours(figures.chargeable_seconds),
          booked: hoursOfMinutes(booked),
          tentative: hoursOfMinutes(figures.tentative_minutes),
          budget: budget === null ? '' : hoursOfMinutes(budget),
          day: day(figures.as_of),
        };
        const none = t('reporting.no_budget');
        const shown: Shown[] = [
          { id: 'logged', value: words.logged, formula: t('reporting.formula_logged', words) },
          { id: 'booked', value: words.booked, formula: t('reporting.formula_booked', words) },
          {
            id: 'remaining',
            value: budget === null ? none : hoursOfMinutes(Math.round(budget - logged)),
            formula:
              budget === null
                ? t('reporting.formula_no_budget')
                : t('reporting.formula_remaining', {
                    ...words,
                    left: hoursOfMinutes(Math.round(budget - logged - booked)),
                  }),
          },
          {
            id: 'used',
            value: budget ? percent(logged / budget, 1) : none,
            formula: budget ? t('reporting.formula_used', words) : t('reporting.formula_no_budget'),
          },
        ];
        const months = burnOf(figures);
        return (
          <>
            <dl className={styles.figures}>
              {shown.map(({ id, value, formula }) => (
                <div key={id} className={styles.figure}>
                  <dt>
                    {t(`reporting.project_${id}`)}
                    <Popover position="bottom-end" withArrow transitionProps={{ duration: 0 }}>
                      <Popover.Target>
                        <IconButton
                          size="sm"
                          label={t('reporting.how_counted', { what: t(`reporting.project_${id}`) })}
                          icon={<IconInfoCircle size={16} />}
                        />
                      </Popover.Target>
                      <Popover.Dropdown>
                        <p className={styles.formula}>{formula}</p>
                      </Popover.Dropdown>
                    </Popover>
                  </dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
            {months.length > 0 && (
              <BurnChart
                months={months}
                caption={t(budget ? 'reporting.burn_caption' : 'reporting.burn_caption_no_budget', {
                  ...words,
                  used: budget ? percent(logged / budget) : '',
                })}
              />
            )}
          </>
        );
      }}
    </Loaded>
  );
}
