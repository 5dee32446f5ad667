import { useTranslation } from 'react-i18next';
import { At, FormBody, formStyles, useForm } from '../../web/form/index.ts';
import * as format from '../../web/format.ts';
import { Button, DateField, EXTRA, Modal, NumberField, TextInput, notify } from '../../web/ui/index.ts';
import { type Details, call, useTaken } from './invoices-data.ts';
import styles from './Invoices.module.css';

export interface DialogProps {
  open: boolean;
  invoice: Details;
  onClose: () => void;
}

/** What came in for an invoice; below zero what was paid back. */
export function PayDialog({ open, invoice, onClose }: DialogProps) {
  const { t } = useTranslation();
  return (
    <Modal open={open} onClose={onClose} title={t('invoicing.pay_title', { number: invoice.number })}>
      {open && <PayForm invoice={invoice} onClose={onClose} />}
    </Modal>
  );
}

interface Draft {
  amount: number;
  day: string;
  note: string;
}

function PayForm({ invoice, onClose }: Omit<DialogProps, 'open'>) {
  const { t } = useTranslation();
  const taken = useTaken();
  const { gross, paid, credited, currency, version, id } = invoice;
  const unit = 10 ** format.minorDigits(currency);
  const form = useForm<Details, Draft>({
    row: undefined,
    draftOf: () => ({ amount: gross - paid - credited, day: format.today(), note: '' }),
    save: (_changes, _version, draft) => call('POST /api/invoices/:id/payments', { params: { id }, body: { version, ...draft } }),
    onSaved: (row) => {
      taken(row);
      notify.success(t('invoicing.paid_saved'));
      onClose();
    },
  });
  const { draft, set, errors } = form;
  const labels = { amount: t('invoicing.amount'), day: t('invoicing.day'), note: t('invoicing.note') };
  return (
    <FormBody form={form} name={t('invoicing.pay')} labels={labels} free={['id']}>
      <div className={formStyles.fields}>
        <At field="amount">
          <NumberField
            label={labels.amount}
            value={draft.amount / unit}
            onChange={(typed) => set({ amount: Math.round((typed ?? 0) * unit) })}
            digits={format.minorDigits(currency)}
            unit={currency}
            autoFocus
            {...(errors.amount ? { error: errors.amount } : {})}
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
      </div>
      <div className={styles.end}>
        <Button onClick={onClose}>{t('web.cancel')}</Button>
        <Button type="submit" level="primary" busy={form.busy}>
          {t('invoicing.save')}
        </Button>
      </div>
    </FormBody>
  );
}
