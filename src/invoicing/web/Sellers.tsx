import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newId } from '../../kit/ids.ts';
import { At, CheckField, FormBody, NameField, formStyles, useForm } from '../../web/form/index.ts';
import { useSession } from '../../web/session.ts';
import {
  Button,
  Drawer,
  EXTRA,
  EmptyState,
  Loaded,
  NumberField,
  Select,
  TextInput,
  Waiting,
  notify,
} from '../../web/ui/index.ts';
import { useQueryClient } from '@tanstack/react-query';
import { CURRENCIES, STANDARD_RATES } from '../rules/tax.ts';
import { ConnectorForm } from './ConnectorForm.tsx';
import { INVOICES, type SellerRow, call, useCountries, useSellers } from './invoices-data.ts';
import styles from './Invoices.module.css';

/** In whose name the firm invoices, and where invoices go; administrators change it. */
export function Sellers({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const query = useSellers(open);
  const isAdministrator = useSession(({ me }) => me?.is_superuser === true);
  const [chosen, setChosen] = useState<string>();
  const close = (): void => {
    setChosen(undefined);
    onClose();
  };
  return (
    <Drawer open={open} onClose={close} title={t('invoicing.sellers')} size="wide">
      <Loaded query={query} skeleton={<Waiting rows={6} />}>
        {({ sellers }) => (
          <div className={styles.stack}>
            <p className={styles.quiet}>{t('invoicing.sellers_text')}</p>
            {sellers.length === 0 && chosen === undefined && (
              <EmptyState
                title={t('invoicing.no_sellers')}
                text={isAdministrator ? undefined : t('invoicing.ask_administrator')}
              />
            )}
            {sellers.map((seller) =>
              chosen === seller.id ? (
                <SellerForm key={seller.id} seller={seller} isFirst={false} onDone={() => setChosen(undefined)} />
              ) : (
                <div key={seller.id} className={styles.parties}>
                  <address>
                    <strong>
                      {seller.name} {seller.is_default && t('invoicing.by_default')}
                    </strong>
                    <span>{[seller.street, seller.postal_code, seller.city, seller.country].filter(Boolean).join(', ')}</span>
                    <span>{[seller.vat_id ?? seller.tax_number, seller.iban].filter(Boolean).join(' · ')}</span>
                    <span>{[seller.invoice_pattern, seller.credit_pattern].join(' · ')}</span>
                  </address>
                  {isAdministrator && (
                    <Button size="sm" onClick={() => setChosen(seller.id)}>
                      {t('invoicing.change_seller', { name: seller.name })}
                    </Button>
                  )}
                </div>
              ),
            )}
            {isAdministrator && chosen === 'new' && (
              <SellerForm seller={undefined} isFirst={sellers.length === 0} onDone={() => setChosen(undefined)} />
            )}
            {isAdministrator && chosen === undefined && (
              <div>
                <Button icon={<IconPlus size={16} aria-hidden="true" />} onClick={() => setChosen('new')}>
                  {t('invoicing.add_seller')}
                </Button>
              </div>
            )}
            {isAdministrator && chosen === undefined && <ConnectorForm />}
          </div>
        )}
      </Loaded>
    </Drawer>
  );
}

type Draft = Omit<SellerRow, 'id' | 'version'>;

const TEXTS = [
  'street',
  'postal_code',
  'city',
  'vat_id',
  'tax_number',
  'register',
  'email',
  'phone',
  'bank',
  'iban',
  'bic',
] as const;

interface SellerFormProps {
  seller: SellerRow | undefined;
  isFirst: boolean;
  onDone: () => void;
}

function SellerForm({ seller, isFirst, onDone }: SellerFormProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const countries = useCountries();
  const usual = useSession(({ firm }) => firm?.countries.find(({ is_default }) => is_default)?.code) ?? 'DE';
  const form = useForm<SellerRow, Draft>({
    row: seller,
    draftOf: (row) => ({
      name: row?.name ?? '',
      street: row?.street ?? '',
      postal_code: row?.postal_code ?? '',
      city: row?.city ?? '',
      country: row?.country ?? usual,
      currency: row?.currency ?? CURRENCIES[usual] ?? 'EUR',
      vat_id: row?.vat_id ?? null,
      tax_number: row?.tax_number ?? '',
      register: row?.register ?? '',
      email: row?.email ?? '',
      phone: row?.phone ?? '',
      bank: row?.bank ?? '',
      iban: row?.iban ?? '',
      bic: row?.bic ?? '',
      payment_days: row?.payment_days ?? 30,
      tax_rate: row?.tax_rate ?? STANDARD_RATES[usual] ?? 0,
      invoice_pattern: row?.invoice_pattern ?? 'INV-{YYYY}-{0000}',
      credit_pattern: row?.credit_pattern ?? 'CN-{YYYY}-{0000}',
      is_default: row?.is_default ?? isFirst,
    }),
    check: ({ name }) => (name.trim() === '' ? { name: t('invoicing.name_missing') } : {}),
    save: (_changes, version, draft) =>
      call('PUT /api/invoice_sellers/:id', {
        params: { id: seller?.id ?? newId() },
        body: { ...draft, ...(version === undefined ? {} : { version }) },
      }),
    onSaved: () => {
      void client.invalidateQueries({ queryKey: INVOICES });
      notify.success(t('invoicing.saved'));
      onDone();
    },
  });
  const { draft, set, errors } = form;
  const label = (field: string): string => t(`invoicing.seller_${field}`);
  const labels = Object.fromEntries(Object.keys(draft).map((field) => [field, label(field)])) as Record<keyof Draft, string>;
  return (
    <FormBody form={form} name={t('invoicing.seller')} labels={labels}>
      <div className={formStyles.fields}>
        <NameField label={labels.name} value={draft.name} onChange={(name) => set({ name })} error={errors.name} autoFocus />
        <At field="country">
          <Select
            label={labels.country}
            options={countries}
            value={draft.country}
            onChange={(country) =>
              country &&
              set({ country, tax_rate: STANDARD_RATES[country] ?? draft.tax_rate, currency: CURRENCIES[country] ?? 'EUR' })
            }
            clearable={false}
          />
        </At>
        <At field="currency">
          <TextInput
            label={labels.currency}
            value={draft.currency}
            onChange={(currency) => set({ currency: currency.toUpperCase() })}
            maxLength={3}
            error={errors.currency}
          />
        </At>
        {TEXTS.map((field) => (
          <At key={field} field={field}>
            <TextInput
              label={labels[field]}
              value={draft[field] ?? ''}
              onChange={(text) => set({ [field]: field === 'vat_id' ? text || null : text } as Partial<Draft>)}
              extra={EXTRA.free}
              maxLength={field === 'vat_id' ? 20 : 200}
              error={errors[field]}
            />
          </At>
        ))}
        <At field="tax_rate">
          <NumberField
            label={labels.tax_rate}
            value={draft.tax_rate / 100}
            onChange={(typed) => set({ tax_rate: Math.round((typed ?? 0) * 100) })}
            digits={2}
            min={0}
            max={100}
            unit="%"
          />
        </At>
        <At field="payment_days">
          <NumberField
            label={labels.payment_days}
            value={draft.payment_days}
            onChange={(days) => set({ payment_days: days ?? 0 })}
            min={0}
            max={365}
          />
        </At>
        {(['invoice_pattern', 'credit_pattern'] as const).map((field) => (
          <At key={field} field={field}>
            <TextInput
              label={labels[field]}
              value={draft[field]}
              onChange={(text) => set({ [field]: text } as Partial<Draft>)}
              extra={`${EXTRA.free}{}`}
              maxLength={40}
              error={errors[field]}
            />
          </At>
        ))}
        <CheckField
          field="is_default"
          label={labels.is_default}
          description={t('invoicing.is_default_text')}
          checked={draft.is_default}
          onChange={(is_default) => set({ is_default })}
          error={errors.is_default}
        />
      </div>
      <div className={styles.end}>
        <Button onClick={onDone}>{t('web.cancel')}</Button>
        <Button type="submit" level="primary" busy={form.busy}>
          {t('invoicing.save')}
        </Button>
      </div>
    </FormBody>
  );
}
