import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatHours, parseDuration } from '../../kit/duration.ts';
import { decimalSign } from '../format.ts';
import { useAfter } from './after.ts';
import { Field, type FieldProps, fieldStyles as styles } from './Field.tsx';

interface LineProps extends FieldProps {
  shown: string;
  placeholder?: string | undefined;
  unit?: string | undefined;
  disabled?: boolean | undefined;
  autoFocus?: boolean | undefined;
  complaint: string;
  /** Reads what was typed; false leaves it, with the complaint. */
  onTyped: (text: string) => boolean;
  onEnter?: (() => void) | undefined;
  'data-testid'?: string;
}

/** A line that keeps what is typed as it is, and reads it when one leaves it or presses Enter. */
function ReadLine(props: LineProps) {
  const { label, hideLabel, description, required, shown, onTyped, disabled } = props;
  const [typed, setTyped] = useState<string>();
  const [failed, setFailed] = useState(false);
  const enter = useAfter(props.onEnter);
  const commit = (): boolean => {
    if (typed === undefined) return true;
    const understood = onTyped(typed);
    setFailed(!understood);
    if (understood) setTyped(undefined);
    return understood;
  };
  return (
    <Field {...{ label, hideLabel, description, required }} error={props.error ?? (failed ? props.complaint : undefined)}>
      {({ id, describedBy }) => (
        <div className={styles.box} data-invalid={failed || props.error ? true : undefined} data-disabled={disabled || undefined}>
          <input
            id={id}
            className={styles.input}
            data-numeric
            inputMode="decimal"
            autoComplete="off"
            value={typed ?? shown}
            placeholder={props.placeholder}
            disabled={disabled}
            autoFocus={props.autoFocus}
            data-autofocus={props.autoFocus || undefined}
            aria-describedby={describedBy}
            aria-invalid={failed || undefined}
            data-testid={props['data-testid']}
            onChange={(event) => setTyped(event.currentTarget.value)}
            onFocus={(event) => event.currentTarget.select()}
            onBlur={commit}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && commit()) enter();
            }}
          />
          {props.unit && <span className={styles.unit}>{props.unit}</span>}
        </div>
      )}
    </Field>
  );
}

export interface NumberFieldProps extends FieldProps {
  value: number | undefined;
  onChange: (value: number | undefined) => void;
  /** Decimals that are kept. Default 0. */
  digits?: number;
  min?: number;
  max?: number;
  unit?: string;
  placeholder?: string;
  disabled?: boolean;
  autoFocus?: boolean;
  onEnter?: () => void;
  'data-testid'?: string;
}

/** A number as typed in the reader's language: `1 234,5`, `1,234.5`, `-3`. */
export function parseNumber(text: string, decimal: string): number | undefined {
  const groups = decimal === ',' ? /[.\s'’]/g : /[,\s'’]/g;
  const clean = text.trim().replace(groups, '').replace(decimal, '.');
  return /^-?\d*\.?\d+$|^-?\d+\.$/.test(clean) ? Number(clean) : undefined;
}

export function NumberField({ value, onChange, digits = 0, min, max, ...rest }: NumberFieldProps) {
  const { t } = useTranslation();
  const typed = (text: string): boolean => {
    if (text.trim() === '') {
      onChange(undefined);
      return true;
    }
    const read = parseNumber(text, decimalSign());
    const next = read === undefined ? undefined : Math.round(read * 10 ** digits) / 10 ** digits;
    if (next === undefined || (min !== undefined && next < min) || (max !== undefined && next > max)) return false;
    onChange(next);
    return true;
  };
  const complaint =
    min !== undefined && max !== undefined ? t('web.number_between', { min, max }) : t('web.number_not_understood');
  return (
    <ReadLine
      {...rest}
      shown={value === undefined ? '' : String(value).replace('.', decimalSign())}
      onTyped={typed}
      complaint={complaint}
    />
  );
}

export interface HoursFieldProps extends FieldProps {
  /** Seconds. */
  value: number | undefined;
  onChange: (seconds: number | undefined) => void;
  /** Most seconds that are taken. */
  max?: number;
  disabled?: boolean;
  autoFocus?: boolean;
  onEnter?: () => void;
  'data-testid'?: string;
}

/** A duration: `7.5`, `7:30`, `7h30`, `450m`, `4+3.5`; a bare number is hours. */
export function HoursField({ value, onChange, max, ...rest }: HoursFieldProps) {
  const { t } = useTranslation();
  const typed = (text: string): boolean => {
    const seconds = text.trim() === '' ? undefined : parseDuration(text);
    if (text.trim() !== '' && (seconds === undefined || (max !== undefined && seconds > max))) return false;
    onChange(seconds);
    return true;
  };
  return (
    <ReadLine
      {...rest}
      shown={value === undefined ? '' : formatHours(value, decimalSign())}
      placeholder={t('web.hours_example')}
      unit={t('web.hours_unit')}
      onTyped={typed}
      complaint={t('web.hours_not_understood')}
    />
  );
}
