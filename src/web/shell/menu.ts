import {
  type FoundPlace,
  type HeaderSlot,
  MENU_GROUPS,
  type MenuGroup,
  type PaletteAction,
  type Screen,
  type SidebarSlot,
} from '../screens.ts';
import { type Accesses, type Me, isPageOpen, mayCall } from '../session.ts';

/** What the rooms brought, for menu, palette, not-found page and the right rail. Filled once, by the root. */
export interface Brought {
  screens: readonly Screen[];
  actions: readonly PaletteAction[];
  places: readonly FoundPlace[];
  sidebars: readonly SidebarSlot[];
  headers: readonly HeaderSlot[];
}

export let brought: Brought = { screens: [], actions: [], places: [], sidebars: [], headers: [] };

export const setBrought = (all: Brought): void => {
  brought = all;
};

/** May this person use it: the page is open for the role, and the table allows the call that it lives on. */
export const isOpenFor = (
  thing: { page: string; operation?: string | readonly string[] },
  accesses: Accesses | undefined,
  me: Me | undefined,
): boolean =>
  isPageOpen(thing.page, accesses) &&
  (thing.operation === undefined || [thing.operation].flat().some((operation) => mayCall(operation, me)));

export interface MenuSection {
  group: MenuGroup;
  screens: Screen[];
}

/** The menu of a person: groups in their order, those without a permitted page left out. */
export function menuOf(screens: readonly Screen[], accesses: Accesses | undefined, me: Me | undefined): MenuSection[] {
  const open = screens.filter((screen) => screen.menu && isOpenFor(screen, accesses, me));
  return MENU_GROUPS.map((group) => ({
    group,
    screens: open
      .filter((screen) => screen.menu?.group === group)
      .sort((first, second) => (first.menu?.order ?? 0) - (second.menu?.order ?? 0)),
  })).filter((section) => section.screens.length > 0);
}

/** Steps of typing that make one word of another; how far apart two addresses are. */
export function distance(first: string, second: string): number {
  let line = Array.from({ length: second.length + 1 }, (_, index) => index);
  for (let row = 1; row <= first.length; row += 1) {
    const next = [row];
    for (let col = 1; col <= second.length; col += 1) {
      const change = first[row - 1] === second[col - 1] ? 0 : 1;
      next.push(Math.min((next[col - 1] ?? 0) + 1, (line[col] ?? 0) + 1, (line[col - 1] ?? 0) + change));
    }
    line = next;
  }
  return line[second.length] ?? 0;
}

/** The screens whose addresses are nearest to a wrong one. `named` gives a screen's name in the reader's language. */
export function closest(path: string, screens: readonly Screen[], named: (screen: Screen) => string, count = 3): Screen[] {
  const wrong = decodeURIComponent(path.replace(/%(?![0-9a-f]{2})/gi, '%25')).toLowerCase();
  const last = wrong.split('/').filter(Boolean).at(-1) ?? '';
  const far = (screen: Screen): number => {
    const tail = screen.path.split('/').at(-1) ?? '';
    return Math.min(distance(wrong, screen.path), distance(last, tail), distance(last, named(screen).toLowerCase()));
  };
  return screens
    .filter((screen) => screen.menu)
    .map((screen) => ({ screen, far: far(screen) }))
    .sort((first, second) => first.far - second.far)
    .slice(0, count)
    .map(({ screen }) => screen);
}
