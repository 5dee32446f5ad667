import { useTranslation } from 'react-i18next';
import { monthOf } from '../../kit/day.ts';
import { ColumnChart, LineChart, Waterfall } from '../../web/charts/index.ts';
import { discount, earned, marginRatio, overrun, recovery } from '../rules/money.ts';
import type { GroupedMoney, MoneyRow } from './money-data.ts';
import type { Picture } from './money-pictures.ts';
import { amountText, monthName, ratioText } from './names.ts';
import styles from './Report.module.css';

export interface MoneyPictureProps {
  picture: Picture;
  report: GroupedMoney;
  months: readonly MoneyRow[];
  onMonth: (month: string) => void;
  onSort: (sort: string) => void;
}

/** The main picture: where standard value goes, or how months went. */
export function MoneyPicture(props: MoneyPictureProps) {
  const { picture, months } = props;
  return (
    <div className={styles.chart}>
      {picture === 'bridge' ? (
        <Bridge {...props} />
      ) : months.length === 0 ? null : picture === 'months' ? (
        <Months {...props} />
      ) : (
        <Ratios {...props} />
      )}
    </div>
  );
}

/** From standard value to fees: what rates, fixed fees and write-offs take. A step sorts the table by what it took. */
function Bridge({ report: { total, currency }, onSort }: MoneyPictureProps) {
  const { t } = useTranslation();
  const steps = [
    { id: 'standard', name: t('reporting.standard_value'), value: total.standard, total: true },
    { id: 'discount', name: t('reporting.discount'), value: -discount(total) },
    { id: 'overrun', name: t('reporting.overrun'), value: -overrun(total) },
    { id: 'written_off', name: t('reporting.written_off'), value: -total.written_off },
    { id: 'fee', name: t('reporting.figure_fees'), value: earned(total), total: true },
  ];
  return (
    <Waterfall
      caption={t('reporting.bridge_says', {
        standard: amountText(total.standard, currency),
        fee: amountText(earned(total), currency),
        ratio: ratioText(recovery(total)),
      })}
      about={t('reporting.step')}
      unit={currency}
      steps={steps}
      show={(value) => amountText(value, currency)}
      onPick={(step) => onSort(`-${steps[step]?.id ?? 'fee'}`)}
    />
  );
}

/** Fees month by month with what is not earned on top, up to standard value. */
function Months({ report, months, onMonth }: MoneyPictureProps) {
  const { t } = useTranslation();
  const { currency, provisional_from: open } = report;
  const best = months.toSorted((a, b) => earned(b) - earned(a))[0];
  return (
    <ColumnChart
      caption={t('reporting.months_earned', {
        month: best ? monthName(best.key) : '',
        fee: amountText(best ? earned(best) : 0, currency),
      })}
      about={t('reporting.month')}
      names={months.map(({ key }) => monthName(key))}
      series={[
        { name: t('reporting.figure_fees'), values: months.map(earned) },
        { name: t('reporting.figure_under'), values: months.map((month) => Math.max(0, month.standard - earned(month))) },
      ]}
      target={{ name: t('reporting.standard_value'), values: months.map(({ standard }) => standard) }}
      provisional={(column) => open !== null && (months[column]?.key ?? '') >= monthOf(open)}
      show={(value) => amountText(value, currency)}
      onPick={(column) => onMonth(months[column]?.key ?? '')}
    />
  );
}

/** Recovery and, for who may see costs, margin, month by month. */
function Ratios({ report, months, onMonth }: MoneyPictureProps) {
  const { t } = useTranslation();
  const sees = report.total.cost !== undefined;
  const series = [
    { name: t('reporting.figure_recovery'), values: months.map((month) => recovery(month) ?? undefined) },
    ...(sees ? [{ name: t('reporting.figure_margin'), values: months.map((month) => marginRatio(month) ?? undefined) }] : []),
  ];
  return (
    <LineChart
      caption={t('reporting.ratios_say', { ratio: ratioText(recovery(report.total)) })}
      about={t('reporting.month')}
      names={months.map(({ key }) => monthName(key))}
      series={series}
      show={ratioText}
      onPick={(column) => onMonth(months[column]?.key ?? '')}
    />
  );
}
