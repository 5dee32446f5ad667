import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { IconEraser, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ProjectPartProps } from '../../clients/web/public.tsx';
import { LineChart } from '../../web/charts/index.ts';
import * as format from '../../web/format.ts';
import { isPageOpen, useMayCall, usePageFlag } from '../../web/session.ts';
import { Button, DataTable, EmptyState, Figure, FigureRow, Loaded, Waiting } from '../../web/ui/index.ts';
import { BillingTerms } from './BillingTerms.tsx';
import { ProjectCosts } from './ProjectCosts.tsx';
import { useInvoiceColumns } from './columns.tsx';
import { INVOICES, PAGE, PATH, call, useBilling, useLiveInvoices, usePreview } from './invoices-data.ts';
import styles from './Invoices.module.css';

const SHOWN = new Set(['number', 'status', 'issued_on', 'gross', 'open']);
const MOST = 50;

/** What a project was invoiced, what of it is not billed yet, and how it is billed. */
export default function ProjectInvoices({ projectId }: ProjectPartProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const may = useMayCall();
  const isOpen = isPageOpen(PAGE) && may('invoices.list');
  const mayEdit = usePageFlag('can_edit', PAGE) && may('invoices.push') && isOpen;
  const columns = useInvoiceColumns().filter(({ id }) => SHOWN.has(id));
  useLiveInvoices();
  const query = useQuery({
    queryKey: [...INVOICES, 'list', 'of', projectId],
    queryFn: ({ signal }) => call('POST /api/invoices/list', { body: { projects: [projectId], per_page: MOST } }, { signal }),
    enabled: may('invoices.list'),
  });
  const billing = useBilling(projectId);
  if (!may('invoices.list')) return null;
  const go = (search: Record<string, string>): void => void navigate({ to: PATH as never, search: search as never });
  return (
    <div className={styles.stack}>
      <Wip projectId={projectId} />
      {mayEdit && (
        <div className={styles.inline}>
          <Button icon={<IconPlus size={16} aria-hidden="true" />} onClick={() => go({ add: projectId })}>
            {t('invoicing.new')}
          </Button>
          <Button icon={<IconEraser size={16} aria-hidden="true" />} onClick={() => go({ off: projectId })}>
            {t('invoicing.write_off')}
          </Button>
        </div>
      )}
      <Loaded query={query} skeleton={<Waiting rows={3} />}>
        {({ rows }) => (
          <DataTable
            name="project_invoices"
            caption={t('invoicing.invoices')}
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
            {...(isOpen ? { onOpen: ({ id }: { id: string }) => go({ id }) } : {})}
            empty={<EmptyState title={t('invoicing.none_of_project')} />}
          />
        )}
      </Loaded>
      <Months projectId={projectId} />
      <Loaded query={billing} skeleton={<Waiting rows={4} />}>
        {(found) => (
          <>
            <ProjectCosts key={found.project_id} projectId={projectId} currency={found.currency} editable={mayEdit} />
            <BillingTerms key={`terms ${found.project_id}`} billing={found} editable={mayEdit} />
          </>
        )}
      </Loaded>
    </div>
  );
}

/** The work in progress of the year: what stood, came, left and stands. */
function Wip({ projectId }: ProjectPartProps) {
  const { t } = useTranslation();
  const to = format.today();
  const from = `${to.slice(0, 4)}-01-01`;
  const { data } = useQuery({
    queryKey: [...INVOICES, 'wip', projectId, from, to],
    queryFn: ({ signal }) => call('GET /api/invoices/wip', { query: { project_id: projectId, from, to } }, { signal }),
  });
  const preview = usePreview(projectId, to, undefined);
  if (!data) return null;
  const shown = (amount: number): string => format.money(amount, data.currency, true);
  const waiting = preview.data?.unapproved_seconds ?? 0;
  return (
    <FigureRow short>
      <Figure name={t('invoicing.wip')} value={shown(data.close)} main>
        {waiting > 0 && t('invoicing.unapproved', { hours: format.hours(waiting) })}
      </Figure>
      <Figure name={t('invoicing.wip_open')} value={shown(data.open)} />
      <Figure name={t('invoicing.wip_time')} value={shown(data.time)} />
      <Figure name={t('invoicing.wip_billed')} value={shown(data.billed)} />
      <Figure name={t('invoicing.wip_adjusted')} value={shown(data.written_up - data.written_off)} />
    </FigureRow>
  );
}

const MONTHS = 12;

/** What was worked and what was invoiced, month by month of this year. */
function Months({ projectId }: ProjectPartProps) {
  const { t } = useTranslation();
  const year = Number(format.today().slice(0, 4));
  const { data } = useQuery({
    queryKey: [...INVOICES, 'months', projectId, year],
    queryFn: ({ signal }) => call('GET /api/invoices/by_month', { query: { project_id: projectId, year } }, { signal }),
  });
  if (!data || data.months.every(({ value, net }) => value === 0 && net === 0)) return null;
  const months = data.months.slice(0, MONTHS);
  return (
    <LineChart
      caption={t('invoicing.months')}
      about={t('invoicing.month')}
      names={months.map(({ month }) => format.day(month, 'month'))}
      series={[
        { name: t('invoicing.worked'), values: months.map(({ value }) => value) },
        { name: t('invoicing.wip_billed'), values: months.map(({ net }) => net) },
      ]}
      show={(value) => format.money(value, data.currency, true)}
    />
  );
}
