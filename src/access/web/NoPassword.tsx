import { useTranslation } from 'react-i18next';
import { LOGIN } from '../../web/paths.ts';
import type { SignInFacts } from '../../web/guard.ts';
import { LinkButton } from '../../web/ui/Link.tsx';

/** What stands where passwords have no place: that they are switched off, and the way that is open. */
export function NoPassword({ branding }: Pick<SignInFacts, 'branding'>) {
  const { t } = useTranslation();
  return (
    <>
      <p>{t(branding ? 'access.email_closed' : 'access.no_ways')}</p>
      {branding && (
        <LinkButton level="primary" size="lg" wide to={LOGIN}>
          {t('access.continue_with_account')}
        </LinkButton>
      )}
    </>
  );
}
