import { IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import * as format from '../../web/format.ts';
import { EXTRA, IconButton, NumberField, Select, TextInput } from '../../web/ui/index.ts';
import { TAX_CATEGORIES, UNITS, amountOf } from '../rules.ts';
import type { DraftLine } from './draft.ts';
import type { Line } from './invoices-data.ts';
import styles from './Invoices.module.css';

export interface DraftLineFieldsProps {
  line: DraftLine;
  /** The line as it is stored: how its write-off was decided on. */
  known: Line | undefined;
  number: number;
  currency: string;
  onChange: (more: Partial<DraftLine>) => void;
  onRemove: () => void;
}

/** One line of a draft, written in place: of time what it is asked for, of anything else quantity and price. */
export function DraftLineFields({ line, known, number, currency, onChange, onRemove }: DraftLineFieldsProps) {
  const { t } = useTranslation();
  const unit = 10 ** format.minorDigits(currency);
  const name = line.description || t('invoicing.line_n', { number });
  const amount = amountOf(line);
  return (
    <fieldset className={styles.line} aria-label={name}>
      <div className={styles.cells}>
        <div data-wide>
          <TextInput
            label={t('invoicing.description')}
            value={line.description}
            onChange={(description) => onChange({ description })}
            maxLength={500}
            extra={EXTRA.free}
            required
          />
        </div>
        {line.kind === 'time' ? (
          <>
            <p className={styles.fact}>
              <span>{t('invoicing.hours')}</span>
              {t('invoicing.hours_at', { hours: format.hours(line.seconds ?? 0), rate: format.money(line.price, currency) })}
            </p>
            <NumberField
              label={t('invoicing.amount')}
              value={amount / unit}
              onChange={(typed) => onChange({ adjustment: Math.round((typed ?? line.value / unit) * unit) - line.value })}
              digits={format.minorDigits(currency)}
              min={0}
              unit={currency}
            />
            {line.adjustment !== 0 && <Adjusted line={line} known={known} currency={currency} onChange={onChange} />}
          </>
        ) : (
          <>
            <NumberField
              label={t('invoicing.quantity')}
              value={line.quantity / 1000}
              onChange={(typed) => onChange({ quantity: Math.max(1, Math.round((typed ?? 1) * 1000)) })}
              digits={3}
              min={0.001}
              max={1_000_000}
            />
            <Select
              label={t('invoicing.unit')}
              options={UNITS.map((id) => ({ id, name: t(`invoicing.unit_${id}`) }))}
              value={line.unit}
              onChange={(id) => onChange({ unit: UNITS.find((each) => each === id) ?? 'piece' })}
              clearable={false}
              searchable={false}
            />
            <NumberField
              label={t('invoicing.price')}
              value={line.price / unit}
              onChange={(typed) => onChange({ price: Math.round((typed ?? 0) * unit) })}
              digits={format.minorDigits(currency)}
              min={0}
              max={1_000_000_000}
              unit={currency}
            />
            <p className={styles.fact}>
              <span>{t('invoicing.amount')}</span>
              {format.money(amount, currency)}
            </p>
          </>
        )}
        <TaxFields line={line} onChange={onChange} />
      </div>
      <IconButton label={t('invoicing.remove_line', { name })} icon={<IconTrash size={18} />} onClick={onRemove} />
    </fieldset>
  );
}

/** What is written off or up, why, and whether somebody has agreed. */
function Adjusted({ line, known, currency, onChange }: Omit<DraftLineFieldsProps, 'number' | 'onRemove'>) {
  const { t } = useTranslation();
  const isOff = line.adjustment < 0;
  const isSame = known?.adjustment === line.adjustment && known.reason === line.reason;
  const amount = format.money(Math.abs(line.adjustment), currency);
  return (
    <>
      <div data-wide>
        <TextInput
          label={t(isOff ? 'invoicing.why_off' : 'invoicing.why_up', { amount })}
          value={line.reason}
          onChange={(reason) => onChange({ reason })}
          maxLength={500}
          extra={EXTRA.free}
          required
        />
      </div>
      {isSame && known && (
        <p className={styles.decision} data-wide data-decision={known.decision ?? 'open'}>
          {known.decision
            ? t(`invoicing.decided_${known.decision}`, { name: known.decided_by, note: known.decision_note })
            : t('invoicing.needs_tier', { tier: known.tier })}
        </p>
      )}
    </>
  );
}

/** How a line is taxed; what is exempt says why. */
function TaxFields({ line, onChange }: Pick<DraftLineFieldsProps, 'line' | 'onChange'>) {
  const { t } = useTranslation();
  return (
    <>
      <Select
        label={t('invoicing.tax')}
        options={TAX_CATEGORIES.map((id) => ({ id, name: t(`invoicing.tax_${id}`) }))}
        value={line.tax_category}
        onChange={(id) => {
          const tax_category = TAX_CATEGORIES.find((each) => each === id) ?? 'S';
          onChange({ tax_category, tax_rate: tax_category === 'S' ? line.tax_rate || 1900 : 0 });
        }}
        clearable={false}
        searchable={false}
      />
      {line.tax_category === 'S' && (
        <NumberField
          label={t('invoicing.tax_rate')}
          value={line.tax_rate / 100}
          onChange={(typed) => onChange({ tax_rate: Math.round((typed ?? 0) * 100) })}
          digits={2}
          min={0.01}
          max={100}
          unit="%"
        />
      )}
      {line.tax_category === 'E' && (
        <TextInput
          label={t('invoicing.tax_reason')}
          value={line.tax_reason}
          onChange={(tax_reason) => onChange({ tax_reason })}
          maxLength={200}
          extra={EXTRA.free}
          required
        />
      )}
    </>
  );
}
