import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { MoneyField } from '../../clients/web/public.tsx';
import { At, FormBody, formStyles, useForm } from '../../web/form/index.ts';
import * as format from '../../web/format.ts';
import { Button, DateField, EXTRA, Modal, Select, Switch, TextInput, confirm, notify } from '../../web/ui/index.ts';
import { COST_KINDS } from '../rules.ts';
import { type Cost, INVOICES, call, useCurrencies } from './invoices-data.ts';
import styles from './Invoices.module.css';

export interface CostDialogProps {
  projectId: string;
  /** The one that is changed; null: a new one; undefined: it is closed. */
  cost: Cost | null | undefined;
  /** Of the project. */
  currency: string;
  onClose: () => void;
}

/** What a third party costs a project: added, changed, or taken away. */
export function CostDialog({ cost, ...rest }: CostDialogProps) {
  const { t } = useTranslation();
  return (
    <Modal open={cost !== undefined} onClose={rest.onClose} title={t(cost ? 'invoicing.cost' : 'invoicing.cost_add')}>
      {cost !== undefined && <CostForm key={cost?.id ?? 'new'} cost={cost} {...rest} />}
    </Modal>
  );
}

interface Draft {
  day: string;
  kind: Cost['kind'];
  amount: number;
  currency: string;
  is_rebillable: boolean;
  note: string;
}

function CostForm({ projectId, cost, currency, onClose }: CostDialogProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const currencies = useCurrencies();
  const done = (): void => {
    notify.success(t('invoicing.saved'));
    void client.invalidateQueries({ queryKey: INVOICES });
    onClose();
  };
  const form = useForm<Cost, Draft>({
    row: cost ?? undefined,
    draftOf: (row) => ({
      day: row?.day ?? format.today(),
      kind: row?.kind ?? 'subcontractor',
      amount: row?.amount ?? 0,
      currency: row?.currency ?? currency,
      is_rebillable: row?.is_rebillable ?? false,
      note: row?.note ?? '',
    }),
    check: ({ amount }) => (amount > 0 ? {} : { amount: t('invoicing.cost_amount_missing') }),
    save: (changes, version, draft) =>
      cost
        ? call('PUT /api/project_costs/:id', {
            params: { id: cost.id },
            body: { version: version ?? cost.version, ...changes },
          })
        : call('POST /api/projects/:id/costs', { params: { id: projectId }, body: draft }),
    onSaved: done,
  });
  const remove = async (): Promise<void> => {
    if (!cost) return;
    const title = t('invoicing.cost_remove');
    if (!(await confirm({ title, text: t('invoicing.cost_remove_text'), action: title, danger: true }))) return;
    await call('DELETE /api/project_costs/:id', { params: { id: cost.id }, query: { version: cost.version } });
    done();
  };
  const { draft, set, errors } = form;
  const labels = {
    day: t('invoicing.day'),
    kind: t('invoicing.cost_kind'),
    amount: t('invoicing.amount'),
    currency: t('invoicing.currency'),
    is_rebillable: t('invoicing.cost_rebillable'),
    note: t('invoicing.note'),
  };
  return (
    <FormBody form={form} name={t('invoicing.cost')} labels={labels} free={['id']}>
      <div className={formStyles.fields}>
        <At field="kind">
          <Select
            label={labels.kind}
            options={COST_KINDS.map((id) => ({ id, name: t(`invoicing.cost_${id}`) }))}
            value={draft.kind}
            onChange={(id) => set({ kind: COST_KINDS.find((each) => each === id) ?? 'subcontractor' })}
            clearable={false}
            searchable={false}
          />
        </At>
        <At field="day">
          <DateField
            label={labels.day}
            value={draft.day}
            onChange={(day) => day && set({ day })}
            clearable={false}
            error={errors.day}
          />
        </At>
        <At field="amount">
          <MoneyField
            label={labels.amount}
            value={draft.amount}
            currency={draft.currency}
            onChange={(amount) => set({ amount: amount ?? 0 })}
            error={errors.amount}
            disabled={false}
          />
        </At>
        <At field="currency">
          <Select
            label={labels.currency}
            options={
              currencies.some(({ id }) => id === draft.currency)
                ? currencies
                : [...currencies, { id: draft.currency, name: draft.currency }]
            }
            value={draft.currency}
            onChange={(id) => set({ currency: id ?? currency })}
            clearable={false}
            error={errors.currency}
          />
        </At>
        <At field="note" wide>
          <TextInput
            label={labels.note}
            value={draft.note}
            onChange={(note) => set({ note })}
            extra={EXTRA.free}
            maxLength={500}
            error={errors.note}
          />
        </At>
        <At field="is_rebillable" wide>
          <Switch
            label={labels.is_rebillable}
            checked={draft.is_rebillable}
            onChange={(event) => set({ is_rebillable: event.currentTarget.checked })}
          />
        </At>
      </div>
      <div className={styles.end}>
        {cost && (
          <Button level="danger" onClick={() => void remove()}>
            {t('invoicing.cost_remove')}
          </Button>
        )}
        <Button onClick={onClose}>{t('web.cancel')}</Button>
        <Button type="submit" level="primary" busy={form.busy}>
          {t('invoicing.save')}
        </Button>
      </div>
    </FormBody>
  );
}
