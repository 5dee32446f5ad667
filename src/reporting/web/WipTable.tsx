import { useTranslation } from 'react-i18next';
import { addDays } from '../../kit/day.ts';
import { text } from '../../web/i18n/text.ts';
import { type Column, DataTable, Link, PHONE, useMedia } from '../../web/ui/index.ts';
import type { MoneyDrill } from './money-data.ts';
import { nameColumn, rowName } from './MoneyTable.tsx';
import { amountText, hoursText } from './names.ts';
import { AGES, type GroupedWip, type WipRow, type WipSums } from './wip-data.ts';

export interface WipTableProps {
  report: GroupedWip;
  sort: string;
  drill: MoneyDrill;
  onSort: (sort: string) => void;
  onPage: (page: number, perPage: number) => void;
}

/** The days of an age, seen from the day at whose end the work in progress stands. */
function daysOf(day: string, since: string | null, age: number): { from: string; to: string } {
  const [youngest, oldest] = [age === 0 ? 0 : (AGES[age - 1] ?? 0) + 1, AGES[age]];
  return { from: oldest === undefined ? (since ?? day) : addDays(day, -oldest), to: addDays(day, -youngest) };
}

/** Who or what the work in progress is of: a row each, by age; each amount leads to the entries behind it. */
export function WipTable({ report, sort, drill, onSort, onPage }: WipTableProps) {
  const { t } = useTranslation();
  const phone = useMedia(PHONE);
  const { group, page, per, count } = report;
  const pages = Math.ceil(count / per);
  return (
    <DataTable<WipRow>
      name={`wip_by_${group}`}
      caption={t('reporting.wip_table', { group: t(`reporting.group_${group}`) })}
      columns={[nameColumn<WipRow>(group, drill, phone), ...amountColumns(report, drill)]}
      rows={report.rows}
      rowKey={(row) => row.key}
      pagination={{ page, pages, per_page: per, total: count, has_next: page < pages, has_prev: page > 1 }}
      onPage={onPage}
      sort={sort}
      onSort={onSort}
    />
  );
}

function amountColumns({ total, currency, group, day }: GroupedWip, drill: MoneyDrill): Column<WipRow>[] {
  const amount = (value: number): string => amountText(value, currency);
  const column = (id: string, header: string, of: (sums: WipSums) => string): Column<WipRow> => ({
    id,
    header,
    sort: id,
    align: 'right',
    width: 110,
    cell: of,
    footer: of(total),
  });
  const leading = (
    id: string,
    header: string,
    of: (sums: WipSums) => number,
    days: (row: WipRow) => { from: string; to: string },
  ) => ({
    ...column(id, header, (sums) => amount(of(sums))),
    cell: (row: WipRow) => {
      const link = of(row) > 0 ? drill.toUnbilled(group, row.key, days(row)) : undefined;
      const shown = amount(of(row));
      if (!link) return shown;
      return (
        <Link {...link} aria-label={text('reporting.wip_behind', { amount: shown, name: rowName(row, group), age: header })}>
          {shown}
        </Link>
      );
    },
  });
  return [
    column('value', text('reporting.wip'), ({ value }) => amount(value)),
    leading(
      'unbilled',
      text('reporting.wip_unbilled'),
      ({ unbilled }) => unbilled,
      ({ since }) => ({ from: since ?? day, to: day }),
    ),
    ...total.ages.map((_, age) =>
      leading(
        `age_${age}`,
        text(`reporting.age_${age}`),
        ({ ages }) => ages[age] ?? 0,
        ({ since }) => daysOf(day, since, age),
      ),
    ),
    column('held', text('reporting.wip_held'), ({ held }) => amount(held)),
    { ...column('seconds', text('reporting.hours'), ({ seconds }) => hoursText(seconds)), optional: true },
  ];
}
