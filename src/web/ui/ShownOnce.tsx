import { IconCopy } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { announce } from './arrival.ts';
import { Button } from './Button.tsx';
import { notify } from './notify.ts';
import styles from './ShownOnce.module.css';

export interface ShownOnceProps {
  /** Names the secret. */
  label: string;
  /** Says that it cannot be read later. */
  text: string;
  value: string;
}

/** A secret, to be copied now: nobody can read it later. */
export function ShownOnce({ label, text, value }: ShownOnceProps) {
  const { t } = useTranslation();
  const box = useRef<HTMLInputElement>(null);
  const copy = async (): Promise<void> => {
    box.current?.select();
    try {
      await navigator.clipboard.writeText(value);
      notify.success(t('web.copied'));
    } catch {
      // Without the right to the clipboard it stands selected, for the usual key.
      announce(t('web.selected_to_copy'));
    }
  };
  return (
    <div className={styles.box} role="group" aria-label={label}>
      <p>{text}</p>
      <div className={styles.line}>
        <input ref={box} readOnly value={value} aria-label={label} onFocus={(event) => event.currentTarget.select()} />
        <Button level="primary" icon={<IconCopy size={16} aria-hidden="true" />} onClick={() => void copy()}>
          {t('web.copy')}
        </Button>
      </div>
    </div>
  );
}
