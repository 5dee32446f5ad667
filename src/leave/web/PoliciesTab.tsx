import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { IconFileUpload, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { flag, useAddress, whole, word } from '../../web/address.ts';
import * as format from '../../web/format.ts';
import { useMayCall, usePageFlag } from '../../web/session.ts';
import {
  Button,
  type Column,
  DataTable,
  EmptyState,
  type ExportFormat,
  FilterBar,
  Loaded,
  Waiting,
  besideOf,
} from '../../web/ui/index.ts';
import styles from './Countries.module.css';
import type { Country, Policy } from './countries-data.ts';
import { ImportPolicies } from './ImportPolicies.tsx';
import { RULES, call, useLeaveTypes } from './leave-data.ts';
import { PolicyDrawer } from './PolicyDrawer.tsx';

const codecs = { type: word(), all: flag(), page: whole(1), per_page: whole(50), id: word(), import: flag() };
const SIZES = [25, 50, 100, 200];
const UUID = /^[0-9a-f-]{36}$/i;

/** How much paid time off people of a country have: by type, layer, grade and seniority, with the day from which it holds. */
export function PoliciesTab({ country }: { country: Country }) {
  const { t } = useTranslation();
  const [values, setValues] = useAddress(codecs);
  const may = useMayCall();
  const canEdit = usePageFlag('can_edit', 'countries_settings');
  const mayAdd = canEdit && may('pto.create');
  const mayImport = canEdit && may('pto.import');
  const mayExport = usePageFlag('can_export', 'countries_settings') && may('pto.export');
  const types = useLeaveTypes();
  const asked = {
    country: country.code,
    ...(UUID.test(values.type) ? { type_id: values.type } : {}),
    ...(values.all ? { all: true } : {}),
    page: values.page,
    per_page: SIZES.includes(values.per_page) ? values.per_page : 50,
  };
  const query = useQuery({
    queryKey: [...RULES, 'policies', asked],
    queryFn: ({ signal }) => call('GET /api/leave_policies', { query: asked }, { signal }),
    placeholderData: keepPreviousData,
  });
  const rows = query.data?.rows ?? [];
  const beside = besideOf(
    rows,
    (row) => row.id === values.id,
    (row) => setValues({ id: row.id }, { replace: true }),
  );
  const download = (kind: ExportFormat): Promise<void> =>
    call.download('GET /api/pto/export', `paid_time_off_${country.code}.${kind}`, {
      query: { format: kind, country: country.code },
    });
  const add = (): void => setValues({ id: 'new' });
  const columns = usePolicyColumns();
  if (values.import && mayImport) return <ImportPolicies onClose={() => setValues({ import: false })} />;
  return (
    <>
      <FilterBar
        screen="countries_settings"
        page="page"
        codecs={codecs}
        values={values}
        onChange={setValues}
        count={query.data?.pagination.total}
        filters={[
          { kind: 'one', id: 'type', label: t('leave.type'), options: types },
          { kind: 'flag', id: 'all', label: t('leave.past_too') },
        ]}
        {...(mayExport ? { download } : {})}
      />
      {(mayImport || mayAdd) && (
        <div className={styles.acts}>
          {mayImport && (
            <Button icon={<IconFileUpload size={16} aria-hidden="true" />} onClick={() => setValues({ import: true })}>
              {t('leave.import')}
            </Button>
          )}
          {mayAdd && (
            <Button icon={<IconPlus size={16} aria-hidden="true" />} onClick={add}>
              {t('leave.add_policy')}
            </Button>
          )}
        </div>
      )}
      <Loaded query={query} skeleton={<Waiting rows={6} />}>
        {(answer) => (
          <DataTable
            name="leave_policies"
            caption={t('leave.tab_policies')}
            columns={columns}
            rows={answer.rows}
            rowKey={(row) => row.id}
            pagination={answer.pagination}
            onPage={(page, perPage) => setValues({ page, per_page: perPage })}
            onOpen={(row) => setValues({ id: row.id })}
            empty={
              <EmptyState
                title={t('leave.no_policies')}
                text={t('leave.no_policies_text')}
                action={mayAdd ? { label: t('leave.add_policy'), onClick: add } : undefined}
              />
            }
          />
        )}
      </Loaded>
      <PolicyDrawer
        id={values.id}
        country={country.code}
        policy={rows.find((row) => row.id === values.id)}
        query={query}
        canEdit={canEdit}
        onClose={() => setValues({ id: '' })}
        onNext={beside(1)}
        onPrevious={beside(-1)}
      />
    </>
  );
}

function usePolicyColumns(): Column<Policy>[] {
  const { t } = useTranslation();
  const days = (count: number): string => t('leave.days', { count, shown: format.number(count, 2) });
  return [
    { id: 'type', header: t('leave.type'), cell: (row) => row.type, fixed: true, width: 130 },
    { id: 'layer', header: t('leave.layer'), cell: (row) => t(`leave.layer_${row.layer}`), width: 110, card: true },
    {
      id: 'whom',
      header: t('leave.whom'),
      cell: (row) =>
        [row.grade ?? t('leave.all_grades'), row.seniority_years > 0 && t('leave.from_years', { count: row.seniority_years })]
          .filter(Boolean)
          .join(', '),
      width: 140,
    },
    { id: 'days', header: t('leave.days_a_year'), cell: (row) => format.number(row.days, 2), align: 'right', card: true },
    { id: 'manner', header: t('leave.manner'), cell: (row) => t(`leave.manner_${row.manner}`), width: 120, card: true },
    {
      id: 'carry',
      header: t('leave.carry'),
      cell: (row) => {
        if (row.carry_days === 0) return t('leave.carry_none');
        const much = row.carry_days === null ? t('leave.carry_all') : days(row.carry_days);
        return row.carry_months === null ? much : `${much}, ${t('leave.carry_until', { count: row.carry_months })}`;
      },
      width: 150,
    },
    {
      id: 'negative',
      header: t('leave.negative'),
      cell: (row) => (row.negative_days > 0 ? days(row.negative_days) : t('leave.negative_no')),
      optional: true,
    },
    {
      id: 'from',
      header: t('leave.holds'),
      cell: (row) =>
        row.valid_to ? format.dayRange(row.valid_from, row.valid_to) : t('leave.holds_from', { day: format.day(row.valid_from) }),
      width: 150,
    },
  ];
}
