import { useId, useInsertionEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { newStore } from '../store.ts';

interface Layer {
  /** Id of its element in the document. */
  id: string;
  close: () => void;
}

/** Drawers, questions and dialogs that lie over the page, the uppermost last. Only that one can be reached. */
const layers = newStore<{ open: readonly Layer[] }>({ open: [] });

/** The uppermost layer's element, if any lies over the page. */
const uppermost = (): HTMLElement | null => document.getElementById(layers.get().open.at(-1)?.id ?? '');

const LAYER_Z = 200;
const LAYER_STEP = 10;

/** Lists, menus and calendars close first; a press inside of one is theirs. */
const INNER = '[role="menu"], [role="listbox"], [role="dialog"]';

function onKey(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
  const { open } = layers.get();
  const layer = open.at(-1);
  const target = event.target instanceof Element ? event.target : null;
  const inner = target?.closest(INNER);
  // A lower layer may hold the keyboard for a moment after another opened over it: the press is not its own.
  const isInner = inner && !open.some(({ id }) => document.getElementById(id)?.contains(inner));
  if (!layer || isInner || target?.getAttribute('data-mantine-stop-propagation') === 'true') return;
  event.preventDefault();
  layer.close();
}

/** Where the keyboard was when the layers opened that have just closed, the uppermost first. */
let left: { opener: Element | null; depth: number }[] = [];

const reachable = (element: Element | null): element is HTMLElement =>
  element instanceof HTMLElement &&
  element !== document.body &&
  element.isConnected &&
  element.getClientRects().length > 0 &&
  !element.closest('[inert]');

/** Gives the keyboard back to where it was, unless somebody has taken it meanwhile. */
function giveBack(): void {
  const openers = left.toSorted((a, b) => b.depth - a.depth).map(({ opener }) => opener);
  left = [];
  if (document.activeElement && document.activeElement !== document.body) return;
  const last = uppermost()?.querySelector<HTMLElement>('[role="dialog"]') ?? document.querySelector<HTMLElement>('main h1');
  (openers.find(reachable) ?? last)?.focus({ preventScroll: true });
}

function push(layer: Layer): void {
  if (layers.get().open.length === 0) window.addEventListener('keydown', onKey);
  layers.set({ open: [...layers.get().open, layer] });
}

function remove(layer: Layer, opener: Element | null): void {
  const { open } = layers.get();
  if (left.length === 0) setTimeout(giveBack, 0);
  left.push({ opener, depth: open.indexOf(layer) });
  layers.set({ open: open.filter((each) => each !== layer) });
  if (open.length === 1) window.removeEventListener('keydown', onKey);
}

/** True while something lies over the page: the page itself is then out of reach. */
export const isCovered = (): boolean => layers.get().open.length > 0;
export const useIsCovered = (): boolean => useSyncExternalStore(layers.subscribe, isCovered);

/** What the element that holds a layer gets: goes to the root of Mantine's dialogs as it is. */
export interface LayerProps {
  id: string;
  /** Another layer lies over this one. */
  inert: boolean;
  zIndex: number;
  closeOnEscape: false;
  returnFocus: false;
}

/**
 * Puts a dialog over the page while it is open: Escape closes the uppermost alone, what lies under it is out of reach, and
 * when it closes the keyboard goes back to where it was.
 */
export function useLayer(open: boolean, onClose: () => void): LayerProps {
  const id = useId();
  const close = useRef(onClose);
  const opener = useRef<Element>(null);
  // As soon as it is drawn: a press may come before the page has come to rest.
  useLayoutEffect(() => {
    close.current = onClose;
  });
  // Before anything inside takes the focus as it appears.
  useInsertionEffect(() => {
    if (open) opener.current = document.activeElement;
  }, [open]);
  useLayoutEffect(() => {
    if (!open) return undefined;
    const layer: Layer = { id, close: () => close.current() };
    push(layer);
    return () => remove(layer, opener.current);
  }, [open, id]);
  const all = useSyncExternalStore(layers.subscribe, layers.get).open;
  const depth = all.findIndex((layer) => layer.id === id);
  const inert = depth >= 0 && depth < all.length - 1;
  return { id, inert, zIndex: LAYER_Z + LAYER_STEP * Math.max(0, depth), closeOnEscape: false, returnFocus: false };
}
