import { useTranslation } from 'react-i18next';
import { useAddress } from '../../web/address.ts';
import * as format from '../../web/format.ts';
import { type Column, DataTable, EmptyState, FilterBar, Loaded, Waiting, besideOf } from '../../web/ui/index.ts';
import { workColumns } from './columns.tsx';
import { codecs, useFilters, useWriteOffs, writeOffFilters } from './invoice-list.ts';
import { PAGE, type WriteOffRow } from './invoices-data.ts';
import { WriteOffDrawer } from './WriteOffDrawer.tsx';
import { WriteOffState } from './WriteOffState.tsx';

function useColumns(): Column<WriteOffRow>[] {
  const { t } = useTranslation();
  return [
    ...workColumns<WriteOffRow>(t),
    {
      id: 'state',
      header: t('invoicing.status'),
      cell: (row) => <WriteOffState state={row.state} />,
      sort: 'state',
      card: true,
    },
    {
      id: 'value',
      header: t('invoicing.value'),
      cell: (row) => format.money(row.value, row.currency),
      sort: 'value',
      align: 'right',
      card: true,
    },
    { id: 'hours', header: t('invoicing.hours'), cell: (row) => format.hours(row.seconds), align: 'right' },
    { id: 'period', header: t('invoicing.period'), cell: (row) => format.dayRange(row.period_from, row.period_to) },
    { id: 'reason', header: t('invoicing.reason'), cell: (row) => row.reason },
    {
      id: 'asked_at',
      header: t('invoicing.asked'),
      cell: (row) => [format.instant(String(row.asked_at)), row.asked_by].join(', '),
      sort: 'asked_at',
      card: true,
    },
    { id: 'decided_by', header: t('invoicing.decided_by'), cell: (row) => row.decided_by ?? '–', optional: true },
  ];
}

/** Work in progress that was given up without an invoice, and what waits to be. */
export function WriteOffsTab() {
  const { t } = useTranslation();
  const [values, setValues] = useAddress(codecs);
  const query = useWriteOffs(values);
  const columns = useColumns();
  const rows = query.data?.rows ?? [];
  const beside = besideOf(
    rows,
    (row) => row.id === values.id,
    (row) => setValues({ id: row.id }),
  );
  const isFiltered = Object.keys(writeOffFilters(values)).length > 0;
  const clear = (): void => setValues({ search: '', clients: [], projects: [], teams: [], states: [], waiting: false, page: 1 });
  return (
    <>
      <FilterBar
        screen={`${PAGE}_write_offs`}
        search="search"
        page="page"
        codecs={codecs}
        values={values}
        onChange={setValues}
        filters={useFilters(values, 'write_offs')}
        count={query.data?.pagination.total}
      />
      <Loaded query={query} skeleton={<Waiting rows={12} />}>
        {(page) => (
          <DataTable
            name="write_offs"
            caption={t('invoicing.write_offs')}
            columns={columns}
            rows={page.rows}
            rowKey={({ id }) => id}
            rowName={({ project }) => project}
            pagination={page.pagination}
            onPage={(next, perPage) => setValues({ page: next, per_page: perPage })}
            sort={values.sort === '-updated_at' ? '-asked_at' : values.sort}
            onSort={(sort) => setValues({ sort, page: 1 })}
            onOpen={({ id }) => setValues({ id })}
            empty={
              page.pagination.total > 0 ? undefined : isFiltered ? (
                <EmptyState
                  title={t('invoicing.no_write_off_matches')}
                  action={{ label: t('web.clear_filters'), onClick: clear }}
                />
              ) : (
                <EmptyState title={t('invoicing.no_write_offs')} text={t('invoicing.write_off_text')} />
              )
            }
          />
        )}
      </Loaded>
      <WriteOffDrawer id={values.id} onClose={() => setValues({ id: '' })} onNext={beside(1)} onPrevious={beside(-1)} />
    </>
  );
}
