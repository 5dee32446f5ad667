import './styles/base.css';
import { MantineProvider } from '@mantine/core';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, useMemo } from 'react';
import { createRoot } from 'react-dom/client';
import { useTranslation } from 'react-i18next';
import { onSettings } from './guard.ts';
import { bestLanguage, isLanguage, startTexts } from './i18n/index.ts';
import { pageFact } from './request.ts';
import { OPEN_ROOMS, router, textFiles } from './routes.tsx';
import { isTokenEvent, storedToken } from './session.ts';
import { isLoadingAhead } from './shell/ahead.ts';
import { addressLanguage, applySettings, holdLanguage, themeManager } from './shell/appearance.ts';
import { restoreSidebars } from './shell/sidebars.ts';
import { themeIn, variables } from './theme/theme.ts';
import { remembered } from './user-settings.ts';

declare global {
  /** Where the scroll lock of dialogs looks for the nonce of its style. */
  var __webpack_nonce__: string | undefined;
}

interface TrustedTypes {
  createPolicy: (name: string, rules: Record<string, (text: string) => string>) => unknown;
}

const RELOADED = 'cadreReloaded';

const nonce = pageFact('csp-nonce');
globalThis.__webpack_nonce__ = nonce || undefined;

/** Markup never comes from strings here; where the browser can enforce that, it does. */
function forbidMarkup(): void {
  const trusted = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes;
  trusted?.createPolicy('default', {
    createHTML: (text) => {
      if (text.includes('<')) throw new TypeError('markup from a string');
      return text;
    },
    createScriptURL: (url) => {
      if (new URL(url, location.href).origin !== location.origin) throw new TypeError('script from elsewhere');
      return url;
    },
  });
}

/** A file that is gone means a new version was installed: load it, once. Without a line nothing can be said of versions. */
function followNewVersions(): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (history.state?.[RELOADED] || !navigator.onLine || isLoadingAhead()) return;
    event.preventDefault();
    history.replaceState({ ...history.state, [RELOADED]: true }, '');
    location.reload();
  });
}

function App() {
  const { t } = useTranslation();
  const close = t('web.close');
  const theme = useMemo(() => themeIn(close), [close]);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      defaultColorScheme="auto"
      colorSchemeManager={themeManager}
      getStyleNonce={() => nonce}
    >
      <RouterProvider router={router} />
    </MantineProvider>
  );
}

async function start(): Promise<void> {
  const asked = addressLanguage();
  const kept = remembered().lang ?? '';
  const language = asked && isLanguage(asked) ? asked : isLanguage(kept) ? kept : bestLanguage(navigator.languages);
  if (asked === language) holdLanguage(language);
  await startTexts(textFiles, language, OPEN_ROOMS);
  restoreSidebars();
  createRoot(document.getElementById('root') as HTMLElement).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

// What the router keeps of a tab's screens goes with the session.
if (!storedToken()) sessionStorage.clear();
forbidMarkup();
followNewVersions();
onSettings(applySettings);
window.addEventListener('storage', (event) => {
  if (isTokenEvent(event)) location.reload();
});
void start();
