import { useTranslation } from 'react-i18next';
import type { SetAddress } from '../../web/address.ts';
import { instant } from '../../web/format.ts';
import { type Column, DataTable, EmptyState, type Filter, FilterBar, Loaded, Waiting } from '../../web/ui/index.ts';
import { STATUSES, type SupportValues, type TicketRow, pageName, supportCodecs, useTickets } from './tickets-data.ts';
import { StatusMark } from './StatusMark.tsx';
import { TicketDrawer } from './TicketDrawer.tsx';

/** What narrows the list; which tab and ticket are shown is no part of a saved view. */
const filterCodecs = { status: supportCodecs.status, page: supportCodecs.page };

export interface TicketListProps {
  /** Every ticket of the firm; else one's own. */
  all: boolean;
  values: SupportValues;
  setValues: SetAddress<typeof supportCodecs>;
}

/** Tickets with their status, the latest first; one opens beside the list. */
export function TicketList({ all, values, setValues }: TicketListProps) {
  const { t } = useTranslation();
  const query = useTickets(all, values);
  const rows = query.data?.rows ?? [];
  const at = rows.findIndex(({ id }) => id === values.id);
  const open = (row: TicketRow | undefined) => row && (() => setValues({ id: row.id }));
  const columns: Column<TicketRow>[] = [
    { id: 'subject', header: t('support.subject'), cell: (row) => row.subject, fixed: true, width: 220 },
    { id: 'reference', header: t('support.reference'), cell: (row) => <code>{row.reference}</code> },
    { id: 'status', header: t('support.status'), cell: (row) => <StatusMark status={row.status} /> },
    ...(all ? [{ id: 'user', header: t('support.who'), cell: (row: TicketRow) => row.user, width: 140 }] : []),
    { id: 'page', header: t('support.on_page'), cell: (row) => pageName(t, row.page) },
    { id: 'created_at', header: t('support.when'), cell: (row) => instant(row.created_at), width: 150 },
    { id: 'messages', header: t('support.messages'), cell: (row) => row.messages, align: 'right' },
  ];
  const filters: Filter[] = [
    {
      kind: 'one',
      id: 'status',
      label: t('support.status'),
      options: STATUSES.map((id) => ({ id, name: t(`support.status_${id}`) })),
    },
  ];
  return (
    <>
      <FilterBar
        screen={all ? 'support_all' : 'support'}
        filters={filters}
        codecs={filterCodecs}
        values={{ status: values.status, page: values.page }}
        onChange={setValues as SetAddress<typeof filterCodecs>}
        page="page"
        count={query.data?.pagination.total}
      />
      <Loaded query={query} skeleton={<Waiting rows={6} />}>
        {({ pagination }) => (
          <DataTable
            name={all ? 'support.all' : 'support.mine'}
            caption={t(all ? 'support.all_tickets' : 'support.my_tickets')}
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
            onOpen={({ id }) => setValues({ id })}
            pagination={pagination}
            onPage={(page) => setValues({ page })}
            empty={
              <EmptyState
                title={t(values.status === '' ? 'support.no_tickets' : 'support.no_match')}
                text={values.status === '' ? t(all ? 'support.no_tickets_all' : 'support.no_tickets_mine') : undefined}
                action={
                  values.status === '' ? undefined : { label: t('web.clear_filters'), onClick: () => setValues({ status: '' }) }
                }
              />
            }
          />
        )}
      </Loaded>
      <TicketDrawer
        id={values.id}
        onClose={() => setValues({ id: '' })}
        onNext={open(at < 0 ? undefined : rows[at + 1])}
        onPrevious={open(at < 1 ? undefined : rows[at - 1])}
      />
    </>
  );
}
