import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../web/ui/index.ts';
import { LONGEST_DAYS, monthToDate, presetPeriod } from './period.ts';
import type { ReportState } from './use-report.ts';

export interface ReportEmptyProps {
  report: Pick<ReportState, 'today' | 'tooLong' | 'filtered' | 'clearFilters' | 'setPeriod'>;
  /** What is missing, where the period is not at fault. */
  title: string;
  /** There are figures, of too few people to be told. */
  withheld?: boolean | undefined;
}

/** Why a report shows nothing, and the one way out: a shorter period, fewer filters, or the usual days. */
export function ReportEmpty({ report, title, withheld = false }: ReportEmptyProps) {
  const { t } = useTranslation();
  const { today, tooLong, filtered, clearFilters, setPeriod } = report;
  if (tooLong) {
    return (
      <EmptyState
        title={t('reporting.too_long', { days: LONGEST_DAYS })}
        text={t('reporting.too_long_why')}
        action={{
          label: t('reporting.preset_last_12_months'),
          onClick: () => setPeriod(presetPeriod('last_12_months', today)),
        }}
      />
    );
  }
  if (withheld) {
    return (
      <EmptyState
        title={t('reporting.withheld')}
        text={t('reporting.withheld_why')}
        action={{ label: t('reporting.clear_filters'), onClick: clearFilters }}
      />
    );
  }
  if (filtered) {
    return (
      <EmptyState
        title={title}
        text={t('reporting.filters_hide')}
        action={{ label: t('reporting.clear_filters'), onClick: clearFilters }}
      />
    );
  }
  return (
    <EmptyState
      title={title}
      text={t('reporting.period_empty')}
      action={{ label: t('reporting.preset_month_to_date'), onClick: () => setPeriod(monthToDate(today)) }}
    />
  );
}
