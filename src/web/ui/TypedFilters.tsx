import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './FilterBar.module.css';
import { EXTRA } from './filter.ts';
import { NumberField } from './NumberField.tsx';
import { TextInput } from './TextInput.tsx';

/** A pause in typing after which a filter holds. */
const PAUSE_MS = 250;

/** A filter by words that are typed: it holds when the typing pauses. */
export function TypedFilter({ label, value, onChange }: { label: string; value: string; onChange: (text: string) => void }) {
  const [typed, setTyped] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => setTyped(value), [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const change = (text: string): void => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onChange(text), PAUSE_MS);
  };
  return (
    <div className={styles.control}>
      <TextInput label={label} hideLabel placeholder={label} value={typed} onChange={change} extra={EXTRA.free} clearable />
    </div>
  );
}

/** Both ends of a range as the address has them, empty where it is open. */
type Ends = readonly [from: string, to: string];

const numberIn = (text: string): number | undefined => (text === '' ? undefined : Number(text));
const textOf = (value: number | undefined): string => (value === undefined ? '' : String(value));

/** A filter by numbers from one to another, either of which may be left open. */
export function RangeFilter({ label, ends, onChange }: { label: string; ends: Ends; onChange: (ends: Ends) => void }) {
  const { t } = useTranslation();
  const [from, to] = ends;
  const shared = { hideLabel: true, digits: 6 };
  return (
    <div className={styles.control} data-kind="range" role="group" aria-label={label}>
      <NumberField
        {...shared}
        label={t('web.range_from', { what: label })}
        placeholder={t('web.range_from', { what: label })}
        value={numberIn(from)}
        onChange={(value) => onChange([textOf(value), to])}
      />
      <NumberField
        {...shared}
        label={t('web.range_to', { what: label })}
        placeholder={t('web.range_to', { what: label })}
        value={numberIn(to)}
        onChange={(value) => onChange([from, textOf(value)])}
      />
    </div>
  );
}
