import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LOGIN_MANAGEMENT } from '../../web/paths.ts';
import { OpenPage } from '../../web/shell/OpenPage.tsx';
import { Button } from '../../web/ui/Button.tsx';
import { LinkButton } from '../../web/ui/Link.tsx';
import { ProviderButton } from './ProviderButton.tsx';
import { RegisterLink } from './RegisterLink.tsx';
import styles from './SignIn.module.css';
import { Trouble } from './Trouble.tsx';
import { useProviderRefusal, useSignIn } from './useSignIn.ts';

/** `/account/login` and `/oauth`: the firm's identity provider, and the way to e-mail sign-in where it is allowed. */
export default function Login() {
  const { t } = useTranslation();
  const [turn, setTurn] = useState(0);
  const facts = useSignIn(turn);
  const refusal = useProviderRefusal();
  return (
    <OpenPage title={t('access.login')}>
      {refusal && (
        <p className={styles.refused} role="alert">
          {t(refusal)}
        </p>
      )}
      {facts?.unanswered && (
        <>
          <p className={styles.refused} role="alert">
            {t('web.no_connection')}
          </p>
          <Button level="primary" size="lg" wide onClick={() => setTurn(turn + 1)}>
            {t('web.retry')}
          </Button>
        </>
      )}
      {facts && !facts.branding && !facts.unanswered && <p>{t('access.sso_missing')}</p>}
      {facts?.branding && (
        <>
          <p>{t('access.login_text')}</p>
          <ProviderButton />
        </>
      )}
      {facts?.password_login && (
        <LinkButton level={facts.branding || facts.unanswered ? 'subtle' : 'primary'} size="lg" wide to={LOGIN_MANAGEMENT}>
          {t('access.use_email')}
        </LinkButton>
      )}
      {facts && !facts.branding && !facts.password_login && <p>{t('access.no_ways')}</p>}
      <RegisterLink facts={facts} />
      {facts?.branding && <Trouble />}
    </OpenPage>
  );
}
