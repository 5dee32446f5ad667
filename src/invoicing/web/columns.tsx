import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import * as format from '../../web/format.ts';
import { Badge, type Column } from '../../web/ui/index.ts';
import type { Row, Unbilled } from './invoices-data.ts';
import styles from './Invoices.module.css';
import { StatusBadge } from './StatusBadge.tsx';

/** What stands where there is nothing to show. */
export const NONE = '–';

const period = (from: string | null, to: string | null): string =>
  from && to ? format.dayRange(from, to) : from || to ? format.day(from ?? to ?? '') : NONE;

/** A sum; of a credit note it goes back. */
export const signed = (row: Pick<Row, 'kind' | 'currency'>, amount: number): string =>
  format.money(row.kind === 'credit_note' ? -amount : amount, row.currency);

/** Columns of invoices. */
export function useInvoiceColumns(): Column<Row>[] {
  const { t } = useTranslation();
  return [
    {
      id: 'number',
      header: t('invoicing.number'),
      cell: (row) => row.number ?? t('invoicing.draft_for', { client: row.client }),
      sort: 'number',
      fixed: true,
      width: 130,
    },
    {
      id: 'status',
      header: t('invoicing.status'),
      sort: 'status',
      card: true,
      cell: (row) => (
        <span className={styles.inline}>
          <StatusBadge status={row.status} overdue={row.overdue} />
          {row.waiting > 0 && (
            <Badge variant="light" tt="none">
              {t('invoicing.waiting')}
            </Badge>
          )}
        </span>
      ),
    },
    { id: 'client', header: t('invoicing.client'), cell: (row) => row.client, sort: 'client', card: 'line' },
    { id: 'project', header: t('invoicing.project'), cell: (row) => row.project ?? NONE, sort: 'project' },
    { id: 'period', header: t('invoicing.period'), cell: (row) => period(row.period_from, row.period_to), width: 130 },
    {
      id: 'issued_on',
      header: t('invoicing.issued_on'),
      cell: (row) => (row.issued_on ? format.day(row.issued_on) : NONE),
      sort: 'issued_on',
      card: true,
    },
    {
      id: 'due_on',
      header: t('invoicing.due_on'),
      cell: (row) => (row.due_on ? format.day(row.due_on) : NONE),
      sort: 'due_on',
      optional: true,
    },
    { id: 'net', header: t('invoicing.net'), cell: (row) => signed(row, row.net), sort: 'net', align: 'right' },
    {
      id: 'gross',
      header: t('invoicing.gross'),
      cell: (row) => signed(row, row.gross),
      sort: 'gross',
      align: 'right',
      card: true,
    },
    {
      id: 'open',
      header: t('invoicing.open'),
      cell: (row) =>
        row.kind === 'invoice' && row.status !== 'draft' ? format.money(row.gross - row.paid - row.credited, row.currency) : NONE,
      align: 'right',
    },
    {
      id: 'push',
      header: t('invoicing.push'),
      cell: (row) => (row.status === 'draft' ? NONE : t(`invoicing.push_${row.push}`)),
    },
    {
      id: 'pushed_at',
      header: t('invoicing.pushed_at'),
      cell: (row) => (row.pushed_at ? [format.instant(String(row.pushed_at)), row.pushed_by].filter(Boolean).join(', ') : NONE),
      optional: true,
    },
    { id: 'seller', header: t('invoicing.seller'), cell: (row) => row.seller, optional: true },
    { id: 'owner', header: t('invoicing.owner'), cell: (row) => row.owner, optional: true },
    {
      id: 'updated_at',
      header: t('invoicing.changed'),
      cell: (row) => format.instant(String(row.updated_at)),
      sort: 'updated_at',
      optional: true,
    },
  ];
}

/** Project and client, which each row of projects' time begins with. */
export const workColumns = <Row extends { code: string; project: string; client: string }>(t: TFunction): Column<Row>[] => [
  {
    id: 'project',
    header: t('invoicing.project'),
    cell: (row) => `${row.code} ${row.project}`,
    sort: 'project',
    fixed: true,
    width: 180,
  },
  { id: 'client', header: t('invoicing.client'), cell: (row) => row.client, sort: 'client', card: 'line' },
];

/** Columns of what is unbilled, by the age of the work. */
export function useUnbilledColumns(): Column<Unbilled>[] {
  const { t } = useTranslation();
  const age = (at: number): Column<Unbilled> => ({
    id: `age_${at}`,
    header: t(`invoicing.age_${at}`),
    align: 'right',
    cell: (row) => ((row.ages[at] ?? 0) > 0 ? format.money(row.ages[at] ?? 0, row.currency, true) : NONE),
  });
  return [
    ...workColumns<Unbilled>(t),
    { id: 'fee_kind', header: t('invoicing.fee_kind'), cell: (row) => t(`clients.fee_${row.fee_kind}`), optional: true },
    {
      id: 'value',
      header: t('invoicing.wip'),
      align: 'right',
      card: true,
      cell: (row) => (
        <span className={styles.amount}>
          {format.money(row.value, row.currency)}
          {row.unrated_seconds > 0 && (
            <small data-warn>{t('invoicing.unrated', { hours: format.hours(row.unrated_seconds) })}</small>
          )}
          {row.waiting_off > 0 && (
            <small>{t('invoicing.waiting_off', { amount: format.money(row.waiting_off, row.currency) })}</small>
          )}
        </span>
      ),
    },
    {
      id: 'seconds',
      header: t('invoicing.hours'),
      sort: 'seconds',
      align: 'right',
      card: true,
      cell: (row) => (
        <span className={styles.amount}>
          {format.hours(row.seconds)}
          {row.unapproved_seconds > 0 && (
            <small>{t('invoicing.unapproved', { hours: format.hours(row.unapproved_seconds) })}</small>
          )}
        </span>
      ),
    },
    ...[0, 1, 2, 3].map(age),
    {
      id: 'instalments',
      header: t('invoicing.instalments_due'),
      align: 'right',
      cell: (row) => (row.instalments_due > 0 ? format.money(row.instalments_due, row.currency) : NONE),
    },
    {
      id: 'oldest',
      header: t('invoicing.oldest'),
      sort: 'oldest',
      card: true,
      cell: (row) => (row.oldest ? format.day(row.oldest) : NONE),
    },
    {
      id: 'billing_status',
      header: t('invoicing.billing_status'),
      cell: (row) => t(`clients.billing_${row.billing_status}`),
      optional: true,
    },
  ];
}
