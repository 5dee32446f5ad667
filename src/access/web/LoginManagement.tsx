import { useTranslation } from 'react-i18next';
import { OpenPage } from '../../web/shell/OpenPage.tsx';
import { EmailForm } from './EmailForm.tsx';
import { ProviderButton } from './ProviderButton.tsx';
import styles from './SignIn.module.css';
import { useSignIn } from './useSignIn.ts';

/** `/account/login_management`: the login page that also shows the e-mail form. */
export default function LoginManagement() {
  const { t } = useTranslation();
  const facts = useSignIn();
  return (
    <OpenPage title={t('access.login')}>
      {facts?.branding && (
        <>
          <ProviderButton />
          <div className={styles.or}>{t('access.or')}</div>
        </>
      )}
      <EmailForm />
    </OpenPage>
  );
}
