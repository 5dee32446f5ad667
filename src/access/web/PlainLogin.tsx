import { useTranslation } from 'react-i18next';
import { OpenPage } from '../../web/shell/OpenPage.tsx';
import { EmailForm } from './EmailForm.tsx';
import { useSignIn } from './useSignIn.ts';

/** `/account/cypress_login`: the e-mail form alone, for automated tests; the same calls as everywhere, and closed with them. */
export default function PlainLogin() {
  const { t } = useTranslation();
  const facts = useSignIn();
  return (
    <OpenPage title={t('access.login')}>
      {facts && !facts.password_login ? <p>{t('access.email_closed')}</p> : <EmailForm />}
    </OpenPage>
  );
}
