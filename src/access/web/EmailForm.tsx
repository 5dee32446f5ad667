import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { afterLogin } from '../../web/guard.ts';
import { EXTRA } from '../../web/ui/filter.ts';
import { TextInput } from '../../web/ui/TextInput.tsx';
import { OpenForm } from './OpenForm.tsx';
import styles from './SignIn.module.css';
import { arriving, signIn } from './sign-in.ts';

/** E-mail and password. A refusal keeps the e-mail and puts the keyboard back into the password. */
export function EmailForm() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [email, setEmail] = useState(arriving.email);
  const [password, setPassword] = useState('');
  const [capsLock, setCapsLock] = useState(false);

  const send = async (filled: FormData): Promise<void> => {
    await signIn(String(filled.get('username')).trim(), String(filled.get('password')));
    await navigate({ href: afterLogin(), replace: true });
  };

  return (
    <OpenForm label={t('access.sign_in')} send={send} focus="password">
      <TextInput
        label={t('access.email')}
        name="username"
        type="email"
        autoComplete="username"
        extra={EXTRA.email}
        value={email}
        onChange={setEmail}
        required
        autoFocus={!arriving.email}
        data-testid="login-email"
      />
      <TextInput
        label={t('access.password')}
        name="password"
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        required
        autoFocus={arriving.email !== ''}
        onKeyDown={(event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))}
        data-testid="login-password"
      />
      {capsLock && (
        <p className={styles.note} role="status">
          {t('access.caps_lock')}
        </p>
      )}
    </OpenForm>
  );
}
