import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as format from '../../web/format.ts';
import { Button, ReasonDialog, notify, useReason } from '../../web/ui/index.ts';
import { type Details, call, useTaken } from './invoices-data.ts';
import styles from './Invoices.module.css';

/** What waits for the reader's decision: time that is asked for at less or more than it is worth. */
export function Agreement({ invoice }: { invoice: Details }) {
  const { t } = useTranslation();
  const taken = useTaken();
  const reason = useReason();
  const [busy, setBusy] = useState(false);
  const [rejecting, setRejecting] = useState(false);
  if (!invoice.may.decide) return null;
  const mine = invoice.lines.filter((line) => line.mine);
  const decide = async (decision: 'approved' | 'rejected', note: string): Promise<void> => {
    setBusy(true);
    try {
      const body = { version: invoice.version, decision, note };
      taken(await call('POST /api/invoices/:id/decide', { params: { id: invoice.id }, body }));
      setRejecting(false);
    } catch (error) {
      notify.error(reason(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <section aria-label={t('invoicing.to_agree')} className={styles.faults}>
      <h3>{t('invoicing.to_agree')}</h3>
      <ul>
        {mine.map((line) => (
          <li key={line.id}>
            {t('invoicing.agree_line', {
              what: line.description,
              value: format.money(line.value, invoice.currency),
              amount: format.money(line.amount, invoice.currency),
              name: line.asked_by,
              reason: line.reason,
            })}
          </li>
        ))}
      </ul>
      <div className={styles.acts}>
        <Button busy={busy} onClick={() => setRejecting(true)}>
          {t('invoicing.reject')}
        </Button>
        <Button level="primary" busy={busy} onClick={() => void decide('approved', '')}>
          {t('invoicing.agree')}
        </Button>
      </div>
      <ReasonDialog
        open={rejecting}
        title={t('invoicing.reject_title')}
        label={t('invoicing.reason')}
        text={t('invoicing.reject_text')}
        missing={t('invoicing.reason_missing')}
        action={t('invoicing.reject')}
        busy={busy}
        onClose={() => setRejecting(false)}
        onReason={(note) => void decide('rejected', note)}
      />
    </section>
  );
}
