import { useEffect, useRef, useSyncExternalStore } from 'react';
import { newStore } from '../store.ts';
import { isCovered } from './layers.ts';

export interface ShortCut {
  /** `n`, `?`, `shift+v`, `mod+k` (Ctrl, or Cmd on a Mac), `g h` (one after the other). */
  keys: string;
  /** Text key of what it does, shown in the list of short cuts. */
  label: string;
  /** False declines: the browser then does what it always does. */
  run: (event: KeyboardEvent) => unknown;
  /** Also while one types in a field. */
  always?: boolean;
}

/** What a key press is called in a short cut. */
export function chordOf(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>): string {
  const letter = event.key.length === 1 && /\p{L}/u.test(event.key);
  const parts = [
    event.ctrlKey || event.metaKey ? 'mod' : '',
    event.altKey ? 'alt' : '',
    // A symbol already says that Shift was needed for it; a letter does not.
    event.shiftKey && (letter || event.key.length > 1) ? 'shift' : '',
    event.key.toLowerCase(),
  ];
  return parts.filter(Boolean).join('+');
}

const SEQUENCE_MS = 1200;

const registry = newStore<{ groups: readonly (readonly ShortCut[])[] }>({ groups: [] });

/** True where keys are text: fields, and cells of a grid. A box to tick takes no text. */
export function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement && target.type === 'checkbox') return false;
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}

let pending: { chord: string; at: number } | undefined;
let quiet = false;

/** Single keys can be switched off by those whom they disturb; chords with Ctrl stay. */
export const setSingleKeys = (on: boolean): void => {
  quiet = !on;
};

/** The short cut that a press completes, the newest one first. `pending` is the key before it. */
export function findShortCut(all: readonly ShortCut[], chord: string, before: string | undefined): ShortCut | undefined {
  const sequence = before === undefined ? undefined : all.findLast(({ keys }) => keys === `${before} ${chord}`);
  return sequence ?? all.findLast(({ keys }) => keys === chord);
}

function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || ['Control', 'Shift', 'Alt', 'Meta'].includes(event.key)) return;
  const chord = chordOf(event);
  const before = pending && event.timeStamp - pending.at < SEQUENCE_MS ? pending.chord : undefined;
  pending = undefined;
  const all = registry.get().groups.flat();
  // What lies over the page takes the keys; those of the page would act on what cannot be seen.
  const away = isTyping(event.target) || isCovered();
  const usable = all.filter((each) => each.always || (!away && (!quiet || each.keys.startsWith('mod+'))));
  const found = findShortCut(usable, chord, before);
  if (found) {
    if (found.run(event) !== false) event.preventDefault();
  } else if (usable.some(({ keys }) => keys.startsWith(`${chord} `))) {
    pending = { chord, at: event.timeStamp };
  }
}

/** Starts listening; once, by the shell. @returns a function that stops it */
export function listenToKeys(): () => void {
  window.addEventListener('keydown', onKey);
  return () => window.removeEventListener('keydown', onKey);
}

/** Short cuts that hold while the component is shown; later ones win over earlier ones. */
export function useKeys(shortCuts: readonly ShortCut[]): void {
  const newest = useRef(shortCuts);
  useEffect(() => {
    newest.current = shortCuts;
  });
  const signature = shortCuts.map(({ keys, label }) => `${keys}=${label}`).join('\n');
  useEffect(() => {
    const group = newest.current.map((shortCut, index) => ({
      ...shortCut,
      run: (event: KeyboardEvent) => newest.current[index]?.run(event),
    }));
    registry.set({ groups: [...registry.get().groups, group] });
    return () => registry.set({ groups: registry.get().groups.filter((each) => each !== group) });
    // The handlers are read through the ref: only a change of keys or names registers anew.
  }, [signature]);
}

/** All short cuts that hold now, in the order in which they were added. */
export const useShortCuts = (): readonly ShortCut[] => useSyncExternalStore(registry.subscribe, registry.get).groups.flat();

const NAMES: Readonly<Record<string, string>> = {
  shift: 'Shift',
  alt: 'Alt',
  arrowup: '↑',
  arrowdown: '↓',
  arrowleft: '←',
  arrowright: '→',
  escape: 'Esc',
};

/** A short cut as it is written on the screen: `mod+shift+z` → `['Ctrl', 'Shift', 'Z']`. */
export function writtenKeys(keys: string): string[] {
  const mac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent);
  return keys
    .split(/[+ ](?=.)/)
    .map((key) => (key === 'mod' ? (mac ? '⌘' : 'Ctrl') : (NAMES[key] ?? (key.length === 1 ? key.toUpperCase() : key))));
}
