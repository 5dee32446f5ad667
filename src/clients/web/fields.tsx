import { useTranslation } from 'react-i18next';
import { withChosen } from '../../people/web/public.tsx';
import { At } from '../../web/form/index.ts';
import { useSession } from '../../web/session.ts';
import { DateField, HoursField, type Option, Select } from '../../web/ui/index.ts';
import { MoneyField } from './MoneyField.tsx';

interface FieldProps {
  /** Where it stands in the draft. */
  field: string;
  label: string;
  description?: string;
  error: string | undefined;
  disabled: boolean;
  wide?: boolean;
}

/** One of a few words, of which one always holds: a status, a kind. */
export function OneOfField<Word extends string>({
  field,
  wide = false,
  words,
  nameOf,
  onChange,
  ...rest
}: FieldProps & { words: readonly Word[]; nameOf: (word: Word) => string; value: Word; onChange: (word: Word) => void }) {
  return (
    <At field={field} wide={wide}>
      <Select
        {...rest}
        options={words.map((id) => ({ id, name: nameOf(id) }))}
        onChange={(id) => {
          const word = words.find((each) => each === id);
          if (word) onChange(word);
        }}
        clearable={false}
        searchable={false}
      />
    </At>
  );
}

/** One of many things, or none; what is chosen is shown also where it is no longer offered. */
export function PickField({
  field,
  wide = false,
  options,
  value,
  name,
  onChange,
  ...rest
}: FieldProps & {
  options: readonly Option[];
  value: string | null;
  /** What is chosen, in words. */
  name?: string | null | undefined;
  onChange: (id: string | null) => void;
}) {
  return (
    <At field={field} wide={wide}>
      <Select
        {...rest}
        options={withChosen(options, value, name)}
        value={value ?? undefined}
        onChange={(id) => onChange(id ?? null)}
      />
    </At>
  );
}

/** The currencies of the firm to choose from. */
export function useCurrencies(): Option[] {
  return (useSession(({ firm }) => firm?.currencies) ?? []).map((code) => ({ id: code, name: code }));
}

export interface Span {
  first: string | null;
  last: string | null;
}

/** From a day to a day; without an end it goes on, and where `open` without a beginning it was always so. */
export function SpanFields({
  first,
  last,
  open = true,
  disabled,
  onChange,
}: Span & { open?: boolean; disabled: boolean; onChange: (change: Partial<Span>) => void }) {
  const { t } = useTranslation();
  return (
    <>
      <DateField
        label={t('clients.starts_on')}
        value={first ?? undefined}
        onChange={(day) => (day || open) && onChange({ first: day ?? null })}
        clearable={open}
        disabled={disabled}
      />
      <DateField
        label={t('clients.ends_on')}
        value={last ?? undefined}
        onChange={(day) => onChange({ last: day ?? null })}
        disabled={disabled}
      />
    </>
  );
}

export interface Budget {
  budget_minutes: number | null;
  budget_fee: number | null;
}

/** Minutes of a budget as they are typed: hours. */
export const secondsOf = (minutes: number | null): number | undefined => (minutes === null ? undefined : minutes * 60);
export const minutesOf = (seconds: number | undefined): number | null =>
  seconds === undefined ? null : Math.round(seconds / 60);

/** Hours and money of a part of the budget. */
export function BudgetFields({
  row,
  currency,
  disabled,
  onChange,
}: {
  row: Budget;
  currency: string;
  disabled: boolean;
  onChange: (change: Partial<Budget>) => void;
}) {
  const { t } = useTranslation();
  return (
    <>
      <HoursField
        label={t('clients.hours')}
        value={secondsOf(row.budget_minutes)}
        onChange={(seconds) => onChange({ budget_minutes: minutesOf(seconds) })}
        disabled={disabled}
      />
      <MoneyField
        label={t('clients.amount')}
        value={row.budget_fee}
        currency={currency}
        onChange={(budget_fee) => onChange({ budget_fee })}
        disabled={disabled}
      />
    </>
  );
}
