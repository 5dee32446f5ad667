import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { MoneyField, RowsEditor } from '../../clients/web/public.tsx';
import { At, FormBody, formStyles, useForm } from '../../web/form/index.ts';
import { DateField, EXTRA, NumberField, Select, TextInput, notify } from '../../web/ui/index.ts';
import { GROUPS, INSTALMENT_KINDS } from '../rules.ts';
import { type Billing, INVOICES, call } from './invoices-data.ts';
import styles from './Invoices.module.css';

type Instalment = Omit<Billing['instalments'][number], 'id' | 'version' | 'invoice_id' | 'invoice' | 'invoice_status'> & {
  id?: string;
  invoice: string | null;
  invoice_id: string | null;
};

interface Draft {
  service_line_id: string | null;
  seller_id: string | null;
  reference: string;
  group_by: Billing['terms']['group_by'];
  payment_days: number | null;
  instalments: readonly Instalment[];
}

type Row = Billing & { version: number };

/** How a project is billed: whose rates count, what its invoices begin with, and what it pays beside its hours. */
export function BillingTerms({ billing, editable }: { billing: Billing; editable: boolean }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const form = useForm<Row, Draft>({
    row: { ...billing, version: billing.terms.version },
    draftOf: (row) => ({
      service_line_id: row?.terms.service_line_id ?? null,
      seller_id: row?.terms.seller_id ?? null,
      reference: row?.terms.reference ?? '',
      group_by: row?.terms.group_by ?? 'person',
      payment_days: row?.terms.payment_days ?? null,
      instalments: row?.instalments ?? [],
    }),
    check: ({ instalments }) => ({
      ...(instalments.some(({ label, amount }) => label.trim() === '' || amount === 0)
        ? { instalments: t('invoicing.instalment_empty') }
        : {}),
    }),
    save: async ({ instalments, ...changes }, version) => {
      const rows = instalments?.map(({ id, kind, label, due_on, reached_on, amount }) => ({
        ...(id ? { id } : {}),
        kind,
        label,
        due_on,
        reached_on,
        amount,
      }));
      const stored = await call('PUT /api/projects/:id/billing', {
        params: { id: billing.project_id },
        body: { ...(version === undefined ? {} : { version }), ...changes, ...(rows ? { instalments: rows } : {}) },
      });
      return { ...stored, version: stored.terms.version };
    },
    onSaved: () => {
      notify.success(t('invoicing.saved'));
      void client.invalidateQueries({ queryKey: INVOICES });
    },
  });
  const { draft, set, errors } = form;
  const labels = {
    service_line_id: t('invoicing.service_line'),
    seller_id: t('invoicing.seller'),
    reference: t('invoicing.reference'),
    group_by: t('invoicing.group_by'),
    payment_days: t('invoicing.payment_days'),
    instalments: t('invoicing.instalments'),
  };
  const usual = billing.service_lines.find(({ id }) => id === billing.usual_line_id)?.name;
  const shared = { disabled: !editable };
  return (
    <section aria-label={t('invoicing.terms')} className={styles.part}>
      <h3>{t('invoicing.terms')}</h3>
      <FormBody form={form} name={t('invoicing.terms')} labels={labels}>
        <div className={formStyles.fields}>
          <At field="service_line_id">
            <Select
              {...shared}
              label={labels.service_line_id}
              options={billing.service_lines}
              value={draft.service_line_id ?? undefined}
              onChange={(id) => set({ service_line_id: id ?? null })}
              placeholder={usual ?? t('invoicing.line_unclear')}
              error={errors.service_line_id}
            />
          </At>
          <At field="group_by">
            <Select
              {...shared}
              label={labels.group_by}
              options={GROUPS.map((id) => ({ id, name: t(`invoicing.group_${id}`) }))}
              value={draft.group_by}
              onChange={(id) => set({ group_by: GROUPS.find((each) => each === id) ?? 'person' })}
              clearable={false}
              searchable={false}
            />
          </At>
          <At field="seller_id">
            <Select
              {...shared}
              label={labels.seller_id}
              options={billing.sellers}
              value={draft.seller_id ?? undefined}
              onChange={(id) => set({ seller_id: id ?? null })}
              placeholder={t('invoicing.usual_seller')}
              error={errors.seller_id}
            />
          </At>
          <At field="payment_days">
            <NumberField
              {...shared}
              label={labels.payment_days}
              value={draft.payment_days ?? undefined}
              onChange={(days) => set({ payment_days: days ?? null })}
              min={0}
              max={365}
            />
          </At>
          <At field="reference" wide>
            <TextInput
              {...shared}
              label={labels.reference}
              value={draft.reference}
              onChange={(reference) => set({ reference })}
              maxLength={100}
              extra={EXTRA.free}
            />
          </At>
          <RowsEditor<Instalment>
            {...shared}
            field="instalments"
            title={labels.instalments}
            text={t('invoicing.instalments_text')}
            rows={draft.instalments}
            onChange={(instalments) => set({ instalments })}
            blank={() => ({
              kind: 'instalment',
              label: '',
              due_on: null,
              reached_on: null,
              amount: 0,
              invoice: null,
              invoice_id: null,
            })}
            add={t('invoicing.add_instalment')}
            nameOf={({ label }, number) => label || t('invoicing.instalment_n', { number })}
            empty={t('invoicing.no_instalments')}
            error={errors.instalments}
          >
            {(row, change) => {
              const fixed = !editable || row.invoice_id !== null;
              return (
                <>
                  <div data-wide>
                    <TextInput
                      label={t('invoicing.instalment_label')}
                      value={row.label}
                      onChange={(label) => change({ label })}
                      maxLength={200}
                      extra={EXTRA.free}
                      disabled={fixed}
                      required
                    />
                  </div>
                  <Select
                    label={t('invoicing.kind')}
                    options={INSTALMENT_KINDS.map((id) => ({ id, name: t(`invoicing.instalment_${id}`) }))}
                    value={row.kind}
                    onChange={(id) => change({ kind: INSTALMENT_KINDS.find((each) => each === id) ?? 'instalment' })}
                    clearable={false}
                    searchable={false}
                    disabled={fixed}
                  />
                  <MoneyField
                    label={t('invoicing.amount')}
                    value={row.amount}
                    currency={billing.currency}
                    onChange={(amount) => change({ amount: amount ?? 0 })}
                    disabled={fixed}
                  />
                  <DateField
                    label={t('invoicing.due_on')}
                    value={row.due_on ?? ''}
                    onChange={(day) => change({ due_on: day ?? null })}
                    disabled={fixed}
                  />
                  {row.kind === 'milestone' && (
                    <DateField
                      label={t('invoicing.reached_on')}
                      value={row.reached_on ?? ''}
                      onChange={(day) => change({ reached_on: day ?? null })}
                      disabled={fixed}
                    />
                  )}
                  {row.invoice_id && (
                    <p className={styles.quiet}>
                      {t('invoicing.stands_on', { number: row.invoice ?? t('invoicing.status_draft') })}
                    </p>
                  )}
                </>
              );
            }}
          </RowsEditor>
        </div>
      </FormBody>
    </section>
  );
}
