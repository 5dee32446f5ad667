import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../web/api.ts';
import { EXTRA } from '../../web/ui/filter.ts';
import { TextInput } from '../../web/ui/TextInput.tsx';
import { OpenForm } from './OpenForm.tsx';
import styles from './SignIn.module.css';
import { identityProvider } from './sign-in.ts';

/** Who comes no further with the usual provider: another firm's is found by the e-mail, and whom to ask. */
export function Trouble() {
  const { t } = useTranslation();
  const [email, setEmail] = useState('');
  const send = async (filled: FormData): Promise<void> => {
    const address = await identityProvider({ email: String(filled.get('username')).trim() });
    if (!address) throw new CallError(404, { detail: 'SSO_NOT_CONFIGURED' });
    location.assign(address);
  };
  return (
    <details className={styles.trouble}>
      <summary>{t('access.trouble')}</summary>
      <p>{t('access.trouble_text')}</p>
      <OpenForm label={t('access.find_firm')} send={send} focus="username" unfit="access.email_wrong">
        <TextInput
          label={t('access.email')}
          name="username"
          type="email"
          autoComplete="username"
          extra={EXTRA.email}
          value={email}
          onChange={setEmail}
          required
        />
      </OpenForm>
    </details>
  );
}
