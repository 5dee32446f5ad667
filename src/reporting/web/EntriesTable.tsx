import { useTranslation } from 'react-i18next';
import { ProjectLink } from '../../clients/web/public.tsx';
import * as format from '../../web/format.ts';
import { type Column, DataTable, Link, Loaded, PHONE, Waiting, useMedia } from '../../web/ui/index.ts';
import { hoursText } from './names.ts';
import { HOURS_REPORT } from './open-screens.ts';
import { type EntryBehind, type View, useEntriesBehind } from './report-data.ts';
import type { ReportBody } from './report-filters.ts';
import styles from './Report.module.css';

export interface EntriesTableProps {
  body: ReportBody;
  view: View;
  enabled: boolean;
  /** The address of the same view for one person, or one project. */
  drill: (change: { users?: string[]; projects?: string[] }) => Record<string, string>;
  onSort: (sort: string) => void;
  onPage: (page: number, perPage: number) => void;
}

/** The entries behind the figures: what the same filters leave, one page. */
export function EntriesTable({ body, view, enabled, drill, onSort, onPage }: EntriesTableProps) {
  const { t } = useTranslation();
  const phone = useMedia(PHONE);
  const query = useEntriesBehind(body, view, enabled);
  const who: Column<EntryBehind> = {
    id: 'person',
    header: t('reporting.person'),
    width: 160,
    cell: (row) => (
      <Link to={HOURS_REPORT} search={drill({ users: [row.user_id] })}>
        {row.person}
      </Link>
    ),
  };
  const what: Column<EntryBehind> = {
    id: 'work',
    header: t('reporting.work'),
    width: phone ? 160 : 240,
    cell: (row) => (
      <span className={styles.name}>
        {row.project_id ? <ProjectLink id={row.project_id}>{row.project ?? row.code ?? ''}</ProjectLink> : (row.task ?? '')}
        <span className={styles.under}>
          {[row.client, row.project_id ? row.task : null].filter(Boolean).map((part) => (
            <span key={part}>{part}</span>
          ))}
        </span>
      </span>
    ),
  };
  const columns: Column<EntryBehind>[] = [
    { id: 'day', header: t('reporting.day'), sort: 'day', fixed: true, width: 110, cell: (row) => format.day(row.day) },
    who,
    what,
    {
      id: 'seconds',
      header: t('reporting.hours'),
      sort: 'seconds',
      align: 'right',
      width: 90,
      cell: (row) => <b>{hoursText(row.seconds)}</b>,
    },
    {
      id: 'chargeable',
      header: t('reporting.chargeable'),
      optional: true,
      width: 110,
      cell: (row) => (row.chargeable ? t('reporting.yes') : <span className={styles.muted}>{t('reporting.no')}</span>),
    },
    { id: 'comment', header: t('reporting.note'), optional: true, cell: (row) => row.comment },
  ];
  return (
    <Loaded query={query} skeleton={<Waiting rows={10} />}>
      {({ rows, pagination }) => (
        <DataTable<EntryBehind>
          name="hours_entries"
          caption={t('reporting.hours_table_entry')}
          rows={rows}
          columns={columns}
          rowKey={(row) => row.id}
          pagination={pagination}
          sort={view.sort}
          onSort={onSort}
          onPage={onPage}
        />
      )}
    </Loaded>
  );
}
