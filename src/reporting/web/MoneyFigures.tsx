import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Sparkline } from '../../web/charts/index.ts';
import { number } from '../../web/format.ts';
import { text } from '../../web/i18n/text.ts';
import { Figure, FigureRow, periodName } from '../../web/ui/index.ts';
import {
  type Money,
  discount,
  earned,
  effectiveRate,
  margin,
  marginRatio,
  netFees,
  overrun,
  recovery,
  underRecovery,
  underRecoveryRatio,
} from '../rules/money.ts';
import { type GroupedMoney, type MoneyRow } from './money-data.ts';
import { amountText, hoursText, pointsText, ratioText } from './names.ts';
import styles from './Report.module.css';

export interface MoneyFiguresProps {
  report: GroupedMoney;
  months: readonly MoneyRow[];
  /** The period and the filters in words, for definitions. */
  period: string;
  filters: string;
  /** A figure that is of no period. */
  children?: ReactNode;
}

/** One figure: what it is of some sums, how it is written and how it came about. */
interface Told {
  id: string;
  of: (money: Money) => number | null;
  show: (value: number | null) => string;
  /** Change in percentage points; else in its own unit. */
  ratio: boolean;
  formula: string;
}

/** The figures of all rows: value, change, the months as a line, and its definition one click away. */
export function MoneyFigures({ report, months, period, filters, children }: MoneyFiguresProps) {
  const { t } = useTranslation();
  const { total, currency } = report;
  const amount = (value: number | null): string => amountText(value, currency);
  const exact = (value: number | null): string => amountText(value, currency, false);
  const words = {
    standard: amount(total.standard),
    charge: amount(total.charge),
    fee: amount(earned(total)),
    gross: amount(total.fee),
    off: amount(total.written_off),
    discount: amount(discount(total)),
    overrun: amount(overrun(total)),
    under: amount(underRecovery(total)),
    hours: hoursText(total.chargeable_seconds),
    cost: amount(total.cost ?? null),
    third: amount(total.third_party ?? null),
    net: amount(netFees(total)),
    margin: amount(margin(total)),
  };
  const told: Told[] = [
    { id: 'fees', of: earned, show: amount, ratio: false, formula: t('reporting.formula_fees', words) },
    {
      id: 'recovery',
      of: recovery,
      show: ratioText,
      ratio: true,
      formula: t('reporting.formula_recovery', { ...words, result: ratioText(recovery(total)) }),
    },
    {
      id: 'under',
      of: underRecovery,
      show: amount,
      ratio: false,
      formula: t('reporting.formula_under', { ...words, result: ratioText(underRecoveryRatio(total)) }),
    },
    {
      id: 'rate',
      of: effectiveRate,
      show: exact,
      ratio: false,
      formula: t('reporting.formula_rate', { ...words, result: exact(effectiveRate(total)) }),
    },
    ...(total.cost === undefined
      ? []
      : [
          { id: 'nfi', of: netFees, show: amount, ratio: false, formula: t('reporting.formula_nfi', words) },
          {
            id: 'margin',
            of: marginRatio,
            show: ratioText,
            ratio: true,
            formula: t('reporting.formula_margin', { ...words, result: ratioText(marginRatio(total)) }),
          },
        ]),
  ];
  return (
    <>
      <FigureRow>
        {told.map((each, index) => (
          <Figure key={each.id} name={t(`reporting.figure_${each.id}`)} value={each.show(each.of(total))} main={index === 0}>
            {months.length > 1 && (
              <Sparkline
                values={months.map((month) => each.of(month) ?? undefined)}
                label={sparkSays(months.map(each.of), each.show)}
                width={140}
              />
            )}
            <Change report={report} told={each} />
            <details className={styles.told}>
              <summary>{t('reporting.how_counted', { what: t(`reporting.figure_${each.id}`) })}</summary>
              <p className={styles.formula}>{each.formula}</p>
              <p>{t(`reporting.meaning_${each.id}`)}</p>
              <p>{t('reporting.counted_over', { period, filters })}</p>
            </details>
          </Figure>
        ))}
        {children}
      </FigureRow>
      <Notes report={report} />
    </>
  );
}

const sparkSays = (values: readonly (number | null)[], show: (value: number) => string): string => {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return text('reporting.not_available');
  return text('reporting.spark_months', { months: values.length, low: show(Math.min(...known)), high: show(Math.max(...known)) });
};

function Change({ report: { total, before, compared, beside }, told }: { report: GroupedMoney; told: Told }): ReactNode {
  // A budget says nothing of standard value.
  if (!compared || (beside.against === 'budget' && (told.id === 'under' || told.ratio))) return null;
  const [now, then] = [told.of(total), before ? told.of(before) : null];
  if (now === null || then === null) return <span>{text('reporting.change_none', { period: compared })}</span>;
  const period = compared;
  if (told.ratio)
    return <span>{text('reporting.change', { points: pointsText((now - then) * 100), period, ratio: told.show(then) })}</span>;
  return <span>{text('reporting.change_amount', { period, amount: told.show(then) })}</span>;
}

/** What makes the figures provisional or smaller than they are. */
function Notes({ report }: { report: GroupedMoney }) {
  const { t } = useTranslation();
  const { total, flagged, provisional_from: open } = report;
  const notes = [
    report.beside.against ? t(`reporting.beside_${report.beside.against}_about`) : '',
    report.beside.against === 'budget' && !report.before ? t('reporting.beside_budget_none') : '',
    open ? t('reporting.provisional', { day: periodName({ from: open, to: open }) }) : '',
    total.unpriced_seconds > 0 ? t('reporting.unpriced', { hours: hoursText(total.unpriced_seconds) }) : '',
    (total.uncosted_seconds ?? 0) > 0 ? t('reporting.uncosted', { hours: hoursText(total.uncosted_seconds ?? 0) }) : '',
    total.unconverted_seconds > 0 ? t('reporting.unconverted', { hours: hoursText(total.unconverted_seconds) }) : '',
    flagged.no_fee > 0 ? t('reporting.no_fee', { count: flagged.no_fee, shown: number(flagged.no_fee) }) : '',
    flagged.no_plan > 0 ? t('reporting.no_plan', { count: flagged.no_plan, shown: number(flagged.no_plan) }) : '',
  ].filter(Boolean);
  if (notes.length === 0) return null;
  return (
    <ul className={styles.notes}>
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}
