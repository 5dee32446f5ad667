import { useMantineColorScheme } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LANGUAGES } from '../../kit/grades.ts';
import { useSession } from '../../web/session.ts';
import { LANGUAGE_NAMES, type Theme, chooseLanguage } from '../../web/shell/appearance.ts';
import { shortCutsDialog } from '../../web/shell/short-cuts.ts';
import { storeLanguage } from '../../web/sign-out.ts';
import { Button, Choice, notify } from '../../web/ui/index.ts';
import { storeUserSettings } from '../../web/user-settings.ts';
import styles from './Profile.module.css';

const THEMES: readonly Theme[] = ['auto', 'light', 'dark'];
const DENSITIES = ['compact', 'normal', 'touch'] as const;
const MOTIONS = ['auto', 'less', 'full'] as const;

/** Each choice is stored as it is made: which one was last, and how storing goes. A failure is said, and the choice stands here. */
function useStored(): [stored: string, store: (what: string, work: Promise<boolean>) => Promise<void>] {
  const { t } = useTranslation();
  const [stored, setStored] = useState('');
  const store = async (what: string, work: Promise<boolean>): Promise<void> => {
    setStored('');
    if (await work) setStored(what);
    else notify.error(t('settings.profile_not_saved'));
  };
  return [stored, store];
}

/** A small word beside what was just stored. */
function Saved({ shown }: { shown: boolean }) {
  const { t } = useTranslation();
  return (
    <span className={styles.saved} role="status">
      {shown && t('settings.saved')}
    </span>
  );
}

/** The language of the screens and of the mails. */
export function Language() {
  const { t, i18n } = useTranslation();
  const [stored, store] = useStored();
  const change = async (language: string): Promise<void> => {
    await chooseLanguage(language);
    await store('language', storeLanguage(language));
  };
  return (
    <>
      <div className={styles.line}>
        <Choice
          label={t('web.language')}
          options={LANGUAGES.map((id) => ({ id, name: LANGUAGE_NAMES[id] ?? id }))}
          value={i18n.language as (typeof LANGUAGES)[number]}
          onChange={(language) => void change(language)}
        />
        <Saved shown={stored === 'language'} />
      </div>
      <p className={styles.about}>{t('settings.profile_language_text')}</p>
    </>
  );
}

/** Theme, height of rows, and how much moves: as the system says, or as one says here. */
export function Appearance() {
  const { t } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const density = useSession(({ userSettings }) => userSettings['density']) ?? 'normal';
  const motion = useSession(({ userSettings }) => userSettings['motion']) ?? 'auto';
  const [stored, store] = useStored();
  const keep = (change: Readonly<Record<string, string>>): void => {
    void store(Object.keys(change)[0] ?? '', storeUserSettings(change));
  };
  const changeTheme = (theme: Theme): void => {
    setColorScheme(theme);
    keep({ theme });
  };
  const part = (id: string, name: string, choice: ReactNode): ReactNode => (
    <div>
      <dt>
        {name}
        <Saved shown={stored === id} />
      </dt>
      <dd>{choice}</dd>
    </div>
  );
  return (
    <dl className={styles.choices}>
      {part(
        'theme',
        t('web.theme'),
        <Choice
          label={t('web.theme')}
          options={THEMES.map((id) => ({ id, name: t(`web.theme_${id}`) }))}
          value={colorScheme}
          onChange={changeTheme}
        />,
      )}
      {part(
        'density',
        t('web.density'),
        <Choice
          label={t('web.density')}
          options={DENSITIES.map((id) => ({ id, name: t(`web.density_${id}`) }))}
          value={density as (typeof DENSITIES)[number]}
          onChange={(next) => keep({ density: next })}
        />,
      )}
      {part(
        'motion',
        t('settings.profile_motion'),
        <Choice
          label={t('settings.profile_motion')}
          options={MOTIONS.map((id) => ({ id, name: t(`settings.profile_motion_${id}`) }))}
          value={motion as (typeof MOTIONS)[number]}
          onChange={(next) => keep({ motion: next })}
        />,
      )}
    </dl>
  );
}

/** Whether single keys do something, and the list of all of them. */
export function ShortCuts() {
  const { t } = useTranslation();
  const single = useSession(({ userSettings }) => userSettings['single_keys']) !== false;
  const [stored, store] = useStored();
  return (
    <>
      <div className={styles.line}>
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={single}
            onChange={(event) => void store('keys', storeUserSettings({ single_keys: event.currentTarget.checked }))}
          />
          {t('web.single_keys')}
        </label>
        <Saved shown={stored === 'keys'} />
      </div>
      <p className={styles.about}>{t('settings.profile_short_cuts_text')}</p>
      <Button onClick={() => shortCutsDialog.set({ opened: true })}>{t('settings.profile_show_short_cuts')}</Button>
    </>
  );
}
