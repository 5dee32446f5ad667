import { PAGES, defaultAccesses } from '../rules.ts';

export type Accesses = Readonly<Record<string, Readonly<Record<string, boolean>>>>;

export interface Role {
  role: string;
  accesses: Accesses;
}

const usual = defaultAccesses();

/** Flags that a page can have, the one that opens it first. */
export const FLAGS: readonly string[] = Object.keys(usual['home'] ?? {});

/** Home is always open. */
export const isFixed = (page: string, flag: string): boolean => page === 'home' && flag === 'view_page';

/** Every page with every flag: what a role does not say is as it is for a new firm. */
export const whole = (accesses: Accesses): Record<string, Record<string, boolean>> =>
  Object.fromEntries(
    PAGES.map((page) => [page, { ...usual[page], ...accesses[page], ...(page === 'home' ? { view_page: true } : {}) }]),
  );

/** The same accesses with one flag turned. */
export const turned = (accesses: Accesses, page: string, flag: string): Accesses => ({
  ...accesses,
  [page]: { ...accesses[page], [flag]: accesses[page]?.[flag] !== true },
});

/** A flag that was turned, and what it is now. */
export interface Turned {
  page: string;
  flag: string;
  on: boolean;
}

/** The flags that differ, in the order of the pages. */
export function flagsBetween(before: Accesses, after: Accesses): Turned[] {
  const [old, next] = [whole(before), whole(after)];
  return PAGES.flatMap((page) =>
    FLAGS.filter((flag) => old[page]?.[flag] !== next[page]?.[flag]).map((flag) => ({
      page,
      flag,
      on: next[page]?.[flag] === true,
    })),
  );
}

/** How many flags differ. */
export const changesBetween = (before: Accesses, after: Accesses): number => flagsBetween(before, after).length;

/** Pages in the groups of the menu. */
export const PAGE_GROUPS: readonly { group: string; pages: readonly string[] }[] = [
  { group: 'settings.roles_general', pages: ['home', 'profile', 'support'] },
  { group: 'web.group_time', pages: ['add_time', 'timesheet'] },
  { group: 'web.group_planning', pages: ['planning', 'workload', 'clients_bookings', 'internal_bookings'] },
  { group: 'web.group_management', pages: ['clients_projects', 'pricing', 'invoices', 'financial_variables'] },
  { group: 'web.group_reporting', pages: ['management_reporting', 'kpi_reporting', 'timesheet_completion'] },
  { group: 'web.group_administration', pages: ['users', 'user_details', 'business_units', 'countries_settings', 'settings'] },
];

const lines = PAGE_GROUPS.flatMap(({ pages }) => pages);

/** A cell of a matrix: its page, and its place among the columns. */
export interface Cell {
  page: string;
  column: number;
}

/** The cell that an arrow key leads to from another; undefined for other keys. @param columns how many there are */
export function nextCell(key: string, { page, column }: Cell, columns: number): Cell | undefined {
  const row = lines.indexOf(page);
  const clamp = (value: number, most: number): number => Math.max(0, Math.min(most, value));
  const at = (line: number, place: number): Cell => ({
    page: lines[clamp(line, lines.length - 1)] ?? page,
    column: clamp(place, columns - 1),
  });
  switch (key) {
    case 'ArrowUp':
      return at(row - 1, column);
    case 'ArrowDown':
      return at(row + 1, column);
    case 'ArrowLeft':
      return at(row, column - 1);
    case 'ArrowRight':
      return at(row, column + 1);
    case 'Home':
      return at(row, 0);
    case 'End':
      return at(row, columns);
    case 'PageUp':
      return at(0, column);
    case 'PageDown':
      return at(lines.length, column);
    default:
      return undefined;
  }
}
