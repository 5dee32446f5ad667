import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { GRADES } from '../../kit/grades.ts';
import { ColumnChart, LineChart, Waterfall } from '../../web/charts/index.ts';
import * as format from '../../web/format.ts';
import type { Figures } from '../rules.ts';
import type { Preview } from './preview.ts';
import styles from './Pricing.module.css';
import type { Details, Shown } from './pricing-data.ts';

interface PricingChartsProps {
  pricing: Details;
  preview: Preview;
  tables: readonly { lines: readonly { grade: string; minutes: readonly number[] }[] }[];
  /** Names of the phases, or of the months. */
  columns: readonly string[];
}

/** A pricing drawn: the way from standard value to what is earned, hours by grade, and what its versions came to. */
export default function PricingCharts({ pricing, preview, tables, columns }: PricingChartsProps) {
  const { shown, versions, sees_cost: sees } = pricing;
  return (
    <div className={styles.stack}>
      <Way preview={preview} currency={shown.currency} sees={sees} />
      <Hours tables={tables} columns={columns} />
      <VersionsLine versions={versions} currency={shown.currency} />
    </div>
  );
}

/** The steps from standard value over the fee to what is left of it; without costs, to net fee income. */
function stepsOf(figures: Figures, sees: boolean): { key: string; value: number; total?: boolean }[] {
  const { standard, fee, charged, paid, nfi, cost } = figures;
  return [
    { key: 'standard', value: standard, total: true },
    { key: 'discount_step', value: fee - standard },
    { key: 'fee', value: fee, total: true },
    ...(charged === paid ? [] : [{ key: 'expenses_step', value: charged - paid }]),
    ...(charged === paid ? [] : [{ key: 'nfi', value: nfi, total: true }]),
    ...(sees && cost !== null
      ? [
          { key: 'cost', value: -cost },
          { key: 'margin_amount', value: nfi - cost, total: true },
        ]
      : []),
  ];
}

function Way({ preview, currency, sees }: { preview: Preview; currency: string; sees: boolean }) {
  const { t } = useTranslation();
  const { figures } = useSyncExternalStore(preview.subscribe, preview.get);
  return (
    <Waterfall
      caption={t('pricing.chart_way')}
      about={t('pricing.what')}
      unit={currency}
      steps={stepsOf(figures, sees).map(({ key, ...step }) => ({ ...step, name: t(`pricing.${key}`) }))}
      show={(minor) => format.money(minor, currency, true)}
    />
  );
}

function Hours({ tables, columns }: Pick<PricingChartsProps, 'tables' | 'columns'>) {
  const { t } = useTranslation();
  const lines = tables.flatMap((table) => table.lines);
  const series = GRADES.map((grade) => ({
    name: grade,
    values: columns.map((_, column) =>
      lines.reduce((sum, line) => sum + (line.grade === grade ? (line.minutes[column] ?? 0) : 0), 0),
    ),
  })).filter(({ values }) => values.some((minutes) => minutes > 0));
  if (series.length === 0) return null;
  return (
    <ColumnChart
      caption={t('pricing.chart_hours')}
      about={t('pricing.chart_column')}
      names={columns}
      series={series}
      show={(minutes) => t('pricing.in_hours', { hours: format.hoursOfMinutes(minutes) })}
    />
  );
}

function VersionsLine({ versions, currency }: { versions: Details['versions']; currency: Shown['currency'] }) {
  const { t } = useTranslation();
  // Sums of other currencies stand on no common axis.
  const inOrder = versions.filter((each) => each.currency === currency).toSorted((a, b) => a.number - b.number);
  if (inOrder.length < 2) return null;
  return (
    <LineChart
      caption={t('pricing.chart_versions')}
      about={t('pricing.version')}
      names={inOrder.map(({ number }) => t('pricing.version_n', { number }))}
      series={[
        { name: t('pricing.standard'), values: inOrder.map((each) => each.standard) },
        { name: t('pricing.fee'), values: inOrder.map((each) => each.fee) },
      ]}
      show={(minor) => format.money(minor, currency, true)}
    />
  );
}
