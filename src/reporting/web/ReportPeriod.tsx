import { IconCalendarTime, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type Day, addDays } from '../../kit/day.ts';
import { Button, DateField, IconButton, Menu, type Period, PeriodField, periodName } from '../../web/ui/index.ts';
import { PRESETS, presetPeriod, stepped } from './period.ts';
import styles from './Report.module.css';

export interface ReportPeriodProps {
  period: Period;
  today: Day;
  onChange: (period: Period) => void;
  /** The day at whose end the report is opened. */
  asOf: Day | undefined;
  onAsOf: (day: Day | undefined) => void;
}

/** The days of a report: typed or picked, one step back or on, or one of the usual ones. */
export function ReportPeriod({ period, today, onChange, asOf, onAsOf }: ReportPeriodProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.period} role="group" aria-label={t('reporting.period')}>
      <IconButton
        level="default"
        label={t('reporting.period_before')}
        icon={<IconChevronLeft size={16} />}
        onClick={() => onChange(stepped(period, -1, today))}
      />
      <div className={styles.days}>
        <PeriodField label={t('reporting.period')} hideLabel value={period} onChange={(next) => next && onChange(next)} />
      </div>
      <IconButton
        level="default"
        label={t('reporting.period_after')}
        icon={<IconChevronRight size={16} />}
        onClick={() => onChange(stepped(period, 1, today))}
      />
      <Menu position="bottom-start" transitionProps={{ duration: 0 }}>
        <Menu.Target>
          <Button icon={<IconCalendarTime size={16} aria-hidden="true" />}>{t('reporting.usual_periods')}</Button>
        </Menu.Target>
        <Menu.Dropdown>
          {PRESETS.map((preset) => {
            const days = presetPeriod(preset, today);
            return (
              <Menu.Item
                key={preset}
                rightSection={<span className={styles.muted}>{periodName(days)}</span>}
                onClick={() => onChange(days)}
              >
                {t(`reporting.preset_${preset}`)}
              </Menu.Item>
            );
          })}
        </Menu.Dropdown>
      </Menu>
      <div className={styles.asOf}>
        <DateField
          label={t('reporting.as_of')}
          hideLabel
          placeholder={`${t('reporting.as_of')}: ${t('reporting.as_of_today')}`}
          value={asOf}
          max={addDays(today, -1)}
          onChange={onAsOf}
        />
      </div>
    </div>
  );
}
