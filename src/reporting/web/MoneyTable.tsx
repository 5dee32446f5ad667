import { useTranslation } from 'react-i18next';
import { isoWeek } from '../../kit/day.ts';
import { text } from '../../web/i18n/text.ts';
import { type Column, DataTable, Link, PHONE, useMedia } from '../../web/ui/index.ts';
import {
  type Money,
  earned,
  effectiveRate,
  margin,
  marginRatio,
  netFees,
  recovery,
  underRecovery,
  underRecoveryRatio,
} from '../rules/money.ts';
import type { GroupedMoney, MoneyDrill, MoneyGroup, MoneyRow } from './money-data.ts';
import { amountText, countryName, hoursText, monthName, pointsText, ratioText, weekName } from './names.ts';
import styles from './Report.module.css';
import { FEW } from './UtilizationTable.tsx';

export interface MoneyTableProps {
  report: GroupedMoney;
  sort: string;
  drill: MoneyDrill;
  onSort: (sort: string) => void;
  onPage: (page: number, perPage: number) => void;
}

/** Who or what stands behind the figures: a row each, with every sum and ratio of its own. */
export function MoneyTable({ report, sort, drill, onSort, onPage }: MoneyTableProps) {
  const { t } = useTranslation();
  const phone = useMedia(PHONE);
  const { group, page, per, count } = report;
  const pages = Math.ceil(count / per);
  return (
    <DataTable<MoneyRow>
      name={`money_by_${group}`}
      caption={t('reporting.money_table', { group: t(`reporting.group_${group}`) })}
      columns={[nameColumn(group, drill, phone), ...sumColumns(report, drill)]}
      rows={report.rows}
      rowKey={(row) => row.key}
      pagination={{ page, pages, per_page: per, total: count, has_next: page < pages, has_prev: page > 1 }}
      onPage={onPage}
      sort={sort}
      onSort={onSort}
    />
  );
}

interface NamedRow {
  key: string;
  name: string;
  detail: string | null;
}

/** What a row is called; it may stand for what has none. */
export function rowName({ key, name }: NamedRow, group: MoneyGroup): string {
  if (key === FEW) return name;
  if (group === 'month') return monthName(key);
  if (group === 'week') return `${weekName(isoWeek(key))} ${key.slice(0, 4)}`;
  if (group === 'country' && key) return countryName(key);
  return name || text(`reporting.no_${NONE[group] ?? 'group'}`);
}
const NONE: Partial<Record<MoneyGroup, string>> = { team: 'team', country: 'country', grade: 'grade' };

/** Names of rows, each of which leads to the report narrowed to it. */
export function nameColumn<Row extends NamedRow>(group: MoneyGroup, drill: MoneyDrill, phone: boolean): Column<Row> {
  return {
    id: 'name',
    header: text(`reporting.group_${group}`),
    sort: 'name',
    fixed: true,
    width: phone ? 150 : 220,
    cell: (row) => {
      const link = drill.toRow(group, row.key);
      return (
        <span className={styles.name}>
          {link ? <Link {...link}>{rowName(row, group)}</Link> : rowName(row, group)}
          {row.detail && <span className={styles.muted}>{row.detail}</span>}
        </span>
      );
    },
    footer: text('reporting.sum'),
  };
}

function sumColumns({ total, before, currency, beside, group }: GroupedMoney, drill: MoneyDrill): Column<MoneyRow>[] {
  const column = (id: string, header: string, of: (money: Money) => string, optional = false): Column<MoneyRow> => ({
    id,
    header,
    sort: id,
    align: 'right',
    width: 110,
    cell: of,
    footer: of(total),
    ...(optional ? { optional } : {}),
  });
  const amount = (value: number | null): string => amountText(value, currency);
  const hours: Column<MoneyRow> = {
    ...column('chargeable', text('reporting.chargeable_h'), (row) => hoursText(row.chargeable_seconds)),
    cell: (row) => {
      const link = drill.toEntries(group, row.key);
      const shown = hoursText(row.chargeable_seconds);
      if (!link) return shown;
      return (
        <Link {...link} aria-label={text('reporting.entries_of', { hours: shown, month: rowName(row, group) })}>
          {shown}
        </Link>
      );
    },
  };
  const moved = (now: number | null, then: number | null): string =>
    now === null || then === null
      ? text('reporting.not_available')
      : text('reporting.points', { points: pointsText((now - then) * 100) });
  const change: Column<MoneyRow> = {
    id: 'change',
    header: text('reporting.recovery_change'),
    align: 'right',
    cell: (row) => moved(recovery(row), row.before ? recovery(row.before) : null),
    footer: moved(recovery(total), before ? recovery(before) : null),
  };
  const difference = (row: Money, then: Money | undefined): string => (then ? amount(earned(row) - earned(then)) : '');
  const allowed: Column<MoneyRow>[] = [
    {
      id: 'beside_hours',
      header: text(`reporting.${beside.against ?? 'plan'}_hours`),
      align: 'right',
      cell: (row) => (row.before ? hoursText(row.before.chargeable_seconds) : ''),
      footer: before ? hoursText(before.chargeable_seconds) : '',
    },
    {
      id: 'beside_fees',
      header: text(`reporting.${beside.against ?? 'plan'}_fees`),
      align: 'right',
      cell: (row) => (row.before ? amount(earned(row.before)) : ''),
      footer: before ? amount(earned(before)) : '',
    },
    {
      id: 'difference',
      header: text('reporting.difference'),
      align: 'right',
      cell: (row) => difference(row, row.before),
      footer: difference(total, before),
    },
  ];
  return [
    hours,
    ...(beside.against && before ? allowed : []),
    column('standard', text('reporting.standard_value'), (row) => amount(row.standard)),
    column('fee', text('reporting.figure_fees'), (row) => amount(earned(row))),
    column('recovery', text('reporting.figure_recovery'), (row) => ratioText(recovery(row))),
    ...(beside.compare ? [change] : []),
    column('under_recovery', text('reporting.figure_under'), (row) => amount(underRecovery(row))),
    column('ratio', text('reporting.under_ratio'), (row) => ratioText(underRecoveryRatio(row)), true),
    column('rate', text('reporting.figure_rate'), (row) => amountText(effectiveRate(row), currency, false)),
    ...(total.cost === undefined
      ? []
      : [
          column('third_party', text('reporting.third_party'), (row) => amount(row.third_party ?? null), true),
          column('net_fees', text('reporting.figure_nfi'), (row) => amount(netFees(row))),
          column('cost', text('reporting.cost'), (row) => amount(row.cost ?? null)),
          column('margin', text('reporting.margin'), (row) => amount(margin(row))),
          column('margin_ratio', text('reporting.figure_margin'), (row) => ratioText(marginRatio(row))),
        ]),
  ];
}
