import { IconDownload, IconPlus, IconTrash } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LANGUAGES } from '../../kit/grades.ts';
import { At, FormBody, formStyles, useForm } from '../../web/form/index.ts';
import * as format from '../../web/format.ts';
import { Button, DateField, EXTRA, NumberField, Select, TextInput, confirm, notify, useReason } from '../../web/ui/index.ts';
import { Agreement } from './Agreement.tsx';
import { type Draft, type DraftLine, blankLine, draftOf, sentLines, totalsFor } from './draft.ts';
import { DraftLineFields } from './DraftLineFields.tsx';
import { type Details, call, useTaken } from './invoices-data.ts';
import styles from './Invoices.module.css';
import { Parties } from './Parties.tsx';
import { SpreadTime } from './SpreadTime.tsx';
import { Totals } from './Totals.tsx';

const LANGUAGE_NAMES: Readonly<Record<string, string>> = { en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español' };

/** A draft: its lines in place with what they come to, and the way to its number. */
export function DraftForm({ invoice, onClose }: { invoice: Details; onClose: () => void }) {
  const { t } = useTranslation();
  const taken = useTaken();
  const id = useId();
  const form = useForm<Details, Draft>({
    row: invoice,
    draftOf,
    check: ({ lines }) => ({
      ...(lines.some(({ description }) => description.trim() === '') ? { lines: t('invoicing.line_unnamed') } : {}),
      ...(lines.some(({ adjustment, reason }) => adjustment !== 0 && reason.trim() === '')
        ? { lines: t('invoicing.reason_missing') }
        : {}),
    }),
    save: ({ lines, ...changes }, version) =>
      call('PUT /api/invoices/:id', {
        params: { id: invoice.id },
        body: { version: version ?? invoice.version, ...changes, ...(lines ? { lines: sentLines(lines) } : {}) },
      }),
    onSaved: (row) => {
      taken(row);
      notify.success(t('invoicing.saved'));
    },
  });
  const { draft, set, errors } = form;
  const labels = {
    language: t('invoicing.language'),
    period_from: t('invoicing.period_from'),
    period_to: t('invoicing.period_to'),
    payment_days: t('invoicing.payment_days'),
    reference: t('invoicing.reference'),
    note: t('invoicing.note'),
    lines: t('invoicing.lines'),
  };
  const change = (at: number, more: Partial<DraftLine>): void =>
    set({ lines: draft.lines.map((line, index) => (index === at ? { ...line, ...more } : line)) });
  const usual = { tax_category: 'S' as const, tax_rate: 1900 };
  const add = (kind: 'fixed' | 'expense'): void => set({ lines: [...draft.lines, blankLine(kind, draft.lines, usual)] });
  const totals = totalsFor(draft.lines);
  return (
    <div className={styles.stack}>
      <Parties invoice={invoice} />
      <FormBody form={form} id={id} name={t('invoicing.draft')} labels={labels} free={['id']}>
        <At field="lines" wide>
          <section aria-label={labels.lines} className={styles.lines}>
            <h3>{labels.lines}</h3>
            {draft.lines.length === 0 && <p className={styles.quiet}>{t('invoicing.no_lines')}</p>}
            {draft.lines.map((line, index) => (
              <DraftLineFields
                key={line.id ?? `new ${index}`}
                line={line}
                known={invoice.lines.find((each) => each.id === line.id)}
                number={index + 1}
                currency={invoice.currency}
                onChange={(more) => change(index, more)}
                onRemove={() => set({ lines: draft.lines.filter((_, at) => at !== index) })}
              />
            ))}
            {errors.lines && (
              <p role="alert" className={styles.wrong}>
                {errors.lines}
              </p>
            )}
            <div className={styles.acts}>
              <Button size="sm" icon={<IconPlus size={16} aria-hidden="true" />} onClick={() => add('fixed')}>
                {t('invoicing.add_fixed')}
              </Button>
              <Button size="sm" icon={<IconPlus size={16} aria-hidden="true" />} onClick={() => add('expense')}>
                {t('invoicing.add_expense')}
              </Button>
              <SpreadTime lines={draft.lines} currency={invoice.currency} onSpread={(lines) => set({ lines })} />
            </div>
          </section>
        </At>
        <Totals totals={totals} currency={invoice.currency} value={invoice.value} standard={invoice.standard} isCredit={false} />
        <div className={formStyles.fields}>
          <At field="period_from">
            <DateField
              label={labels.period_from}
              value={draft.period_from ?? ''}
              onChange={(day) => set({ period_from: day ?? null })}
              error={errors.period_from}
            />
          </At>
          <At field="period_to">
            <DateField
              label={labels.period_to}
              value={draft.period_to ?? ''}
              onChange={(day) => set({ period_to: day ?? null })}
              error={errors.period_to}
            />
          </At>
          <At field="reference">
            <TextInput
              label={labels.reference}
              value={draft.reference}
              onChange={(reference) => set({ reference })}
              maxLength={100}
              extra={EXTRA.free}
              error={errors.reference}
            />
          </At>
          <At field="payment_days">
            <NumberField
              label={labels.payment_days}
              value={draft.payment_days}
              onChange={(days) => set({ payment_days: days ?? 0 })}
              min={0}
              max={365}
              {...(errors.payment_days ? { error: errors.payment_days } : {})}
            />
          </At>
          <At field="language">
            <Select
              label={labels.language}
              options={LANGUAGES.map((each) => ({ id: each, name: LANGUAGE_NAMES[each] ?? each }))}
              value={draft.language}
              onChange={(next) => set({ language: LANGUAGES.find((each) => each === next) ?? 'en' })}
              clearable={false}
              searchable={false}
            />
          </At>
          <At field="note" wide>
            <TextInput
              label={labels.note}
              value={draft.note}
              onChange={(note) => set({ note })}
              rows={2}
              maxLength={2000}
              extra={EXTRA.free}
              error={errors.note}
            />
          </At>
        </div>
      </FormBody>
      {form.changed.length === 0 && <Agreement invoice={invoice} />}
      <DraftActs invoice={invoice} form={id} busy={form.busy} isChanged={form.changed.length > 0} onClose={onClose} />
    </div>
  );
}

interface ActsProps {
  invoice: Details;
  form: string;
  busy: boolean;
  isChanged: boolean;
  onClose: () => void;
}

/** What can be done with a draft: save, look at its paper, discard it, issue it. */
function DraftActs({ invoice, form, busy, isChanged, onClose }: ActsProps) {
  const { t } = useTranslation();
  const taken = useTaken();
  const reason = useReason();
  const [acting, setActing] = useState(false);
  const { id, version, client, gross, currency } = invoice;
  const run = async (work: () => Promise<void>): Promise<void> => {
    setActing(true);
    try {
      await work();
    } catch (error) {
      notify.error(reason(error));
    } finally {
      setActing(false);
    }
  };
  const issue = async (): Promise<void> => {
    const title = t('invoicing.issue_title', { client, amount: format.money(gross, currency) });
    if (!(await confirm({ title, text: t('invoicing.issue_text'), action: t('invoicing.issue') }))) return;
    await run(async () => {
      const made = await call('POST /api/invoices/:id/issue', { params: { id }, body: { version } });
      taken(made);
      notify.success(t('invoicing.issued_as', { number: made.number }));
    });
  };
  const discard = async (): Promise<void> => {
    const title = t('invoicing.discard_title', { client });
    if (!(await confirm({ title, text: t('invoicing.discard_text'), action: t('invoicing.discard'), danger: true }))) return;
    await run(async () => {
      await call('DELETE /api/invoices/:id', { params: { id }, query: { version } });
      notify.success(t('invoicing.discarded'));
      onClose();
    });
  };
  const preview = (): Promise<void> =>
    run(() => call.download('GET /api/invoices/:id/pdf', `${t('invoicing.draft')}.pdf`, { params: { id } }));
  return (
    <>
      {!isChanged && invoice.faults.length > 0 && (
        <section aria-label={t('invoicing.faults')} className={styles.faults}>
          <h3>{t('invoicing.faults')}</h3>
          <ul>
            {invoice.faults.map((fault) => (
              <li key={fault}>{fault}</li>
            ))}
          </ul>
        </section>
      )}
      <div className={styles.foot}>
        <Button level="subtle" icon={<IconTrash size={16} aria-hidden="true" />} busy={acting} onClick={() => void discard()}>
          {t('invoicing.discard')}
        </Button>
        <Button icon={<IconDownload size={16} aria-hidden="true" />} disabled={isChanged} onClick={() => void preview()}>
          {t('invoicing.preview')}
        </Button>
        {isChanged ? (
          <Button type="submit" form={form} level="primary" busy={busy}>
            {t('invoicing.save')}
          </Button>
        ) : (
          <Button level="primary" busy={acting} disabled={!invoice.may.issue} onClick={() => void issue()}>
            {t('invoicing.issue')}
          </Button>
        )}
      </div>
    </>
  );
}
