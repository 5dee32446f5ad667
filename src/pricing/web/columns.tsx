import { useTranslation } from 'react-i18next';
import { instant, money } from '../../web/format.ts';
import { Badge, type Column } from '../../web/ui/index.ts';
import type { Row } from './pricing-data.ts';
import styles from './Pricing.module.css';
import { StatusBadge } from './StatusBadge.tsx';
import { NONE, margin, recovery } from './words.ts';

const NOTHING: ReadonlyMap<string, number> = new Map();

/** Columns of pricings; margins only where the role sees any cost. */
export function usePricingColumns(sees: boolean, unread: ReadonlyMap<string, number> = NOTHING): Column<Row>[] {
  const { t } = useTranslation();
  const columns: (Column<Row> | false)[] = [
    { id: 'name', header: t('pricing.name'), cell: (row) => row.name, sort: 'name', fixed: true, width: 180 },
    { id: 'client', header: t('pricing.client'), cell: (row) => row.client, sort: 'client', card: 'line' },
    { id: 'project', header: t('pricing.project'), cell: (row) => row.project ?? NONE },
    { id: 'kind', header: t('pricing.kind'), cell: (row) => t(`pricing.kind_${row.kind}`), optional: true },
    { id: 'number', header: t('pricing.version'), cell: (row) => row.number, align: 'right' },
    {
      id: 'status',
      header: t('pricing.status'),
      sort: 'status',
      card: true,
      cell: (row) => (
        <span className={styles.inline}>
          <StatusBadge status={row.status} />
          {row.waits && (
            <Badge variant="light" tt="none">
              {t('pricing.waits')}
            </Badge>
          )}
        </span>
      ),
    },
    { id: 'fee', header: t('pricing.fee'), cell: (row) => money(row.fee, row.currency), sort: 'fee', align: 'right', card: true },
    { id: 'recovery', header: t('pricing.recovery'), cell: recovery, align: 'right', card: true },
    unread.size > 0 && {
      id: 'unread',
      header: t('pricing.unread'),
      cell: ({ id }) => unread.get(id) ?? NONE,
      align: 'right',
      card: true,
    },
    sees && { id: 'margin', header: t('pricing.margin'), cell: margin, align: 'right' },
    { id: 'owner', header: t('pricing.owner'), cell: (row) => row.owner, sort: 'owner' },
    { id: 'updated_at', header: t('pricing.changed'), cell: (row) => instant(String(row.updated_at)), sort: 'updated_at' },
  ];
  return columns.filter((column) => column !== false);
}
