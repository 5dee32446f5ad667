import { useTranslation } from 'react-i18next';
import { OpenPage } from '../../web/shell/OpenPage.tsx';
import { EmailForm } from './EmailForm.tsx';
import { useSignIn } from './useSignIn.ts';

/** `/account/cypress_login`: the e-mail form alone, for automated tests; the same calls as everywhere. */
export default function PlainLogin() {
  const { t } = useTranslation();
  useSignIn();
  return (
    <OpenPage title={t('access.login')}>
      <EmailForm />
    </OpenPage>
  );
}
