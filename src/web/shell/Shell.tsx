import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { Suspense, lazy, useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { queries } from '../queries.ts';
import { useSession } from '../session.ts';
import '../styles/shell.css';
import { spoken } from '../ui/arrival.ts';
import { LAYERS } from '../theme/theme.ts';
import { asked } from '../ui/confirm.ts';
import { listenToKeys, setSingleKeys } from '../ui/keys.ts';
import { useIsCovered } from '../ui/layers.ts';
import { PHONE, useMedia } from '../ui/media.ts';
import { loadScreensAhead } from './ahead.ts';
import { applyDensity, applyMotion, applySettings, printLight } from './appearance.ts';
import { Header } from './Header.tsx';
import { followOrientation } from './orientation.ts';
import { paletteState } from './palette.ts';
import styles from './Shell.module.css';
import { Sidebar } from './Sidebar.tsx';
import { closeOverlay, sidebarLook, sidebars } from './sidebars.ts';
import { shortCutsDialog } from './short-cuts.ts';
import { TimesSidebar } from './TimesSidebar.tsx';
import { TurnNotice } from './TurnNotice.tsx';
import { useShellKeys } from './useShellKeys.ts';

const Palette = lazy(() => import('./Palette.tsx'));
const ConfirmHost = lazy(() => import('../ui/ConfirmHost.tsx'));
const ShortCutsDialog = lazy(() => import('./ShortCutsDialog.tsx'));

/** The frame of every screen: header, menu, the screen, the right rail. */
export default function Shell() {
  const { t } = useTranslation();
  const mobile = useMedia(PHONE);
  const { nav } = useSyncExternalStore(sidebars.subscribe, sidebars.get);
  const path = useRouterState({ select: (state) => state.location.pathname });
  const density = useSession((state) => state.userSettings.density);
  const motion = useSession((state) => state.userSettings.motion);
  const singleKeys = useSession((state) => state.userSettings.single_keys);
  const look = sidebarLook(nav, mobile);
  const layered = useIsCovered();
  const menuOver = mobile && look === 'full';
  const covered = layered || menuOver;

  useShellKeys(mobile);
  useEffect(listenToKeys, []);
  useEffect(followOrientation, []);
  useEffect(printLight, []);
  useEffect(loadScreensAhead, []);
  useEffect(applySettings, []);
  useEffect(() => applyDensity(density), [density]);
  useEffect(() => applyMotion(motion), [motion]);
  useEffect(() => setSingleKeys(singleKeys !== false), [singleKeys]);
  useEffect(closeOverlay, [path]);

  return (
    <QueryClientProvider client={queries}>
      <div className={styles.shell} data-nav={look} data-mobile={mobile || undefined}>
        <div className={styles.skips} inert={layered}>
          <a className={styles.skip} href="#content">
            {t('web.skip_to_content')}
          </a>
          <SkipTo id="filters" label={t('web.skip_to_filters')} />
          <SkipTo id="grid" label={t('web.skip_to_grid')} />
        </div>
        <Header mobile={mobile} open={look === 'full'} inert={layered} />
        <Sidebar look={look} inert={layered} />
        {menuOver && <button type="button" className={styles.veil} aria-label={t('web.close_menu')} onClick={closeOverlay} />}
        <main id="content" className={styles.main} tabIndex={-1}>
          <div inert={covered}>
            <OfflineBanner />
            <TurnNotice />
            <Outlet />
          </div>
          <div id={LAYERS} className={styles.layers} />
        </main>
        <TimesSidebar covered={covered} />
        <Layers />
        <Announcer />
      </div>
    </QueryClientProvider>
  );
}

/** What lies over the page; each is loaded when it is first asked for, and stays to close in its own time. */
function Layers() {
  const { opened: palette } = useSyncExternalStore(paletteState.subscribe, paletteState.get);
  const { opened: keys } = useSyncExternalStore(shortCutsDialog.subscribe, shortCutsDialog.get);
  const { question } = useSyncExternalStore(asked.subscribe, asked.get);
  const [wanted, setWanted] = useState({ keys: false, confirm: false });
  if (keys && !wanted.keys) setWanted({ ...wanted, keys });
  if (question && !wanted.confirm) setWanted({ ...wanted, confirm: true });
  return (
    <Suspense fallback={null}>
      {palette && <Palette />}
      {wanted.keys && <ShortCutsDialog />}
      {wanted.confirm && <ConfirmHost />}
    </Suspense>
  );
}

/** A way past the chrome to something that only some screens have: the filters, the grid. */
function SkipTo({ id, label }: { id: string; label: string }) {
  // Tabs of a screen differ in what they have.
  const place = useRouterState({ select: (state) => state.resolvedLocation?.href });
  const [there, setThere] = useState(false);
  useEffect(() => {
    const look = (): void => setThere(document.getElementById(id) !== null);
    look();
    const observer = new MutationObserver(look);
    const main = document.getElementById('content');
    if (main) observer.observe(main, { childList: true, subtree: true });
    // The screen draws its bars within its first moments; later changes of the page are not worth watching for.
    const timer = setTimeout(() => observer.disconnect(), 3000);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [id, place]);
  if (!there) return null;
  const go = (event: { preventDefault: () => void }): void => {
    event.preventDefault();
    const target = document.getElementById(id);
    target?.querySelector<HTMLElement>('input, button, [tabindex="0"]')?.focus();
  };
  return (
    <a className={styles.skip} href={`#${id}`} onClick={go}>
      {label}
    </a>
  );
}

function Announcer() {
  const { sentence, turn } = useSyncExternalStore(spoken.subscribe, spoken.get);
  return (
    <div className={styles.hidden} role="status" aria-live="polite" data-announcer>
      <span key={turn}>{sentence}</span>
    </div>
  );
}

function OfflineBanner() {
  const { t } = useTranslation();
  const online = useSyncExternalStore(
    (listener) => {
      window.addEventListener('online', listener);
      window.addEventListener('offline', listener);
      return () => {
        window.removeEventListener('online', listener);
        window.removeEventListener('offline', listener);
      };
    },
    () => navigator.onLine,
  );
  return online ? null : (
    <div className={styles.banner} role="status">
      {t('web.offline')}
    </div>
  );
}
