import { IconArrowBackUp, IconCoin, IconDownload, IconFileCode, IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as format from '../../web/format.ts';
import { Button, notify, useReason } from '../../web/ui/index.ts';
import { NONE } from './columns.tsx';
import { CreditDialog } from './CreditDialog.tsx';
import { type Details, call } from './invoices-data.ts';
import styles from './Invoices.module.css';
import { Parties } from './Parties.tsx';
import { PayDialog } from './PayDialog.tsx';
import { PushResults, usePush } from './PushResults.tsx';
import { Totals } from './Totals.tsx';

/** What was issued: its lines as they stand on paper, what was paid and credited, and what became of it. */
export function Issued({ invoice, onOpen }: { invoice: Details; onOpen: (id: string) => void }) {
  const { t } = useTranslation();
  const isCredit = invoice.kind === 'credit_note';
  const { lines, currency, credits, credit_notes } = invoice;
  return (
    <div className={styles.stack}>
      <Parties invoice={invoice} />
      {credits && (
        <p>
          {t('invoicing.credits_of')}{' '}
          <Button size="sm" level="subtle" onClick={() => onOpen(credits.id)}>
            {credits.number}
          </Button>
        </p>
      )}
      <section aria-label={t('invoicing.lines')} className={styles.frame} tabIndex={0}>
        <table className={styles.table}>
          <caption>{t('invoicing.lines')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('invoicing.description')}</th>
              <th scope="col" data-right>
                {t('invoicing.quantity')}
              </th>
              <th scope="col" data-right>
                {t('invoicing.price')}
              </th>
              <th scope="col" data-right>
                {t('invoicing.amount')}
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.id}>
                <th scope="row">
                  {line.description}
                  {line.adjustment !== 0 && (
                    <small>
                      {t(line.adjustment < 0 ? 'invoicing.off_of' : 'invoicing.up_of', {
                        amount: format.money(Math.abs(line.adjustment), currency),
                        reason: line.reason,
                        name: line.decided_by,
                      })}
                    </small>
                  )}
                </th>
                <td data-right>
                  {line.seconds === null ? format.number(line.quantity / 1000, 3) : `${format.hours(line.seconds)} h`}
                </td>
                <td data-right>{format.money(line.price, currency)}</td>
                <td data-right>{format.money(isCredit ? -line.amount : line.amount, currency)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <Totals totals={invoice} currency={currency} value={invoice.value} standard={invoice.standard} isCredit={isCredit} />
      {!isCredit && <Balance invoice={invoice} />}
      {credit_notes.length > 0 && (
        <section aria-label={t('invoicing.credit_notes')} className={styles.part}>
          <h3>{t('invoicing.credit_notes')}</h3>
          <ul className={styles.results}>
            {credit_notes.map(({ id, number, issued_on, gross }) => (
              <li key={id}>
                <Button size="sm" level="subtle" onClick={() => onOpen(id)}>
                  {number}
                </Button>{' '}
                {format.day(issued_on)} · {format.money(-gross, currency)}
              </li>
            ))}
          </ul>
        </section>
      )}
      <Delivery invoice={invoice} />
      <History invoice={invoice} />
      <IssuedActs invoice={invoice} />
    </div>
  );
}

/** What came in, and what is still open. */
function Balance({ invoice }: { invoice: Details }) {
  const { t } = useTranslation();
  const { payments, gross, paid, credited, currency } = invoice;
  const open = gross - paid - credited;
  return (
    <section aria-label={t('invoicing.payments')} className={styles.part}>
      <h3>{t('invoicing.payments')}</h3>
      <ul className={styles.results}>
        {payments.map(({ id, day, amount, note, user }) => (
          <li key={id}>
            {format.day(day)} · <strong>{format.money(amount, currency)}</strong> {note && `· ${note}`} · {user}
          </li>
        ))}
        <li>
          <strong>
            {open < 0
              ? t('invoicing.to_pay_back', { amount: format.money(-open, currency) })
              : t('invoicing.still_open', { amount: format.money(open, currency) })}
          </strong>
        </li>
      </ul>
    </section>
  );
}

/** Whether the accounting system has it. */
function Delivery({ invoice }: { invoice: Details }) {
  const { t } = useTranslation();
  if (invoice.push === 'none') return null;
  const facts = [
    t(`invoicing.push_${invoice.push}`),
    invoice.pushed_at ? format.instant(String(invoice.pushed_at)) : '',
    invoice.pushed_by ?? '',
    invoice.push_error,
  ];
  return (
    <p className={styles.quiet} data-push={invoice.push}>
      {t('invoicing.push')}: {facts.filter((fact) => fact !== '').join(' · ')}
    </p>
  );
}

/** Step by step what became of it, the latest first. */
function History({ invoice }: { invoice: Details }) {
  const { t } = useTranslation();
  return (
    <section aria-label={t('invoicing.history')} className={styles.part}>
      <h3>{t('invoicing.history')}</h3>
      <ol className={styles.results}>
        {invoice.history.map(({ id, at, user, action, detail }) => (
          <li key={id}>
            <time dateTime={String(at)}>{format.instant(String(at))}</time> · {t(`invoicing.did_${action}`)} ·{' '}
            {user ?? t('invoicing.by_itself')}
            {detail && ` · ${detail}`}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** What can be done with what was issued: its files, sending it, a payment, a credit note. */
function IssuedActs({ invoice }: { invoice: Details }) {
  const { t } = useTranslation();
  const reason = useReason();
  const push = usePush();
  const [asked, setAsked] = useState<'pay' | 'credit'>();
  const { id, number, may } = invoice;
  const save = async (key: 'GET /api/invoices/:id/pdf' | 'GET /api/invoices/:id/xml', ending: string): Promise<void> => {
    try {
      await call.download(key, `${number ?? NONE}.${ending}`, { params: { id } });
    } catch (error) {
      notify.error(reason(error));
    }
  };
  return (
    <div className={styles.foot}>
      <Button icon={<IconDownload size={16} aria-hidden="true" />} onClick={() => void save('GET /api/invoices/:id/pdf', 'pdf')}>
        {t('invoicing.pdf')}
      </Button>
      <Button icon={<IconFileCode size={16} aria-hidden="true" />} onClick={() => void save('GET /api/invoices/:id/xml', 'xml')}>
        {t('invoicing.e_invoice')}
      </Button>
      {may.credit && (
        <Button icon={<IconArrowBackUp size={16} aria-hidden="true" />} onClick={() => setAsked('credit')}>
          {t('invoicing.credit')}
        </Button>
      )}
      {may.pay && (
        <Button icon={<IconCoin size={16} aria-hidden="true" />} onClick={() => setAsked('pay')}>
          {t('invoicing.pay')}
        </Button>
      )}
      {may.push && (
        <Button
          level="primary"
          icon={<IconSend size={16} aria-hidden="true" />}
          busy={push.busy}
          onClick={() => void push.ask([invoice])}
        >
          {t(invoice.push === 'failed' ? 'invoicing.push_again' : 'invoicing.push_act')}
        </Button>
      )}
      <PayDialog open={asked === 'pay'} invoice={invoice} onClose={() => setAsked(undefined)} />
      <CreditDialog open={asked === 'credit'} invoice={invoice} onClose={() => setAsked(undefined)} />
      <PushResults results={push.results} onClose={push.clear} />
    </div>
  );
}
