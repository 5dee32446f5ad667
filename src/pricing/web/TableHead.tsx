import { IconPlus, IconReceipt, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { minorDigits, money } from '../../web/format.ts';
import { Button, EXTRA, IconButton, Modal, NumberField, TextInput } from '../../web/ui/index.ts';
import type { TableFigures } from '../rules.ts';
import { MOST_MONEY } from '../rules.ts';
import styles from './Pricing.module.css';
import type { Table } from './pricing-data.ts';
import { recovery } from './words.ts';

export interface TableHeadProps {
  table: Table;
  figures: TableFigures;
  editable: boolean;
  /** The only one of a pricing that has one: it stays. */
  alone: boolean;
  onChange: (change: Partial<Table>) => void;
  onAddLine: () => void;
  onRemove: () => void;
}

/** The name of a table with what is agreed for the whole of it. */
export function TableHead({ table, figures, editable, alone, onChange, onAddLine, onRemove }: TableHeadProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const unit = 10 ** minorDigits(table.currency);
  return (
    <div className={styles.sheetHead}>
      <h2>
        {table.name}{' '}
        <span>
          {[table.country, money(figures.fee, table.currency), `${t('pricing.recovery')} ${recovery(figures)}`].join(' · ')}
        </span>
      </h2>
      <div className={styles.narrow}>
        <NumberField
          label={t('pricing.discount')}
          value={table.discount / 100}
          onChange={(value) => onChange({ discount: Math.round((value ?? 0) * 100) })}
          digits={2}
          min={-100}
          max={100}
          unit="%"
          disabled={!editable || table.fee !== null}
        />
      </div>
      <div className={styles.narrow}>
        <NumberField
          label={t('pricing.fixed_fee')}
          value={table.fee === null ? undefined : table.fee / unit}
          onChange={(value) => onChange({ fee: value === undefined ? null : Math.round(value * unit) })}
          digits={minorDigits(table.currency)}
          min={0}
          max={MOST_MONEY / unit}
          unit={table.currency}
          disabled={!editable}
        />
      </div>
      {table.kind === 'secondment' && (
        <div className={styles.narrow}>
          <NumberField
            label={t('pricing.on_cost')}
            value={table.on_cost / 100}
            onChange={(value) => onChange({ on_cost: Math.round((value ?? 0) * 100) })}
            digits={2}
            min={0}
            max={1000}
            unit="%"
            disabled={!editable}
          />
        </div>
      )}
      <Button icon={<IconReceipt size={16} aria-hidden="true" />} onClick={() => setOpen(true)}>
        {t('pricing.expenses_count', { count: table.expenses.length })}
      </Button>
      {editable && (
        <Button icon={<IconPlus size={16} aria-hidden="true" />} onClick={onAddLine}>
          {t('pricing.add_line')}
        </Button>
      )}
      {editable && !alone && (
        <IconButton label={t('pricing.remove_table', { name: table.name })} icon={<IconTrash size={18} />} onClick={onRemove} />
      )}
      <Expenses open={open} table={table} editable={editable} onChange={onChange} onClose={() => setOpen(false)} />
    </div>
  );
}

interface ExpensesProps {
  open: boolean;
  table: Table;
  editable: boolean;
  onChange: (change: Partial<Table>) => void;
  onClose: () => void;
}

type Expense = Table['expenses'][number];

/** What others are paid for a table, and what the client pays for it beside the fee. */
function Expenses({ open, table, editable, onChange, onClose }: ExpensesProps) {
  const { t } = useTranslation();
  const digits = minorDigits(table.currency);
  const unit = 10 ** digits;
  const set = (at: number, change: Partial<Expense>): void =>
    onChange({ expenses: table.expenses.map((each, index) => (index === at ? { ...each, ...change } : each)) });
  const amount = (at: number, field: 'paid' | 'charged', value: number) => (
    <NumberField
      label={t(`pricing.${field}`)}
      value={value / unit}
      onChange={(typed) => set(at, { [field]: Math.round((typed ?? 0) * unit) })}
      digits={digits}
      min={0}
      max={MOST_MONEY / unit}
      unit={table.currency}
      disabled={!editable}
    />
  );
  return (
    <Modal open={open} onClose={onClose} title={t('pricing.expenses_of', { name: table.name })} size="wide">
      <p className={styles.hint}>{t('pricing.expenses_text')}</p>
      {table.expenses.map((each, at) => (
        <div key={at} className={styles.expense}>
          <TextInput
            label={t('pricing.expense')}
            value={each.label}
            onChange={(label) => set(at, { label })}
            extra={EXTRA.name}
            maxLength={200}
            disabled={!editable}
            error={each.label.trim() === '' ? t('pricing.name_missing') : undefined}
          />
          {amount(at, 'paid', each.paid)}
          {amount(at, 'charged', each.charged)}
          {editable && (
            <IconButton
              label={t('pricing.remove_expense', { name: each.label })}
              icon={<IconTrash size={18} />}
              onClick={() => onChange({ expenses: table.expenses.filter((_, index) => index !== at) })}
            />
          )}
        </div>
      ))}
      <div className={styles.acts}>
        {editable && (
          <Button
            icon={<IconPlus size={16} aria-hidden="true" />}
            onClick={() =>
              onChange({ expenses: [...table.expenses, { id: null, label: t('pricing.new_expense'), paid: 0, charged: 0 }] })
            }
          >
            {t('pricing.add_expense')}
          </Button>
        )}
        <Button level="primary" onClick={onClose}>
          {t('pricing.done')}
        </Button>
      </div>
    </Modal>
  );
}
