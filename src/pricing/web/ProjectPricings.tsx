import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { ProjectPartProps } from '../../clients/web/public.tsx';
import { isPageOpen, useMayCall } from '../../web/session.ts';
import { DataTable, EmptyState, Loaded, Waiting } from '../../web/ui/index.ts';
import { BudgetOrigin } from './BudgetOrigin.tsx';
import { usePricingColumns } from './columns.tsx';
import styles from './Pricing.module.css';
import { PATH, PRICINGS, call, useLivePricings } from './pricing-data.ts';

const SHOWN = new Set(['name', 'number', 'status', 'fee', 'recovery']);
const MOST = 50;

/** What a project was priced at. */
export default function ProjectPricings({ projectId }: ProjectPartProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const may = useMayCall();
  const mayOpen = may('pricing.pricings') && isPageOpen('pricing');
  const columns = usePricingColumns(false).filter(({ id }) => SHOWN.has(id));
  useLivePricings();
  const query = useQuery({
    queryKey: [...PRICINGS, 'list', 'of', projectId],
    queryFn: ({ signal }) =>
      call('GET /api/pricing/projects_pricing', { query: { project_id: projectId, per_page: MOST } }, { signal }),
    enabled: may('pricing.projects_pricing'),
  });
  if (!may('pricing.projects_pricing')) return null;
  return (
    <div className={styles.stack}>
      <BudgetOrigin projectId={projectId} mayOpen={mayOpen} />
      <Loaded query={query} skeleton={<Waiting rows={3} />}>
        {({ rows }) => (
          <DataTable
            name="project_pricings"
            caption={t('pricing.of_project')}
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
            {...(mayOpen
              ? { onOpen: ({ id }: { id: string }) => void navigate({ to: `${PATH}/$id` as never, params: { id } as never }) }
              : {})}
            empty={<EmptyState title={t('pricing.none_of_project')} />}
          />
        )}
      </Loaded>
    </div>
  );
}
