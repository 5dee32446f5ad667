import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as format from '../../web/format.ts';
import { Button, type Column, DataTable, EmptyState, Loaded, Waiting } from '../../web/ui/index.ts';
import { CostDialog } from './CostDialog.tsx';
import { type Cost, INVOICES, call } from './invoices-data.ts';
import styles from './Invoices.module.css';

export interface ProjectCostsProps {
  projectId: string;
  /** Of the project. */
  currency: string;
  editable: boolean;
}

const PER_PAGE = 25;

/** What subcontractors, other firms and disbursements cost a project: a line each, the latest first. */
export function ProjectCosts({ projectId, currency, editable }: ProjectCostsProps) {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const [open, setOpen] = useState<Cost | null>();
  const query = useQuery({
    queryKey: [...INVOICES, 'costs', projectId, page],
    queryFn: ({ signal }) =>
      call('GET /api/projects/:id/costs', { params: { id: projectId }, query: { page, per_page: PER_PAGE } }, { signal }),
    placeholderData: keepPreviousData,
  });
  const columns: Column<Cost>[] = [
    { id: 'day', header: t('invoicing.day'), width: 110, cell: ({ day }) => format.day(day) },
    { id: 'kind', header: t('invoicing.cost_kind'), width: 150, cell: ({ kind }) => t(`invoicing.cost_${kind}`) },
    { id: 'note', header: t('invoicing.note'), cell: ({ note }) => note },
    {
      id: 'is_rebillable',
      header: t('invoicing.cost_paid_by'),
      width: 140,
      cell: ({ is_rebillable }) => t(is_rebillable ? 'invoicing.cost_by_client' : 'invoicing.cost_by_fee'),
    },
    {
      id: 'amount',
      header: t('invoicing.amount'),
      align: 'right',
      width: 120,
      cell: (row) => <b>{format.money(row.amount, row.currency)}</b>,
    },
  ];
  return (
    <section aria-label={t('invoicing.costs')} className={styles.part}>
      <h3>{t('invoicing.costs')}</h3>
      <p className={styles.quiet}>{t('invoicing.costs_text')}</p>
      {editable && (
        <div className={styles.inline}>
          <Button icon={<IconPlus size={16} aria-hidden="true" />} onClick={() => setOpen(null)}>
            {t('invoicing.cost_add')}
          </Button>
        </div>
      )}
      <Loaded query={query} skeleton={<Waiting rows={2} />}>
        {({ rows, pagination }) => (
          <DataTable<Cost>
            name="project_costs"
            caption={t('invoicing.costs_each')}
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
            pagination={pagination}
            onPage={setPage}
            {...(editable ? { onOpen: setOpen } : {})}
            empty={<EmptyState title={t('invoicing.costs_none')} />}
          />
        )}
      </Loaded>
      <CostDialog projectId={projectId} cost={open} currency={currency} onClose={() => setOpen(undefined)} />
    </section>
  );
}
