import { useTranslation } from 'react-i18next';
import { HOME } from '../paths.ts';
import { LinkButton } from '../ui/Link.tsx';
import { OpenPage } from './OpenPage.tsx';

/** Not found, outside of the frame. */
export default function OpenNotFound() {
  const { t } = useTranslation();
  return (
    <OpenPage title={t('web.not_found')}>
      <p>{t('web.open_not_found_text')}</p>
      <LinkButton level="primary" wide to={HOME}>
        {t('web.go_home')}
      </LinkButton>
    </OpenPage>
  );
}
