import { useTranslation } from 'react-i18next';
import { useAddress } from '../../web/address.ts';
import { instant } from '../../web/format.ts';
import { type Column, DataTable, EmptyState, type Filter, FilterBar, Loaded, Waiting } from '../../web/ui/index.ts';
import {
  type AccessRow,
  type AccessValues,
  accessCodecs,
  accessFilters,
  actorName,
  call,
  useAccessLog,
  usePersonOptions,
} from './audit-data.ts';

const nothing: Partial<AccessValues> = { from: '', to: '', actor: '', kind: '', subject: '', page: 1 };

/** Who looked at another person's time, and what was refused to whom: the latest first. */
export function AccessTab() {
  const { t } = useTranslation();
  const [values, setValues] = useAddress(accessCodecs);
  const query = useAccessLog(values);
  const rows = query.data?.rows ?? [];
  const actors = usePersonOptions(
    values.actor,
    rows.map(({ actor_id, actor }) => ({ id: actor_id, name: actor })),
  );
  const subjects = usePersonOptions(
    values.subject,
    rows.map(({ subject_id, subject }) => ({ id: subject_id, name: subject })),
  );
  const narrowed = Object.keys(accessFilters(values)).length > 0;
  const columns: Column<AccessRow>[] = [
    { id: 'at', header: t('support.when'), cell: (row) => instant(row.at), fixed: true, width: 150 },
    { id: 'actor', header: t('support.who'), cell: (row) => actorName(t, row), width: 140 },
    { id: 'kind', header: t('support.kind'), cell: (row) => t(`support.kind_${row.kind}`) },
    { id: 'subject', header: t('support.whose'), cell: (row) => row.subject, width: 140 },
    { id: 'operation', header: t('support.operation'), cell: (row) => <code>{row.operation}</code> },
    { id: 'ip', header: t('support.address'), cell: (row) => row.ip },
    { id: 'request', header: t('support.request'), cell: (row) => <code>{row.request_id}</code>, optional: true },
  ];
  const filters: Filter[] = [
    { kind: 'period', id: 'from', to: 'to', label: t('support.period') },
    { kind: 'one', id: 'actor', label: t('support.who'), options: actors },
    {
      kind: 'one',
      id: 'kind',
      label: t('support.kind'),
      options: (['look', 'refusal'] as const).map((id) => ({ id, name: t(`support.kind_${id}`) })),
    },
    { kind: 'one', id: 'subject', label: t('support.whose'), options: subjects },
  ];
  return (
    <>
      <FilterBar
        screen="settings_access_log"
        page="page"
        codecs={accessCodecs}
        values={values}
        onChange={setValues}
        filters={filters}
        count={query.data?.pagination.total}
        download={(format) =>
          call.download('GET /api/access_log/export', `access.${format}`, { query: { ...accessFilters(values), format } })
        }
      />
      <Loaded query={query} skeleton={<Waiting rows={12} />}>
        {({ pagination }) => (
          <DataTable
            name="access_log"
            caption={t('support.access_log')}
            columns={columns}
            rows={rows}
            rowKey={(row) => row.id}
            pagination={pagination}
            onPage={(page, perPage) => setValues({ page, per_page: perPage })}
            empty={
              pagination.total > 0 ? undefined : (
                <EmptyState
                  title={t(narrowed ? 'support.no_match' : 'support.no_access')}
                  action={narrowed ? { label: t('web.clear_filters'), onClick: () => setValues(nothing) } : undefined}
                />
              )
            }
          />
        )}
      </Loaded>
    </>
  );
}
