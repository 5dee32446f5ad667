import { useTranslation } from 'react-i18next';
import { useAddress } from '../../web/address.ts';
import { instant } from '../../web/format.ts';
import {
  type Column,
  DataTable,
  EmptyState,
  type Filter,
  FilterBar,
  Loaded,
  TextInput,
  Waiting,
  besideOf,
} from '../../web/ui/index.ts';
import {
  type AuditEvent,
  type ChangeValues,
  actionName,
  actorName,
  call,
  changeCodecs,
  changeFilters,
  entityName,
  fieldNames,
  useChanges,
  useEventOptions,
  usePersonOptions,
} from './audit-data.ts';
import { ChangeDrawer } from './ChangeDrawer.tsx';
import styles from './Audit.module.css';

const nothing: Partial<ChangeValues> = { from: '', to: '', actor: '', action: '', entity: '', entity_id: '', page: 1 };

/** Who changed what, and what else happened: the latest first. */
export function ChangesTab() {
  const { t } = useTranslation();
  const [values, setValues] = useAddress(changeCodecs);
  const query = useChanges(values);
  const { actions, entities } = useEventOptions();
  const rows = query.data?.rows ?? [];
  const people = usePersonOptions(
    values.actor,
    rows.map(({ actor_id, actor }) => ({ id: actor_id, name: actor })),
  );
  const beside = besideOf(
    rows,
    ({ id }) => id === values.event,
    (row) => setValues({ event: row.id }, { replace: true }),
  );
  const narrowed = Object.keys(changeFilters(values)).length > 0;
  const columns: Column<AuditEvent>[] = [
    { id: 'at', header: t('support.when'), cell: (row) => instant(row.at), fixed: true, width: 150 },
    { id: 'actor', header: t('support.who'), cell: (row) => actorName(t, row), width: 140 },
    { id: 'action', header: t('support.what'), cell: (row) => actionName(t, row.action), width: 110 },
    { id: 'entity', header: t('support.on'), cell: (row) => entityName(t, row.entity) },
    { id: 'fields', header: t('support.fields'), cell: (row) => <code className={styles.brief}>{fieldsOf(row)}</code> },
    { id: 'entity_id', header: t('support.id'), cell: (row) => <code>{row.entity_id}</code>, optional: true },
    { id: 'ip', header: t('support.address'), cell: (row) => row.ip },
    { id: 'request', header: t('support.request'), cell: (row) => <code>{row.request_id}</code>, optional: true },
  ];
  const filters: Filter[] = [
    { kind: 'period', id: 'from', to: 'to', label: t('support.period') },
    { kind: 'one', id: 'actor', label: t('support.who'), options: people },
    { kind: 'one', id: 'action', label: t('support.what'), options: actions },
    { kind: 'one', id: 'entity', label: t('support.on'), options: entities },
  ];
  return (
    <>
      <FilterBar
        screen="settings_audit"
        page="page"
        codecs={changeCodecs}
        values={values}
        onChange={setValues}
        filters={filters}
        count={query.data?.pagination.total}
        download={(format) =>
          call.download('GET /api/audit_events/export', `audit.${format}`, { query: { ...changeFilters(values), format } })
        }
      >
        <div className={styles.id}>
          <TextInput
            label={t('support.id')}
            hideLabel
            placeholder={t('support.id')}
            value={values.entity_id}
            onChange={(entity_id) => setValues({ entity_id, page: 1 }, { replace: true })}
            extra="/:"
            maxLength={100}
            clearable
          />
        </div>
      </FilterBar>
      <Loaded query={query} skeleton={<Waiting rows={12} />}>
        {({ pagination }) => (
          <DataTable
            name="audit_changes"
            caption={t('support.changes')}
            columns={columns}
            rows={rows}
            rowKey={(row) => row.id}
            pagination={pagination}
            onPage={(page, perPage) => setValues({ page, per_page: perPage })}
            onOpen={(row) => setValues({ event: row.id })}
            empty={
              pagination.total > 0 ? undefined : (
                <EmptyState
                  title={t(narrowed ? 'support.no_match' : 'support.no_changes')}
                  action={narrowed ? { label: t('web.clear_filters'), onClick: () => setValues(nothing) } : undefined}
                />
              )
            }
          />
        )}
      </Loaded>
      <ChangeDrawer
        id={values.event}
        row={rows.find(({ id }) => id === values.event)}
        onClose={() => setValues({ event: '' })}
        onNext={beside(1)}
        onPrevious={beside(-1)}
        onHistory={({ entity, entity_id }) => setValues({ ...nothing, entity, entity_id, event: '' })}
      />
    </>
  );
}

const MOST_FIELDS = 4;

/** Names of what changed, as many as fit into a line. */
function fieldsOf(row: AuditEvent): string {
  const names = fieldNames(row);
  return names.slice(0, MOST_FIELDS).join(', ') + (names.length > MOST_FIELDS ? ` +${names.length - MOST_FIELDS}` : '');
}
