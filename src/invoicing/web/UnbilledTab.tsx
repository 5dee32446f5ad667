import { useTranslation } from 'react-i18next';
import { useAddress } from '../../web/address.ts';
import { usePageFlag } from '../../web/session.ts';
import { DataTable, EmptyState, FilterBar, Loaded, Waiting } from '../../web/ui/index.ts';
import { useUnbilledColumns } from './columns.tsx';
import { codecs, filtersOf, useFilters, useUnbilled } from './invoice-list.ts';
import { PAGE, type Unbilled } from './invoices-data.ts';

/** Work that stands on no invoice yet, the most first; a row begins its invoice. */
export function UnbilledTab() {
  const { t } = useTranslation();
  const [values, setValues] = useAddress(codecs);
  const query = useUnbilled(values);
  const columns = useUnbilledColumns();
  const mayEdit = usePageFlag('can_edit', PAGE);
  const isFiltered = Object.keys(filtersOf(values)).length > 0;
  const clear = (): void => setValues({ search: '', clients: [], projects: [], teams: [], page: 1 });
  return (
    <>
      <FilterBar
        screen={`${PAGE}_unbilled`}
        search="search"
        page="page"
        codecs={codecs}
        values={values}
        onChange={setValues}
        filters={useFilters(values, 'unbilled')}
        count={query.data?.pagination.total}
      />
      <Loaded query={query} skeleton={<Waiting rows={12} />}>
        {(page) => (
          <DataTable
            name="unbilled"
            caption={t('invoicing.unbilled')}
            columns={columns}
            rows={page.rows}
            rowKey={({ project_id }) => project_id}
            rowName={({ project }) => project}
            pagination={page.pagination}
            onPage={(next, perPage) => setValues({ page: next, per_page: perPage })}
            sort={values.sort === '-updated_at' ? '-seconds' : values.sort}
            onSort={(sort) => setValues({ sort, page: 1 })}
            {...(mayEdit ? { onOpen: (row: Unbilled) => setValues({ add: row.project_id }) } : {})}
            empty={
              page.pagination.total > 0 ? undefined : isFiltered ? (
                <EmptyState title={t('invoicing.none_match')} action={{ label: t('web.clear_filters'), onClick: clear }} />
              ) : (
                <EmptyState title={t('invoicing.all_billed')} text={t('invoicing.all_billed_text')} />
              )
            }
          />
        )}
      </Loaded>
    </>
  );
}
