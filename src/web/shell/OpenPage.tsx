import { useMantineColorScheme } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LANGUAGES } from '../../kit/grades.ts';
import { signInFacts } from '../guard.ts';
import { takeArrival } from '../ui/arrival.ts';
import { LAYERS } from '../theme/theme.ts';
import { LANGUAGE_NAMES, type Theme, chooseLanguage } from './appearance.ts';
import styles from './OpenPage.module.css';

/** The frame of pages without sign-in: one card, with language and theme at its foot. */
export function OpenPage({ title, children }: { title: string; children: ReactNode }) {
  const { t, i18n } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const [product, setProduct] = useState('Cadre');

  useEffect(() => {
    void signInFacts().then((facts) => setProduct(facts.product));
  }, []);
  useEffect(() => {
    document.title = `${title} – ${product}`;
    takeArrival();
  }, [title, product]);

  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <div className={styles.mark}>
          <img src="/cadre.svg" alt="" width={32} height={32} />
          {product}
        </div>
        <h1 tabIndex={-1}>{title}</h1>
        {children}
        <div className={styles.foot}>
          <label>
            {t('web.language')}
            <select value={i18n.language} onChange={(event) => void chooseLanguage(event.currentTarget.value)}>
              {LANGUAGES.map((language) => (
                <option key={language} value={language} lang={language}>
                  {LANGUAGE_NAMES[language]}
                </option>
              ))}
            </select>
          </label>
          <label>
            {t('web.theme')}
            <select value={colorScheme} onChange={(event) => setColorScheme(event.currentTarget.value as Theme)}>
              <option value="auto">{t('web.theme_auto')}</option>
              <option value="light">{t('web.theme_light')}</option>
              <option value="dark">{t('web.theme_dark')}</option>
            </select>
          </label>
        </div>
      </div>
      <div id={LAYERS} className={styles.layers} />
    </main>
  );
}
