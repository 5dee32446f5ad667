import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Day } from '../../kit/day.ts';
import { At, FormBody, FormDrawer, formStyles, useForm } from '../../web/form/index.ts';
import * as format from '../../web/format.ts';
import { Button, type Column, DataTable, DateField, EmptyState, NumberField, Select, notify } from '../../web/ui/index.ts';
import styles from './Rates.module.css';
import { type Details, type Exchange, call, useCurrencies, useRatesChanged } from './rates-data.ts';

const MILLION = 1_000_000;
const MOST = 1_000_000;

/** What currencies are worth in the firm's own, now and from days to come. */
export function ExchangeRates({ details, canEdit }: { details: Details; canEdit: boolean }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const { currency: base, exchange } = details;
  const columns: Column<Exchange>[] = [
    { id: 'currency', header: t('rates.currency'), cell: (row) => row.currency, fixed: true },
    {
      id: 'worth',
      header: t('rates.worth'),
      cell: (row) =>
        t('rates.worth_text', { currency: row.currency, amount: format.number(row.millionths / MILLION, 6), base: row.base }),
      align: 'right',
      card: true,
    },
    {
      id: 'holds',
      header: t('rates.holds'),
      cell: (row) =>
        row.valid_to ? format.dayRange(row.valid_from, row.valid_to) : t('rates.holds_from', { day: format.day(row.valid_from) }),
      card: true,
    },
  ];
  const add = (): void => setOpen(true);
  return (
    <>
      <div className={styles.head}>
        <h2>{t('rates.exchange')}</h2>
        {canEdit && (
          <Button size="sm" icon={<IconPlus size={16} aria-hidden="true" />} onClick={add}>
            {t('rates.set_exchange')}
          </Button>
        )}
      </div>
      <p className={styles.hint}>{t('rates.exchange_text', { base })}</p>
      <DataTable
        name="exchange"
        caption={t('rates.exchange')}
        columns={columns}
        rows={exchange}
        rowKey={({ id }) => id}
        empty={
          <EmptyState
            title={t('rates.no_exchange')}
            action={canEdit ? { label: t('rates.set_exchange'), onClick: add } : undefined}
          />
        }
      />
      <FormDrawer open={open} onClose={() => setOpen(false)} title={t('rates.set_exchange')} save={t('web.save')}>
        <ExchangeForm base={base} onDone={() => setOpen(false)} />
      </FormDrawer>
    </>
  );
}

interface Draft {
  currency: string | null;
  millionths: number | null;
  valid_from: Day;
}

function ExchangeForm({ base, onDone }: { base: string; onDone: () => void }) {
  const { t } = useTranslation();
  const changed = useRatesChanged();
  const currencies = useCurrencies().filter(({ id }) => id !== base);
  const form = useForm<{ version: number }, Draft>({
    row: undefined,
    draftOf: () => ({ currency: null, millionths: null, valid_from: format.today() }),
    check: ({ currency, millionths }) => ({
      ...(currency === null ? { currency: t('rates.currency_missing') } : {}),
      ...(millionths === null || millionths <= 0 ? { millionths: t('rates.worth_missing') } : {}),
    }),
    save: async (_changes, _version, { currency, millionths, valid_from }) => {
      await call('POST /api/pricing_admin/update_variables', {
        body: { exchange: [{ currency: currency ?? '', millionths: millionths ?? 0 }], valid_from },
      });
      return { version: 1 };
    },
    onSaved: () => {
      notify.success(t('rates.exchange_saved'));
      onDone();
      void changed();
    },
  });
  const { draft, set, errors } = form;
  return (
    <FormBody
      form={form}
      name={t('rates.exchange')}
      labels={{ currency: t('rates.currency'), millionths: t('rates.worth'), valid_from: t('rates.valid_from') }}
    >
      <div className={formStyles.fields}>
        <At field="currency">
          <Select
            label={t('rates.currency')}
            options={currencies}
            value={draft.currency ?? undefined}
            onChange={(currency) => set({ currency: currency ?? null })}
            autoFocus
            error={errors.currency}
          />
        </At>
        <At field="millionths">
          <NumberField
            label={t('rates.worth')}
            value={draft.millionths === null ? undefined : draft.millionths / MILLION}
            onChange={(value) => set({ millionths: value === undefined ? null : Math.round(value * MILLION) })}
            digits={6}
            min={0}
            max={MOST}
            unit={base}
            error={errors.millionths}
          />
        </At>
        <At field="valid_from" wide>
          <DateField
            label={t('rates.valid_from')}
            value={draft.valid_from}
            onChange={(valid_from) => valid_from && set({ valid_from })}
            clearable={false}
            error={errors.valid_from}
          />
        </At>
      </div>
    </FormBody>
  );
}
