import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './SignIn.module.css';
import { arriving } from './sign-in.ts';

/** Over the sign-in form, once after an account was made: the mail that confirms its address comes first. */
export function Registered() {
  const { t } = useTranslation();
  const [address] = useState(arriving.registered);
  useEffect(() => {
    arriving.registered = '';
  }, []);
  if (!address) return null;
  return (
    <div role="status" className={styles.told}>
      <p>{t('access.registered', { email: address })}</p>
      <p className={styles.note}>{t('access.registered_hint')}</p>
    </div>
  );
}
