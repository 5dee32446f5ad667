import { useTranslation } from 'react-i18next';
import { isRedeeming } from '../guard.ts';
import { OpenPage } from './OpenPage.tsx';

/** Stands where the first screen will be, while a login code is being checked; says nothing otherwise. */
export function Arriving() {
  const { t } = useTranslation();
  if (!isRedeeming()) return null;
  return (
    <OpenPage title={t('web.signing_in')}>
      <p role="status">{t('web.loading')}</p>
    </OpenPage>
  );
}
