import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Providers } from './Providers.tsx';
import { SessionLife } from './SessionLife.tsx';
import { SignInRules } from './SignInRules.tsx';
import styles from './SignInSettings.module.css';

/** How people of the firm sign in, what is demanded of it, and how long it lasts. The section of the settings page for administrators. */
export default function SignInSettings() {
  const { t } = useTranslation();
  return (
    <div className={styles.parts}>
      <Part title={t('settings.providers')} text={t('settings.providers_text')}>
        <Providers />
      </Part>
      <Part title={t('settings.rules')} text={t('settings.rules_text')}>
        <SignInRules />
      </Part>
      <Part title={t('settings.session_life')} text={t('settings.session_life_text')}>
        <SessionLife />
      </Part>
    </div>
  );
}

function Part({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <p>{text}</p>
      {children}
    </section>
  );
}
