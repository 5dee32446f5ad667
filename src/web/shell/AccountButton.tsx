import type { ComponentPropsWithRef } from 'react';
import { useTranslation } from 'react-i18next';
import { storedUser, useSession } from '../session.ts';
import { buttonLook } from '../ui/Button.tsx';
import styles from './Shell.module.css';

/** Who is signed in: initials and name. */
export function AccountButton({ className, ...rest }: ComponentPropsWithRef<'button'>) {
  const { t } = useTranslation();
  const me = useSession((state) => state.me);
  const known = me ?? storedUser();
  const name = [me?.first_name ?? known?.first_name, me?.last_name].filter(Boolean).join(' ') || (known?.email ?? '');
  const initials = name
    .split(/\s+/)
    .map((part) => part[0])
    .join('')
    .slice(0, 2)
    .toUpperCase();
  return (
    <button type="button" {...buttonLook({ level: 'subtle' }, className)} {...rest}>
      <span className={styles.initials} data-initials={initials} aria-hidden="true" />
      <span className={styles.hidden}>{t('web.account')}</span>
      <span className={styles.name}>{name}</span>
    </button>
  );
}
