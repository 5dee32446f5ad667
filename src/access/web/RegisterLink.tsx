import { useTranslation } from 'react-i18next';
import type { SignInFacts } from '../../web/guard.ts';
import { Link } from '../../web/ui/Link.tsx';

/** The way to an account of one's own, where people may make one. */
export function RegisterLink({ facts }: { facts: SignInFacts | undefined }) {
  const { t } = useTranslation();
  if (facts?.registration !== 'open' && facts?.registration !== 'domain') return null;
  return <Link to="/pages/register">{t(`access.register_${facts.registration}`)}</Link>;
}
