import { useTranslation } from 'react-i18next';
import { OpenPage } from '../../web/shell/OpenPage.tsx';
import { Link } from '../../web/ui/Link.tsx';
import { EmailForm } from './EmailForm.tsx';
import { NoPassword } from './NoPassword.tsx';
import { ProviderButton } from './ProviderButton.tsx';
import { Registered } from './Registered.tsx';
import { RegisterLink } from './RegisterLink.tsx';
import styles from './SignIn.module.css';
import { useSignIn } from './useSignIn.ts';

/** `/account/login_management`: the login page that also shows the e-mail form. */
export default function LoginManagement() {
  const { t } = useTranslation();
  const facts = useSignIn();
  if (facts && !facts.password_login) {
    return (
      <OpenPage title={t('access.login')}>
        <NoPassword branding={facts.branding} />
      </OpenPage>
    );
  }
  return (
    <OpenPage title={t('access.login')}>
      <Registered />
      {facts?.branding && (
        <>
          <ProviderButton />
          <div className={styles.or}>{t('access.or')}</div>
        </>
      )}
      <EmailForm />
      <div className={styles.links}>
        <Link to="/account/forgot">{t('access.forgot_link')}</Link>
        <RegisterLink facts={facts} />
      </div>
    </OpenPage>
  );
}
