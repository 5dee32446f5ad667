import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useAddress, whole } from '../../web/address.ts';
import * as format from '../../web/format.ts';
import { type Column, DataTable, EmptyState, Loaded, Select, Waiting } from '../../web/ui/index.ts';
import { type Difference, differencesOf } from '../rules/differences.ts';
import styles from './Pricing.module.css';
import { type Details, PRICINGS, call } from './pricing-data.ts';
import { StatusBadge } from './StatusBadge.tsx';
import { NONE, hundredths, margin, recovery } from './words.ts';

const codecs = { before: whole(0), after: whole(0) };
type Version = Details['versions'][number];

/** All versions of a pricing, and what differs between two of them. */
export function Versions({ pricing }: { pricing: Details }) {
  const { t } = useTranslation();
  const [values, setValues] = useAddress(codecs);
  const { versions } = pricing;
  const latest = versions[0]?.number ?? 1;
  const known = (number: number, otherwise: number): number =>
    versions.some((version) => version.number === number) ? number : otherwise;
  const after = known(values.after, latest);
  const before = known(values.before, Math.max(1, latest - 1));
  const options = versions.map(({ number }) => ({ id: String(number), name: t('pricing.version_n', { number }) }));
  const columns: Column<Version>[] = [
    { id: 'number', header: t('pricing.version'), cell: ({ number }) => number, fixed: true },
    { id: 'status', header: t('pricing.status'), cell: ({ status }) => <StatusBadge status={status} />, card: true },
    {
      id: 'fee',
      header: t('pricing.fee'),
      cell: ({ fee, currency }) => format.money(fee, currency),
      align: 'right',
      card: true,
    },
    { id: 'recovery', header: t('pricing.recovery'), cell: recovery, align: 'right', card: true },
    ...(pricing.sees_cost ? [{ id: 'margin', header: t('pricing.margin'), cell: margin, align: 'right' as const }] : []),
    { id: 'hours', header: t('pricing.hours'), cell: ({ minutes }) => format.hoursOfMinutes(minutes), align: 'right' },
    { id: 'made', header: t('pricing.made'), cell: ({ created_at }) => format.instant(String(created_at)) },
  ];
  return (
    <>
      <DataTable
        name="pricing_versions"
        caption={t('pricing.versions')}
        columns={columns}
        rows={versions}
        rowKey={({ id }) => id}
      />
      {versions.length > 1 ? (
        <>
          <div className={styles.tools}>
            <Select
              label={t('pricing.compare_from')}
              options={options}
              value={String(before)}
              onChange={(id) => setValues({ before: Number(id) })}
              clearable={false}
              searchable={false}
            />
            <Select
              label={t('pricing.compare_to')}
              options={options}
              value={String(after)}
              onChange={(id) => setValues({ after: Number(id) })}
              clearable={false}
              searchable={false}
            />
          </div>
          <Differences id={pricing.id} before={before} after={after} />
        </>
      ) : (
        <p className={styles.hint}>{t('pricing.one_version')}</p>
      )}
    </>
  );
}

const useVersion = (id: string, number: number) =>
  useQuery({
    queryKey: [...PRICINGS, 'one', id, number],
    queryFn: ({ signal }) => call('GET /api/pricings/:id', { params: { id }, query: { number } }, { signal }),
  });

function Differences({ id, before, after }: { id: string; before: number; after: number }) {
  const { t } = useTranslation();
  const old = useVersion(id, before);
  const now = useVersion(id, after);
  return (
    <Loaded query={now.data ? old : now} skeleton={<Waiting rows={4} />}>
      {() => {
        if (!old.data || !now.data) return <Waiting rows={4} />;
        const found = differencesOf(old.data.shown.tables, now.data.shown.tables);
        return found.length === 0 ? <EmptyState title={t('pricing.same')} /> : <DifferenceTable rows={found} />;
      }}
    </Loaded>
  );
}

function DifferenceTable({ rows }: { rows: readonly Difference[] }) {
  const { t } = useTranslation();
  const shown = ({ what, currency }: Difference, value: number | null): string => {
    if (value === null) return NONE;
    if (what === 'minutes' || what === 'line' || what === 'table')
      return t('pricing.in_hours', { hours: format.hoursOfMinutes(value) });
    if (what === 'discount' || what === 'on_cost') return hundredths(value);
    return format.money(value, currency);
  };
  const columns: Column<Difference>[] = [
    { id: 'table', header: t('pricing.table'), cell: ({ table }) => table, fixed: true },
    {
      id: 'line',
      header: t('pricing.line'),
      cell: ({ line }) => (line ? [line.role, line.grade, line.user, line.note].filter(Boolean).join(', ') : NONE),
      card: 'line',
    },
    { id: 'what', header: t('pricing.what'), cell: ({ what }) => t(`pricing.what_${what}`), card: true },
    { id: 'before', header: t('pricing.before'), cell: (row) => shown(row, row.before), align: 'right', card: true },
    { id: 'after', header: t('pricing.after'), cell: (row) => shown(row, row.after), align: 'right', card: true },
  ];
  return (
    <DataTable
      name="pricing_differences"
      caption={t('pricing.differences')}
      columns={columns}
      rows={rows}
      rowKey={(row) => [row.table, row.what, JSON.stringify(row.line)].join(' ')}
    />
  );
}
