import { IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAddress } from '../../web/address.ts';
import * as format from '../../web/format.ts';
import { usePageFlag } from '../../web/session.ts';
import { Button, DataTable, EmptyState, Figure, FigureRow, FilterBar, Loaded, Waiting, besideOf } from '../../web/ui/index.ts';
import { useInvoiceColumns } from './columns.tsx';
import { InvoiceDrawer } from './InvoiceDrawer.tsx';
import { type Values, codecs, filtersOf, useCounts, useFilters, useInvoices } from './invoice-list.ts';
import { PAGE, call } from './invoices-data.ts';
import { PushResults, usePush } from './PushResults.tsx';

const NOTHING: Partial<Values> = {
  search: '',
  clients: [],
  projects: [],
  teams: [],
  users: [],
  years: [],
  statuses: [],
  kinds: [],
  pushes: [],
  billing_status: [],
  overdue: false,
  waiting: false,
  page: 1,
};

/** What is open and what is late, by currency. */
function Sums({ values }: { values: Values }) {
  const { t } = useTranslation();
  const { data } = useCounts(values);
  if (!data || data.sums.length === 0) return null;
  return (
    <FigureRow short>
      {data.sums.map(({ currency, open, overdue, drafts }) => (
        <Figure key={currency} name={t('invoicing.open_in', { currency })} value={format.money(open, currency)}>
          {[
            overdue > 0 ? t('invoicing.of_it_overdue', { amount: format.money(overdue, currency) }) : '',
            drafts > 0 ? t('invoicing.in_drafts', { amount: format.money(drafts, currency) }) : '',
          ]
            .filter((words) => words !== '')
            .join(' · ')}
        </Figure>
      ))}
    </FigureRow>
  );
}

/** Invoices and credit notes, with what can be done with several at once. */
export function InvoicesTab() {
  const { t } = useTranslation();
  const [values, setValues] = useAddress(codecs);
  const query = useInvoices(values);
  const columns = useInvoiceColumns();
  const mayEdit = usePageFlag('can_edit', PAGE);
  const mayExport = usePageFlag('can_export', PAGE);
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set());
  const push = usePush();
  const rows = query.data?.rows ?? [];
  const beside = besideOf(
    rows,
    (row) => row.id === values.id,
    (row) => setValues({ id: row.id }),
  );
  const isFiltered = Object.keys(filtersOf(values)).length > 0;
  const empty = isFiltered ? (
    <EmptyState title={t('invoicing.none_match')} action={{ label: t('web.clear_filters'), onClick: () => setValues(NOTHING) }} />
  ) : (
    <EmptyState title={t('invoicing.none')} text={t('invoicing.none_text')} />
  );
  const chosen = rows.filter(({ id }) => selection.has(id));
  return (
    <>
      <Sums values={values} />
      <FilterBar
        screen={PAGE}
        search="search"
        page="page"
        codecs={codecs}
        values={values}
        onChange={setValues}
        filters={useFilters(values, 'invoices')}
        count={query.data?.pagination.total}
        download={
          mayExport
            ? (kind) =>
                call.download('POST /api/invoices/export', `invoices.${kind}`, {
                  query: { format: kind },
                  body: filtersOf(values),
                })
            : undefined
        }
      />
      <Loaded query={query} skeleton={<Waiting rows={12} />}>
        {(page) => (
          <DataTable
            name="invoices"
            caption={t('invoicing.invoices')}
            columns={columns}
            rows={page.rows}
            rowKey={({ id }) => id}
            rowName={({ number, client }) => number ?? t('invoicing.draft_for', { client })}
            pagination={page.pagination}
            onPage={(next, perPage) => setValues({ page: next, per_page: perPage })}
            sort={values.sort}
            onSort={(sort) => setValues({ sort, page: 1 })}
            onOpen={({ id }) => setValues({ id })}
            {...(mayEdit ? { selection, onSelection: setSelection } : {})}
            actions={
              <Button icon={<IconSend size={16} aria-hidden="true" />} busy={push.busy} onClick={() => void push.ask(chosen)}>
                {t('invoicing.push_act')}
              </Button>
            }
            empty={page.pagination.total > 0 ? undefined : empty}
          />
        )}
      </Loaded>
      <InvoiceDrawer
        id={values.id}
        onClose={() => setValues({ id: '' })}
        onOpen={(id) => setValues({ id })}
        onNext={beside(1)}
        onPrevious={beside(-1)}
      />
      <PushResults results={push.results} onClose={push.clear} />
    </>
  );
}
