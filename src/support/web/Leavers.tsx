import { useTranslation } from 'react-i18next';
import { choice, useAddress, whole } from '../../web/address.ts';
import { day } from '../../web/format.ts';
import { type Column, DataTable, EmptyState, type Filter, FilterBar, Link, Loaded, Waiting } from '../../web/ui/index.ts';
import { type Leaver, useLeavers } from './privacy-data.ts';

const STATES = ['due', 'kept', 'erased'] as const;
const codecs = { state: choice(['', ...STATES], ''), page: whole(1) };

/** Who left, until when their records are kept, and who was erased. */
export function Leavers() {
  const { t } = useTranslation();
  const [values, setValues] = useAddress(codecs);
  const query = useLeavers(values.state, values.page);
  const columns: Column<Leaver>[] = [
    {
      id: 'name',
      header: t('support.leaver'),
      cell: (row) => <Link to={`/admin/users/${row.user_id}`}>{row.name}</Link>,
      fixed: true,
      width: 200,
    },
    { id: 'last_day', header: t('support.last_day'), cell: (row) => row.last_day && day(row.last_day) },
    { id: 'due_on', header: t('support.kept_until'), cell: (row) => row.due_on && day(row.due_on) },
    {
      id: 'state',
      header: t('support.status'),
      cell: (row) => t(row.state === 'due' && row.is_active ? 'support.leaver_active' : `support.leaver_${row.state}`),
    },
  ];
  const filters: Filter[] = [
    {
      kind: 'one',
      id: 'state',
      label: t('support.status'),
      options: STATES.map((id) => ({ id, name: t(`support.leaver_${id}`) })),
    },
  ];
  return (
    <div>
      <h3>{t('support.leavers')}</h3>
      <p>{t('support.leavers_text')}</p>
      <FilterBar
        screen="leavers"
        filters={filters}
        codecs={codecs}
        values={values}
        onChange={setValues}
        page="page"
        count={query.data?.pagination.total}
      />
      <Loaded query={query} skeleton={<Waiting rows={4} />}>
        {({ rows, pagination }) => (
          <DataTable
            name="leavers"
            caption={t('support.leavers')}
            columns={columns}
            rows={rows}
            rowKey={(row) => row.user_id}
            pagination={pagination}
            onPage={(page) => setValues({ page })}
            empty={
              <EmptyState
                title={t(values.state === '' ? 'support.no_leavers' : 'support.no_match')}
                action={
                  values.state === '' ? undefined : { label: t('web.clear_filters'), onClick: () => setValues({ state: '' }) }
                }
              />
            }
          />
        )}
      </Loaded>
    </div>
  );
}
