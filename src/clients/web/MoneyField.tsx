import { minorDigits } from '../../web/format.ts';
import { NumberField } from '../../web/ui/index.ts';

export interface MoneyFieldProps {
  label: string;
  /** Minor units of the currency. */
  value: number | null;
  currency: string;
  onChange: (minor: number | null) => void;
  error?: string | undefined;
  disabled: boolean;
}

const MOST = 1_000_000_000_000;

/** An amount, typed in the currency and kept in its minor units. */
export function MoneyField({ value, currency, onChange, error, ...rest }: MoneyFieldProps) {
  const digits = minorDigits(currency);
  return (
    <NumberField
      {...rest}
      value={value === null ? undefined : value / 10 ** digits}
      onChange={(typed) => onChange(typed === undefined ? null : Math.round(typed * 10 ** digits))}
      digits={digits}
      min={0}
      max={MOST / 10 ** digits}
      unit={currency}
      {...(error ? { error } : {})}
    />
  );
}
