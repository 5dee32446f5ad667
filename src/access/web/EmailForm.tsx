import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { afterLogin } from '../../web/guard.ts';
import { CallError } from '../../web/api.ts';
import { Button } from '../../web/ui/Button.tsx';
import { EXTRA } from '../../web/ui/filter.ts';
import { TextInput } from '../../web/ui/TextInput.tsx';
import { refusalKey, signIn } from './sign-in.ts';
import styles from './SignIn.module.css';

/** E-mail and password. A refusal keeps the e-mail and puts the keyboard back into the password. */
export function EmailForm() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState('');
  const [capsLock, setCapsLock] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const passwordBox = useRef<HTMLInputElement>(null);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setRefused('');
    try {
      // What the browser filled in by itself may not have told us yet: the form is asked.
      const filled = new FormData(form.current ?? undefined);
      await signIn(String(filled.get('username') ?? email).trim(), String(filled.get('password') ?? password));
      await navigate({ href: afterLogin(), replace: true });
    } catch (error) {
      const key = refusalKey(error);
      setRefused(key ? t(key) : error instanceof CallError ? error.detail : '');
      setBusy(false);
      passwordBox.current?.focus();
      passwordBox.current?.select();
    }
  };

  return (
    <form ref={form} className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <TextInput
        label={t('access.email')}
        name="username"
        type="email"
        autoComplete="username"
        extra={EXTRA.email}
        value={email}
        onChange={setEmail}
        required
        autoFocus
        data-testid="login-email"
      />
      <TextInput
        ref={passwordBox}
        label={t('access.password')}
        name="password"
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        required
        onKeyDown={(event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))}
        data-testid="login-password"
      />
      {capsLock && (
        <p className={styles.note} role="status">
          {t('access.caps_lock')}
        </p>
      )}
      {refused && (
        <p className={styles.refused} role="alert" data-testid="login-refused">
          {refused}
        </p>
      )}
      <Button type="submit" level="primary" size="lg" wide busy={busy} data-testid="login-submit">
        {t('access.sign_in')}
      </Button>
    </form>
  );
}
