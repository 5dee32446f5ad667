import { newStore } from '../store.ts';
import { remember, remembered, saveUserSettings } from '../user-settings.ts';

/** `responsive`: as the width has it (open on a desktop, away on a phone). `open`: over the page, on a phone. */
export type SidebarState = 'responsive' | 'open' | 'closed';

/** Desktop: open (responsive) and closed, back and forth. Phone: responsive or closed to open, and back to responsive. */
export function nextSidebar(state: SidebarState, mobile: boolean): SidebarState {
  if (mobile) return state === 'open' ? 'responsive' : 'open';
  return state === 'closed' ? 'responsive' : 'closed';
}

/** What is to be seen of it. */
export function sidebarLook(state: SidebarState, mobile: boolean): 'full' | 'icons' | 'away' {
  if (mobile) return state === 'open' ? 'full' : 'away';
  return state === 'closed' ? 'icons' : 'full';
}

export const sidebars = newStore<{ nav: SidebarState; times: 'minimised' | 'open' }>({ nav: 'responsive', times: 'minimised' });

/** What the last visit left: the cookie at start, one's own settings when they are known. */
export function restoreSidebars(settings?: Readonly<Record<string, unknown>>): void {
  const cookie = remembered();
  const nav = settings ? settings.sidebar : cookie.nav;
  const times = settings ? settings.times_sidebar : cookie.times;
  sidebars.set({
    nav: sidebars.get().nav === 'open' ? 'open' : nav === 'closed' ? 'closed' : 'responsive',
    times: times === 'open' ? 'open' : 'minimised',
  });
}

export function toggleSidebar(mobile: boolean): void {
  const nav = nextSidebar(sidebars.get().nav, mobile);
  sidebars.set({ nav });
  if (mobile) return;
  remember(nav === 'closed' ? { nav } : { nav: undefined });
  saveUserSettings({ sidebar: nav });
}

/** After a choice in the menu the phone shows the page again. */
export function closeOverlay(): void {
  if (sidebars.get().nav === 'open') sidebars.set({ nav: 'responsive' });
}

export function toggleTimes(): void {
  const times = sidebars.get().times === 'open' ? 'minimised' : 'open';
  sidebars.set({ times });
  remember(times === 'open' ? { times } : { times: undefined });
  saveUserSettings({ times_sidebar: times });
}
