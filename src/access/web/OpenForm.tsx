import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../web/api.ts';
import { Button } from '../../web/ui/Button.tsx';
import { Refusal } from './Refusal.tsx';
import styles from './SignIn.module.css';
import { refusalKey } from './sign-in.ts';
import { useWait } from './useWait.ts';

export interface OpenFormProps {
  /** On the button. */
  label: string;
  /** Sends what stands in the form; what it throws is said under the fields. @param filled by the names of the fields */
  send: (filled: FormData) => Promise<void>;
  /** Name of the field that gets the keyboard after a refusal. */
  focus: string;
  /** Name of the field that the server's own words are about, such as those of the password rule. */
  reasonFocus?: string;
  /** The same by the code of a refusal, where it is about another field. */
  focusByCode?: Readonly<Record<string, string>>;
  /** Text key of what is said where something is not filled in as it must be. */
  unfit?: string;
  /** A press does nothing for now. */
  held?: boolean;
  children: ReactNode;
}

/** Where the keyboard goes after a refusal: to what is missing, else to the field that the refusal is about. */
function fieldToMend(form: HTMLFormElement | null, error: unknown, about: string): HTMLInputElement | undefined {
  const unfit = error instanceof CallError && error.status === 422 ? form?.querySelector('input:invalid') : undefined;
  const field = unfit ?? form?.elements.namedItem(about);
  return field instanceof HTMLInputElement ? field : undefined;
}

/** A form of an open page. A refusal keeps everything that was typed, says why, and leads back to the field. */
export function OpenForm({ label, send, focus, reasonFocus = 'password', focusByCode, unfit, held, children }: OpenFormProps) {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState('');
  const wait = useWait();
  const isHeld = held || wait.left > 0;

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy || isHeld || !form.current) return;
    setBusy(true);
    setRefused('');
    try {
      // What the browser filled in by itself may not have told the fields yet: the form is asked.
      await send(new FormData(form.current));
    } catch (error) {
      wait.begin(error);
      const key = refusalKey(error, unfit);
      setRefused(key ? t(key) : error instanceof CallError ? error.detail : '');
      const named = error instanceof CallError ? focusByCode?.[error.code] : undefined;
      const field = fieldToMend(form.current, error, key === undefined ? (named ?? reasonFocus) : focus);
      field?.focus();
      field?.select();
    }
    setBusy(false);
  };

  return (
    <form ref={form} className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      {children}
      {refused && <Refusal words={refused} wait={wait} />}
      <Button
        type="submit"
        level="primary"
        size="lg"
        wide
        busy={busy}
        aria-disabled={isHeld || undefined}
        data-testid="login-submit"
      >
        {label}
      </Button>
    </form>
  );
}
