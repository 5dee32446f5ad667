import { session } from '../session.ts';
import { brought, menuOf } from './menu.ts';

/** By then the first screen stands, and what a person clicks first has been loaded by the pointer's approach. */
const AFTER_MS = 3000;

let ahead = false;
/** Whether what is being loaded is wanted by nobody yet: its failure is no reason to disturb the page in view. */
export const isLoadingAhead = (): boolean => ahead;

const idle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve());
    else setTimeout(resolve, 200);
  });

/** True for people who asked their browser to be sparing. */
const saves = (): boolean => (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true;

/**
 * Loads the code of the menu's screens while nobody waits for anything, so that going to one for the first time is as quick
 * as going there again. @returns what stops it
 */
export function loadScreensAhead(): () => void {
  let stopped = false;
  const load = async (): Promise<void> => {
    const { userAccesses, me } = session.get();
    for (const { screens } of menuOf(brought.screens, userAccesses, me)) {
      for (const screen of screens) {
        await idle();
        if (stopped || document.visibilityState === 'hidden' || !navigator.onLine) return;
        ahead = true;
        // A screen that cannot be loaded now is loaded, and failed over, when it is asked for.
        await screen.load().catch(() => undefined);
        ahead = false;
      }
    }
  };
  const timer = saves() ? undefined : setTimeout(() => void load(), AFTER_MS);
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
