import { useTranslation } from 'react-i18next';
import { BarChart } from '../../web/charts/index.ts';
import * as format from '../../web/format.ts';
import { text } from '../../web/i18n/text.ts';
import type { Period } from '../../web/ui/index.ts';
import { type TimeRow, chargeableShare, everyMonth, spansOf } from './hours-rows.ts';
import { hoursText, monthsName } from './names.ts';
import { monthsOf } from './period.ts';
import styles from './Report.module.css';
import { type Hours, type HoursBy, type HoursTotals, useHours } from './report-data.ts';
import type { ReportBody } from './report-filters.ts';

const LARGEST = 10;

interface Bars {
  caption: string;
  about: string;
  bars: readonly (Pick<TimeRow, 'seconds' | 'chargeable_seconds'> & { name: string })[];
}

export interface HoursChartProps {
  totals: HoursTotals;
  period: Period;
  body: ReportBody;
  by: HoursBy;
}

/** Chargeable and internal hours: month by month, or, of a single month, the largest rows. */
export function HoursChart({ totals, period, body, by }: HoursChartProps) {
  const months = monthsOf(period);
  return months.length > 1 ? <Picture {...byMonth(totals, months)} /> : <Largest totals={totals} body={body} by={by} />;
}

/** The largest rows, whatever page and order the table shows. One more is asked for: work without a project is no bar. */
function Largest({ totals, body, by }: Omit<HoursChartProps, 'period'>) {
  const { data } = useHours(body, by, { sort: '-seconds', page: 1, per: LARGEST + 1 }, true);
  return data ? <Picture {...byRow(data, totals)} /> : null;
}

function Picture({ caption, about, bars }: Bars) {
  const { t } = useTranslation();
  const shown = (seconds: number): string => t('reporting.h', { hours: hoursText(seconds) });
  const series = [
    { name: t('reporting.chargeable'), values: bars.map((bar) => bar.chargeable_seconds) },
    { name: t('reporting.internal'), values: bars.map((bar) => bar.seconds - bar.chargeable_seconds) },
  ].filter(({ values }) => values.some((seconds) => seconds > 0));
  return (
    <div className={styles.chart}>
      <BarChart caption={caption} about={about} names={bars.map(({ name }) => name)} series={series} show={shown} />
    </div>
  );
}

function byMonth(totals: HoursTotals, months: string[]): Bars {
  const bars = spansOf(everyMonth(totals.months, months)).map((span) => ({ ...span, name: monthsName(span.first, span.months) }));
  const most = bars.toSorted((a, b) => b.seconds - a.seconds)[0];
  return {
    caption: text('reporting.months_say', {
      month: most?.name,
      hours: hoursText(most?.seconds ?? 0),
      share: format.percent(chargeableShare(totals) ?? 0),
    }),
    about: text('reporting.month'),
    bars,
  };
}

function byRow({ by, rows }: Hours, totals: HoursTotals): Bars {
  const named = rows.flatMap((row) => {
    const name = 'user_id' in row ? row.name : [row.project, row.code].filter(Boolean).join(' · ');
    return name ? [{ ...row, name }] : [];
  });
  const largest = named.slice(0, LARGEST);
  const share = largest.reduce((sum, row) => sum + row.seconds, 0) / Math.max(1, totals.seconds);
  return {
    caption: text(`reporting.largest_say_${by}`, {
      shown: largest.length,
      total: format.number(by === 'project' ? totals.projects : totals.people),
      share: format.percent(share),
    }),
    about: text(`reporting.${by}`),
    bars: uniquely(largest),
  };
}

/** Two rows of one name get a number: a bar is known by its name. */
function uniquely<Bar extends { name: string }>(bars: readonly Bar[]): Bar[] {
  const seen = new Map<string, number>();
  return bars.map((bar) => {
    const times = (seen.get(bar.name) ?? 0) + 1;
    seen.set(bar.name, times);
    return times === 1 ? bar : { ...bar, name: `${bar.name} (${times})` };
  });
}
