import { type KeyboardEvent, useRef, useState } from 'react';
import styles from './InPlace.module.css';
import type { Option } from './options.ts';
import { Select } from './Select.tsx';

export interface InPlaceProps {
  /** What is chosen, and of what: `Status of Audit 2026`. */
  label: string;
  text: string;
  value: string | undefined;
  options: readonly Option[];
  onChange: (id: string) => void;
}

/**
 * A cell that is changed where it stands: Enter or a click opens the list, arrows and Enter choose, Escape leaves it as it was.
 * The list is drawn only while it is open: a page has hundreds of such cells.
 */
export function InPlace({ label, text, value, options, onChange }: InPlaceProps) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = (): void => {
    setOpen(false);
    requestAnimationFrame(() => button.current?.focus());
  };
  const keys = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    close();
  };
  if (!open)
    return (
      <button ref={button} type="button" className={styles.cell} aria-label={`${label}: ${text}`} onClick={() => setOpen(true)}>
        {text || '\u2013'}
      </button>
    );
  return (
    <div
      onKeyDownCapture={keys}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <Select
        label={label}
        hideLabel
        options={options}
        value={value}
        clearable={false}
        autoFocus
        onChange={(id) => {
          if (id && id !== value) onChange(id);
          close();
        }}
      />
    </div>
  );
}
