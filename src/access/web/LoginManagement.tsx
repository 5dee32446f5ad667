import { useTranslation } from 'react-i18next';
import { LOGIN } from '../../web/paths.ts';
import { OpenPage } from '../../web/shell/OpenPage.tsx';
import { Link, LinkButton } from '../../web/ui/Link.tsx';
import { EmailForm } from './EmailForm.tsx';
import { ProviderButton } from './ProviderButton.tsx';
import styles from './SignIn.module.css';
import { useSignIn } from './useSignIn.ts';

/** `/account/login_management`: the login page that also shows the e-mail form. */
export default function LoginManagement() {
  const { t } = useTranslation();
  const facts = useSignIn();
  if (facts && !facts.password_login) {
    return (
      <OpenPage title={t('access.login')}>
        <p>{t(facts.branding ? 'access.email_closed' : 'access.no_ways')}</p>
        {facts.branding && (
          <LinkButton level="primary" size="lg" wide to={LOGIN}>
            {t('access.continue_with_account')}
          </LinkButton>
        )}
      </OpenPage>
    );
  }
  return (
    <OpenPage title={t('access.login')}>
      {facts?.branding && (
        <>
          <ProviderButton />
          <div className={styles.or}>{t('access.or')}</div>
        </>
      )}
      <EmailForm />
      <Link to="/account/forgot">{t('access.forgot_link')}</Link>
    </OpenPage>
  );
}
