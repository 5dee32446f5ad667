import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RatePartProps } from '../../rates/web/public.ts';
import * as format from '../../web/format.ts';
import { isPageOpen, useMayCall } from '../../web/session.ts';
import { DataTable, EmptyState, Loaded, Waiting } from '../../web/ui/index.ts';
import { usePricingColumns } from './columns.tsx';
import styles from './Pricing.module.css';
import { PRICINGS, call } from './pricing-data.ts';

const SHOWN = new Set(['name', 'client', 'status', 'owner']);
const ROWS = 25;

/** The open pricings that use rates which are to change: they keep theirs until they are priced anew. */
export default function TouchedPricings({ rates }: RatePartProps) {
  const { t } = useTranslation();
  const may = useMayCall()('pricing.pricings') && isPageOpen('pricing');
  const [request, setRequest] = useState({ page: 1, per_page: ROWS });
  const columns = usePricingColumns(false).flatMap(({ sort: _sort, ...column }) => (SHOWN.has(column.id) ? [column] : []));
  const body = { ...request, rates: [...rates] };
  const query = useQuery({
    queryKey: [...PRICINGS, 'touched', body],
    queryFn: ({ signal }) => call('POST /api/pricing/touched_pricings', { body }, { signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
    enabled: may,
  });
  if (!may) return <p className={styles.quiet}>{t('pricing.touched_closed')}</p>;
  return (
    <Loaded query={query} skeleton={<Waiting rows={2} />}>
      {({ rows, pagination }) =>
        pagination.total === 0 ? (
          <p className={styles.quiet}>{t('pricing.touched_none')}</p>
        ) : (
          <>
            <p className={styles.quiet}>
              {t('pricing.touched_count', { count: pagination.total, shown: format.number(pagination.total) })}
            </p>
            <DataTable
              name="touched_pricings"
              caption={t('pricing.touched')}
              columns={columns}
              rows={rows}
              rowKey={({ id }) => id}
              {...(pagination.total > ROWS
                ? { pagination, onPage: (page: number, per_page: number) => setRequest({ page, per_page }) }
                : {})}
              empty={<EmptyState title={t('pricing.touched_none')} />}
            />
          </>
        )
      }
    </Loaded>
  );
}
