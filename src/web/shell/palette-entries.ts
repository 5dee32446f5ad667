import type { FoundPlace, PaletteAction, Screen } from '../screens.ts';
import { matching } from '../ui/options.ts';

/** One line of the palette. `id` is kept for "recent". */
export interface Entry {
  id: string;
  section: 'recent' | 'go' | 'do' | 'find';
  name: string;
  /** Kind of thing. */
  hint?: string | undefined;
  /** Its short cut. */
  keys?: string | undefined;
  to: { path: string; search?: Record<string, string> };
}

export interface Found {
  collection: string;
  id: string;
  label: string;
}

/** What stays of an entry in one's own settings, to be offered first the next time. */
export type Recent = Pick<Entry, 'id' | 'name' | 'to'>;

const MOST_RECENT = 6;
const MOST_EACH = 8;

export const withRecent = (recent: readonly Recent[], { id, name, to }: Recent): Recent[] =>
  [{ id, name, to }, ...recent.filter((each) => each.id !== id)].slice(0, MOST_RECENT);

export interface Sources {
  screens: readonly Screen[];
  actions: readonly PaletteAction[];
  places: readonly FoundPlace[];
  found: readonly Found[];
  recent: readonly Recent[];
  /** Text of a key in the reader's language. */
  t: (key: string) => string;
}

/** The lines for what was typed: recent (nothing typed yet), go to, do, find. */
export function entriesOf(typed: string, { screens, actions, places, found, recent, t }: Sources): Entry[] {
  const go = screens.map((screen) => ({
    id: `go ${screen.path}`,
    section: 'go' as const,
    name: t(screen.title),
    to: { path: screen.path },
  }));
  const act = actions.map(({ id, title, keys, to }) => ({
    id: `do ${id}`,
    section: 'do' as const,
    name: t(title),
    keys,
    to,
  }));
  const hits = found.flatMap(({ collection, id, label }): Entry[] => {
    const place = places.find((each) => each.collection === collection);
    return place
      ? [{ id: `find ${collection} ${id}`, section: 'find', name: label, hint: t(place.title), to: place.to(id) }]
      : [];
  });
  if (typed.trim() === '') return [...recent.map((each) => ({ ...each, section: 'recent' as const })), ...go, ...act];
  return [...matching(go, typed).slice(0, MOST_EACH), ...matching(act, typed).slice(0, MOST_EACH), ...hits];
}
