import { type KeyboardEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isoWeek } from '../../kit/day.ts';
import * as format from '../../web/format.ts';
import { type Column, DataTable } from '../../web/ui/index.ts';
import { bandOf } from '../rules.ts';
import styles from './Completion.module.css';
import { type CompletionReport, type CompletionRow, type WeekFigures, shareText } from './completion-data.ts';

export interface CompletionTableProps {
  report: CompletionReport;
  page: number;
  per: number;
  sort: string;
  onSort: (sort: string) => void;
  onPage: (page: number, per: number) => void;
  onOpen: (row: CompletionRow) => void;
  /** To the timesheet of a person at a week. */
  onSheet: ((row: CompletionRow, week: string) => void) | undefined;
  selection: ReadonlySet<string>;
  onSelection: ((keys: Set<string>) => void) | undefined;
  actions: React.ReactNode;
  empty: React.ReactNode;
}

/** People by weeks, a share in each cell; arrows go from cell to cell, Enter opens the person, `o` the timesheet. */
export function CompletionTable(props: CompletionTableProps) {
  const { report, page, per, onOpen, onSheet } = props;
  const { t } = useTranslation();
  const [at, setAt] = useState<{ row: number; week: number }>({ row: 0, week: 0 });
  const rowOf = useMemo(() => new Map(report.rows.map((row, index) => [row.user_id, index])), [report.rows]);
  const current = at.row < report.rows.length && at.week < report.weeks.length ? at : { row: 0, week: 0 };
  const pages = Math.max(1, Math.ceil(report.count / per));
  const pagination = { page, pages, per_page: per, total: report.count, has_next: page < pages, has_prev: page > 1 };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const cell = (event.target as HTMLElement).closest<HTMLElement>('[data-week]');
    if (!cell || event.ctrlKey || event.metaKey || event.altKey) return;
    const row = report.rows[current.row];
    const week = report.weeks[current.week];
    if (event.key === 'o' && row && week && onSheet) {
      event.preventDefault();
      return onSheet(row, isoWeek(week));
    }
    const next = moved(event.key, current, report.rows.length, report.weeks.length);
    if (!next) return;
    event.preventDefault();
    setAt(next);
    event.currentTarget.querySelector<HTMLElement>(`[data-week="${next.row}-${next.week}"]`)?.focus();
  };

  const columns: Column<CompletionRow>[] = [
    {
      id: 'name',
      header: t('time.person'),
      sort: 'name',
      width: 180,
      cell: (row) => row.name,
      footer: t('time.everybody'),
    },
    { id: 'team', header: t('time.team'), sort: 'team', width: 140, card: true, cell: (row) => row.team ?? '' },
    { id: 'manager', header: t('time.manager'), sort: 'manager', optional: true, cell: (row) => row.manager ?? '' },
    { id: 'grade', header: t('time.grade'), sort: 'grade', optional: true, cell: (row) => row.grade },
    {
      id: 'completion',
      header: t('time.completion'),
      sort: 'completion',
      card: true,
      align: 'right',
      cell: (row) => <strong>{shareText(row)}</strong>,
      footer: shareText(report.total),
    },
    {
      id: 'missing',
      header: t('time.missing_hours'),
      sort: 'missing',
      card: true,
      align: 'right',
      cell: (row) => format.hoursOfMinutes(row.due - row.filled),
      footer: format.hoursOfMinutes(report.total.due - report.total.filled),
    },
    ...report.weeks.map(
      (week, index): Column<CompletionRow> => ({
        id: `week:${index}`,
        header: t('time.week_short', { number: Number(isoWeek(week).slice(6)) }),
        sort: `week:${index}`,
        align: 'right',
        cell: (row) => {
          const position = rowOf.get(row.user_id) ?? 0;
          return (
            <WeekCell
              figures={row.weeks[index]}
              name={row.name}
              week={week}
              place={`${position}-${index}`}
              tabStop={position === current.row && index === current.week}
              onFocus={() => setAt({ row: position, week: index })}
              onOpen={() => onOpen(row)}
            />
          );
        },
        footer: report.by_week[index] ? shareText(report.by_week[index]) : '',
      }),
    ),
    {
      id: 'reminded_at',
      header: t('time.reminded'),
      optional: true,
      cell: (row) => (row.reminded_at ? format.instant(row.reminded_at) : ''),
    },
  ];

  return (
    // Keys of the cells, which are buttons of their own.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div onKeyDown={onKeyDown}>
      <DataTable
        name="timesheet_completion"
        caption={t('time.completion_table')}
        columns={columns}
        rows={report.rows}
        rowKey={(row) => row.user_id}
        rowName={(row) => row.name}
        pagination={pagination}
        onPage={props.onPage}
        sort={props.sort}
        onSort={props.onSort}
        onOpen={onOpen}
        {...(props.onSelection ? { selection: props.selection, onSelection: props.onSelection, actions: props.actions } : {})}
        empty={props.empty}
      />
    </div>
  );
}

function moved(key: string, { row, week }: { row: number; week: number }, rows: number, weeks: number) {
  const steps: Record<string, [number, number]> = {
    ArrowUp: [-1, 0],
    ArrowDown: [1, 0],
    ArrowLeft: [0, -1],
    ArrowRight: [0, 1],
    Home: [0, -week],
    End: [0, weeks - 1 - week],
  };
  const step = steps[key];
  if (!step) return undefined;
  return {
    row: Math.min(rows - 1, Math.max(0, row + step[0])),
    week: Math.min(weeks - 1, Math.max(0, week + step[1])),
  };
}

interface WeekCellProps {
  figures: WeekFigures | undefined;
  name: string;
  week: string;
  place: string;
  tabStop: boolean;
  onFocus: () => void;
  onOpen: () => void;
}

/** One week of one person: its share, coloured by its band, a glyph where more was logged than asked for. */
function WeekCell({ figures, name, week, place, tabStop, onFocus, onOpen }: WeekCellProps) {
  const { t } = useTranslation();
  const band = figures && bandOf(figures);
  const words = band ? t(`time.band_${band}`) : t('time.nothing_due');
  return (
    <button
      type="button"
      className={styles.cell}
      data-week={place}
      data-band={band}
      tabIndex={tabStop ? 0 : -1}
      aria-label={t('time.completion_cell', {
        name,
        week: t('time.week', { number: Number(isoWeek(week).slice(6)) }),
        share: figures ? shareText(figures) : '',
        band: words,
      })}
      onFocus={onFocus}
      onClick={onOpen}
    >
      {band === 'over' && <span aria-hidden="true">▲</span>}
      {figures ? shareText(figures) : '–'}
    </button>
  );
}
