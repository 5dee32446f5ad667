import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { caller } from '../../web/api.ts';
import { LOGIN_MANAGEMENT } from '../../web/paths.ts';
import { OpenPage } from '../../web/shell/OpenPage.tsx';
import { EXTRA } from '../../web/ui/filter.ts';
import { Link } from '../../web/ui/Link.tsx';
import { TextInput } from '../../web/ui/TextInput.tsx';
import type { accessContract } from '../contract.ts';
import { NoPassword } from './NoPassword.tsx';
import { OpenForm } from './OpenForm.tsx';
import styles from './SignIn.module.css';
import { arriving } from './sign-in.ts';
import { useSignInFacts } from './useSignIn.ts';

const call = caller<typeof accessContract>();

const AGAIN_AFTER_MS = 30_000;

/** `/account/forgot`: asks for a mail with a link. What is said is the same whether the address is known or not. */
export default function Forgot() {
  const { t } = useTranslation();
  const facts = useSignInFacts();
  const [email, setEmail] = useState(arriving.email);
  const [sent, setSent] = useState({ to: '', times: 0 });
  const [held, setHeld] = useState(false);

  useEffect(() => {
    if (sent.times === 0) return undefined;
    setHeld(true);
    const timeout = setTimeout(() => setHeld(false), AGAIN_AFTER_MS);
    return () => clearTimeout(timeout);
  }, [sent]);

  const send = async (filled: FormData): Promise<void> => {
    const to = String(filled.get('username')).trim();
    await call('POST /auth/forgot-password', { body: { email: to } });
    arriving.email = to;
    setSent({ to, times: sent.times + 1 });
  };
  const again = sent.times > 0 && email.trim() === sent.to;

  if (facts && !facts.password_login) {
    return (
      <OpenPage title={t('access.forgot')}>
        <NoPassword branding={facts.branding} />
      </OpenPage>
    );
  }
  return (
    <OpenPage title={t('access.forgot')}>
      <p>{t('access.forgot_text')}</p>
      <OpenForm
        label={t(again ? 'access.send_again' : 'access.send_link')}
        send={send}
        focus="username"
        unfit="access.email_wrong"
        held={held && again}
      >
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
        <div role="status" className={sent.times > 0 ? styles.told : styles.silent}>
          {sent.times > 0 && (
            <>
              <p>{t('access.link_sent', { email: sent.to })}</p>
              <p className={styles.note}>{t(held ? 'access.link_sent_wait' : 'access.link_sent_hint')}</p>
            </>
          )}
        </div>
      </OpenForm>
      <Link to={LOGIN_MANAGEMENT}>{t('access.back')}</Link>
    </OpenPage>
  );
}
