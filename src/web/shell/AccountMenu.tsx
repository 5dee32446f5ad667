import { Menu, useMantineColorScheme } from '@mantine/core';
import { IconBuilding, IconKeyboard, IconLogout, IconUser } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { LANGUAGES } from '../../kit/grades.ts';
import { type Tenant, useSession } from '../session.ts';
import { changeTenant, signOut, storeLanguage } from '../sign-out.ts';
import { notify } from '../ui/notify.ts';
import { useReason } from '../ui/states.tsx';
import { AccountButton } from './AccountButton.tsx';
import { LANGUAGE_NAMES, type Theme, chooseLanguage, saveTheme } from './appearance.ts';
import { brought, isOpenFor } from './menu.ts';
import { shortCutsDialog } from './short-cuts.ts';

const THEMES: readonly Theme[] = ['auto', 'light', 'dark'];
const PROFILE = '/profile';

/** Opened at once: it is loaded when its button is first pressed. */
export default function AccountMenu() {
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const reason = useReason();
  const me = useSession((state) => state.me);
  const accesses = useSession((state) => state.userAccesses);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const profile = brought.screens.find((screen) => screen.path === PROFILE && isOpenFor(screen, accesses, me));

  const changeTheme = (theme: string): void => {
    setColorScheme(theme as Theme);
    saveTheme(theme as Theme);
  };
  const changeLanguage = (language: string): void => {
    void chooseLanguage(language);
    void storeLanguage(language);
  };
  const changeFirm = (tenant: Tenant): void => {
    changeTenant(tenant).catch((error: unknown) => notify.error(reason(error)));
  };

  return (
    <Menu position="bottom-end" width={240} defaultOpened>
      <Menu.Target>
        <AccountButton />
      </Menu.Target>
      <Menu.Dropdown>
        {me && <Menu.Label>{`${me.email} · ${me.tenant.name}`}</Menu.Label>}
        {profile && (
          <Menu.Item leftSection={<IconUser size={16} />} onClick={() => void navigate({ to: PROFILE as never })}>
            {t(profile.title)}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconKeyboard size={16} />} onClick={() => shortCutsDialog.set({ opened: true })}>
          {t('web.short_cuts')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{t('web.language')}</Menu.Label>
        <Menu.RadioGroup value={i18n.language} onChange={changeLanguage}>
          {LANGUAGES.map((language) => (
            <Menu.RadioItem key={language} value={language} lang={language}>
              {LANGUAGE_NAMES[language]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Label>{t('web.theme')}</Menu.Label>
        <Menu.RadioGroup value={colorScheme} onChange={changeTheme}>
          {THEMES.map((theme) => (
            <Menu.RadioItem key={theme} value={theme}>
              {t(`web.theme_${theme}`)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        {me && me.tenants.length > 1 && (
          <>
            <Menu.Divider />
            <Menu.Label>{t('web.firm')}</Menu.Label>
            {me.tenants
              .filter((tenant) => tenant.id !== me.tenant.id)
              .map((tenant) => (
                <Menu.Item key={tenant.id} leftSection={<IconBuilding size={16} />} onClick={() => changeFirm(tenant)}>
                  {t('web.go_to_firm', { name: tenant.name })}
                </Menu.Item>
              ))}
          </>
        )}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => void signOut()}>
          {t('web.sign_out')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
