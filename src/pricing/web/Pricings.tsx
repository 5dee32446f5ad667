import { useNavigate } from '@tanstack/react-router';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAddress } from '../../web/address.ts';
import { useMayCall, usePageFlag } from '../../web/session.ts';
import { Button, ClosedPage, DataTable, EmptyState, FilterBar, Loaded, PageTitle, Waiting, useKeys } from '../../web/ui/index.ts';
import { ApproveSeveral } from './ApproveSeveral.tsx';
import { useUnread } from './chat-data.ts';
import { usePricingColumns } from './columns.tsx';
import { NewPricing } from './NewPricing.tsx';
import { PAGE, PATH, useChoices, useLivePricings } from './pricing-data.ts';
import { codecs, filtersOf, useFilters, usePricings } from './pricing-list.ts';

/** Every pricing that one may see, by its latest version. */
export default function Pricings() {
  const { t } = useTranslation();
  return useMayCall()('pricing.pricings') ? <List /> : <ClosedPage title={t('pricing.pricing')} />;
}

function List() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [values, setValues] = useAddress(codecs);
  const may = useMayCall();
  const mayAdd = usePageFlag('can_edit', PAGE) && may('pricing.new');
  const mayDecide = usePageFlag('can_approve', PAGE) && may('pricing.approve');
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const query = usePricings(values);
  const choices = useChoices();
  const unread = new Map((useUnread().data?.pricings ?? []).map((each) => [each.pricing_id, each.unread]));
  const columns = usePricingColumns(choices.data?.sees_cost ?? false, unread);
  useLivePricings();
  const open = (id: string): void => void navigate({ to: `${PATH}/$id` as never, params: { id } as never });
  const add = (): void => setValues({ add: true });
  useKeys(mayAdd ? [{ keys: 'n', label: 'pricing.new', run: add }] : []);
  const clear = (): void =>
    setValues({ search: '', clients: [], projects: [], users: [], years: [], statuses: [], kinds: [], waiting: false, page: 1 });
  const empty =
    Object.keys(filtersOf(values)).length > 0 ? (
      <EmptyState title={t('pricing.none_match')} action={{ label: t('web.clear_filters'), onClick: clear }} />
    ) : (
      <EmptyState
        title={t('pricing.none')}
        text={t('pricing.none_text')}
        action={mayAdd ? { label: t('pricing.new'), onClick: add } : undefined}
      />
    );
  return (
    <>
      <PageTitle
        title={t('pricing.pricing')}
        actions={
          mayAdd && (
            <Button level="primary" icon={<IconPlus size={16} aria-hidden="true" />} onClick={add}>
              {t('pricing.new')}
            </Button>
          )
        }
      />
      <FilterBar
        screen={PAGE}
        search="search"
        page="page"
        codecs={codecs}
        values={values}
        onChange={setValues}
        filters={useFilters(values)}
        count={query.data?.pagination.total}
      />
      <Loaded query={query} skeleton={<Waiting rows={12} />}>
        {(page) => (
          <DataTable
            name="pricings"
            caption={t('pricing.pricing')}
            columns={columns}
            rows={page.rows}
            rowKey={({ id }) => id}
            rowName={({ name }) => name}
            pagination={page.pagination}
            onPage={(next, perPage) => setValues({ page: next, per_page: perPage })}
            sort={values.sort}
            onSort={(sort) => setValues({ sort, page: 1 })}
            onOpen={({ id }) => open(id)}
            {...(mayDecide
              ? {
                  selection: selected,
                  onSelection: setSelected,
                  actions: (
                    <ApproveSeveral rows={page.rows.filter(({ id }) => selected.has(id))} onDone={() => setSelected(new Set())} />
                  ),
                }
              : {})}
            empty={page.pagination.total > 0 ? undefined : empty}
          />
        )}
      </Loaded>
      {choices.data && (
        <NewPricing open={values.add && mayAdd} choices={choices.data} onClose={() => setValues({ add: false })} onMade={open} />
      )}
    </>
  );
}
