import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as format from '../../web/format.ts';
import { Button, EXTRA, Modal, NumberField, TextInput } from '../../web/ui/index.ts';
import { amountOf } from '../rules.ts';
import { type DraftLine, spread } from './draft.ts';
import styles from './Invoices.module.css';

export interface SpreadTimeProps {
  lines: readonly DraftLine[];
  currency: string;
  onSpread: (lines: DraftLine[]) => void;
}

/** Asks for one sum for all time: what is written off or up is cut over its lines by what they are worth. */
export function SpreadTime({ lines, currency, onSpread }: SpreadTimeProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState<number>();
  const [reason, setReason] = useState('');
  const time = lines.filter(({ kind }) => kind === 'time');
  if (time.length === 0) return null;
  const unit = 10 ** format.minorDigits(currency);
  const now = time.reduce((all, line) => all + amountOf(line), 0);
  const apply = (): void => {
    onSpread(spread(lines, Math.round((wanted ?? now / unit) * unit), reason.trim()));
    setOpen(false);
  };
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        {t('invoicing.spread')}
      </Button>
      <Modal open={open} onClose={() => setOpen(false)} title={t('invoicing.spread')}>
        <form
          className={styles.stack}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            apply();
          }}
        >
          <p className={styles.quiet}>{t('invoicing.spread_text')}</p>
          <NumberField
            label={t('invoicing.spread_sum')}
            value={wanted ?? now / unit}
            onChange={setWanted}
            digits={format.minorDigits(currency)}
            min={0}
            unit={currency}
            autoFocus
          />
          <TextInput
            label={t('invoicing.reason')}
            value={reason}
            onChange={setReason}
            extra={EXTRA.free}
            maxLength={500}
            required
          />
          <div className={styles.end}>
            <Button onClick={() => setOpen(false)}>{t('web.cancel')}</Button>
            <Button type="submit" level="primary" disabled={reason.trim() === ''}>
              {t('invoicing.spread_do')}
            </Button>
          </div>
        </form>
      </Modal>
    </>
  );
}
