import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../web/api.ts';
import * as format from '../../web/format.ts';
import { Button, type Column, DataTable } from '../../web/ui/index.ts';
import type { Report } from './ImportTime.tsx';
import styles from './ImportTime.module.css';
import { csvRow } from './sheet-csv.ts';

type Refused = Report['rejected'][number];

const PER_PAGE = 25;
const FORMAT_NAMES: Readonly<Record<string, string>> = {
  toggl: 'Toggl',
  clockify: 'Clockify',
  tempo: 'Tempo',
  jira: 'Jira',
  harvest: 'Harvest',
  tock: 'Tock',
  solidtime: 'Solidtime',
  redmine: 'Redmine',
};

/** What the check found: the format, what the file holds, and what would be made. */
export function ImportReport({ report, refused }: { report: Report; refused: number }) {
  const { t } = useTranslation();
  const { number } = format;
  const facts: [string, string][] = [
    [t('time.import_format'), FORMAT_NAMES[report.format] ?? t('time.import_format_generic')],
    [t('time.import_count'), number(report.rows)],
    [t('time.hours'), format.hours(report.seconds)],
    [t('time.import_people'), number(report.users)],
    [t('time.import_projects'), number(report.projects)],
    [t('time.import_clients'), number(report.clients)],
    ...(report.first_date && report.last_date
      ? [[t('time.import_dates'), format.dayRange(report.first_date, report.last_date)] as [string, string]]
      : []),
    [t('time.import_new'), number(report.created)],
    [t('time.import_known'), number(report.unchanged)],
    [t('time.import_refused'), number(refused)],
  ];
  return (
    <div role="status" className={styles.steps}>
      {report.created === 0 && report.unchanged > 0 && refused === 0 && (
        <p className={styles.good}>{t('time.import_all_known')}</p>
      )}
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Made title={t('time.import_new_people')} names={report.missing.users} />
      <Made title={t('time.import_new_clients')} names={report.missing.clients} />
      <Made title={t('time.import_new_projects')} names={report.missing.projects} />
    </div>
  );
}

const SHOWN_NAMES = 12;

function Made({ title, names }: { title: string; names: readonly string[] }) {
  const { t } = useTranslation();
  if (names.length === 0) return null;
  const rest = names.length - SHOWN_NAMES;
  return (
    <p className={styles.made}>
      <b>{title}</b> {names.slice(0, SHOWN_NAMES).join(', ')}
      {rest > 0 && ` ${t('time.and_more', { count: rest, shown: format.number(rest) })}`}
    </p>
  );
}

/** Every refused row with its column and the reason, to page through or to save. */
export function RefusedRows({ rows }: { rows: readonly Refused[] }) {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const pages = Math.ceil(rows.length / PER_PAGE);
  const at = Math.min(page, pages);
  const columns: Column<Refused>[] = [
    { id: 'row', header: t('time.import_row'), cell: (each) => each.row, align: 'right', fixed: true, width: 64 },
    { id: 'column', header: t('time.import_column'), cell: (each) => each.column, fixed: true, width: 120 },
    { id: 'message', header: t('time.import_reason'), cell: (each) => each.message, fixed: true },
  ];
  const save = (): void => {
    const head = [t('time.import_row'), t('time.import_column'), t('time.import_reason')];
    const lines = [head, ...rows.map((each) => [String(each.row), each.column, each.message])].map(csvRow);
    saveFile(new Blob([`\uFEFF${lines.join('\r\n')}\r\n`], { type: 'text/csv' }), 'refused_rows.csv');
  };
  return (
    <div>
      <div className={styles.refusedHead}>
        <h3>{t('time.import_refused_rows')}</h3>
        <Button size="sm" onClick={save}>
          {t('time.import_save_refused')}
        </Button>
      </div>
      <DataTable
        name="refused_rows"
        caption={t('time.import_refused_rows')}
        columns={columns}
        rows={rows.slice((at - 1) * PER_PAGE, at * PER_PAGE)}
        rowKey={(each) => `${each.row} ${each.column} ${each.message}`}
        pagination={{ page: at, pages, per_page: PER_PAGE, total: rows.length, has_next: at < pages, has_prev: at > 1 }}
        onPage={setPage}
      />
    </div>
  );
}
