import { useTranslation } from 'react-i18next';
import { At, CheckField, FormBody, formStyles, useForm } from '../../web/form/index.ts';
import * as format from '../../web/format.ts';
import { Button, EXTRA, Modal, NumberField, TextInput, notify } from '../../web/ui/index.ts';
import { totalsOf } from '../rules.ts';
import { type Details, call, useTaken } from './invoices-data.ts';
import styles from './Invoices.module.css';
import type { DialogProps } from './PayDialog.tsx';

/** A credit note: of the whole invoice, or of amounts of its lines. */
export function CreditDialog({ open, invoice, onClose }: DialogProps) {
  const { t } = useTranslation();
  return (
    <Modal open={open} onClose={onClose} title={t('invoicing.credit_title', { number: invoice.number })} size="wide">
      {open && <CreditForm invoice={invoice} onClose={onClose} />}
    </Modal>
  );
}

interface Draft {
  reason: string;
  /** What of each line is taken back. */
  lines: readonly number[];
  release: boolean;
}

function CreditForm({ invoice, onClose }: Omit<DialogProps, 'open'>) {
  const { t } = useTranslation();
  const taken = useTaken();
  const { currency, version, id, lines, credited } = invoice;
  const unit = 10 ** format.minorDigits(currency);
  const hasTime = lines.some(({ entries }) => entries > 0);
  const isWhole = (amounts: readonly number[]): boolean => lines.every(({ amount }, index) => amount === amounts[index]);
  const form = useForm<Details, Draft>({
    row: undefined,
    draftOf: () => ({
      reason: '',
      lines: lines.map(({ amount }) => (credited > 0 ? 0 : amount)),
      release: credited === 0 && hasTime,
    }),
    check: ({ reason, lines: amounts }) => ({
      ...(reason.trim() === '' ? { reason: t('invoicing.reason_missing') } : {}),
      ...(amounts.every((amount) => amount === 0) ? { lines: t('invoicing.credit_nothing') } : {}),
    }),
    save: (_changes, _version, draft) => {
      const whole = credited === 0 && isWhole(draft.lines);
      const parts = lines.flatMap(({ id: line_id }, index) => {
        const amount = draft.lines[index] ?? 0;
        return amount > 0 ? [{ line_id, amount }] : [];
      });
      const body = { version, reason: draft.reason, ...(whole ? { release: draft.release } : { lines: parts }) };
      return call('POST /api/invoices/:id/credit', { params: { id }, body });
    },
    onSaved: (row) => {
      taken(row);
      notify.success(t('invoicing.credit_saved'));
      onClose();
    },
  });
  const { draft, set, errors } = form;
  const labels = { reason: t('invoicing.reason'), lines: t('invoicing.lines'), release: t('invoicing.release') };
  const { gross } = totalsOf(lines.map((line, index) => ({ ...line, amount: draft.lines[index] ?? 0 })));
  return (
    <FormBody form={form} name={t('invoicing.credit')} labels={labels} free={['id']}>
      <div className={formStyles.fields}>
        <At field="reason" wide>
          <TextInput
            label={labels.reason}
            description={t('invoicing.credit_reason_text')}
            value={draft.reason}
            onChange={(reason) => set({ reason })}
            extra={EXTRA.free}
            maxLength={500}
            required
            autoFocus
            error={errors.reason}
          />
        </At>
        <At field="lines" wide>
          <section aria-label={labels.lines} className={styles.part}>
            {lines.map((line, index) => (
              <NumberField
                key={line.id}
                label={line.description}
                value={(draft.lines[index] ?? 0) / unit}
                onChange={(typed) =>
                  set({ lines: draft.lines.map((amount, at) => (at === index ? Math.round((typed ?? 0) * unit) : amount)) })
                }
                digits={format.minorDigits(currency)}
                min={0}
                max={line.amount / unit}
                unit={currency}
              />
            ))}
            {errors.lines && (
              <p role="alert" className={styles.wrong}>
                {errors.lines}
              </p>
            )}
            <p className={styles.total}>{t('invoicing.credit_gross', { amount: format.money(gross, currency) })}</p>
          </section>
        </At>
        {hasTime && credited === 0 && isWhole(draft.lines) && (
          <CheckField
            field="release"
            label={labels.release}
            description={t('invoicing.release_text')}
            checked={draft.release}
            onChange={(release) => set({ release })}
            error={errors.release}
          />
        )}
      </div>
      <div className={styles.end}>
        <Button onClick={onClose}>{t('web.cancel')}</Button>
        <Button type="submit" level="danger" busy={form.busy}>
          {t('invoicing.credit_do')}
        </Button>
      </div>
    </FormBody>
  );
}
