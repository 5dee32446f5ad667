import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { caller } from '../../web/api.ts';
import { LOGIN_MANAGEMENT } from '../../web/paths.ts';
import { OpenPage } from '../../web/shell/OpenPage.tsx';
import { EXTRA } from '../../web/ui/filter.ts';
import { Link } from '../../web/ui/Link.tsx';
import { TextInput } from '../../web/ui/TextInput.tsx';
import type { accessContract } from '../contract.ts';
import { NewPassword } from './NewPassword.tsx';
import { NoPassword } from './NoPassword.tsx';
import { OpenForm } from './OpenForm.tsx';
import styles from './SignIn.module.css';
import { arriving } from './sign-in.ts';
import { useSignInFacts } from './useSignIn.ts';

const call = caller<typeof accessContract>();

/** `/pages/register`: an account of one's own. It opens nothing before its address is confirmed and a firm has the person. */
export default function Register() {
  const { t } = useTranslation();
  const facts = useSignInFacts();
  const [email, setEmail] = useState(arriving.email);
  const [registered, setRegistered] = useState('');

  const send = async (filled: FormData): Promise<void> => {
    const body = { email: String(filled.get('username')).trim(), password: String(filled.get('password')) };
    arriving.email = body.email;
    setRegistered((await call('POST /auth/register', { body })).email);
  };

  if (facts?.registration === 'closed') {
    return (
      <OpenPage title={t('access.register')}>
        {facts.password_login ? <p>{t('access.register_closed')}</p> : <NoPassword branding={facts.branding} />}
        {facts.password_login && <Link to={LOGIN_MANAGEMENT}>{t('access.back')}</Link>}
      </OpenPage>
    );
  }
  return (
    <OpenPage title={t('access.register')}>
      <div role="status" className={registered ? styles.told : styles.silent}>
        {registered && (
          <>
            <p>{t('access.registered', { email: registered })}</p>
            <p className={styles.note}>{t('access.registered_hint')}</p>
          </>
        )}
      </div>
      {!registered && (
        <>
          <p>{t('access.register_text')}</p>
          <OpenForm label={t('access.register')} send={send} focus="username" unfit="access.email_wrong">
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
            />
            <NewPassword label={t('access.password')} />
          </OpenForm>
        </>
      )}
      <Link to={LOGIN_MANAGEMENT}>{t('access.back')}</Link>
    </OpenPage>
  );
}
