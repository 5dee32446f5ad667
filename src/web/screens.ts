import type { ComponentType } from 'react';

export type MenuGroup = 'home' | 'time' | 'planning' | 'management' | 'reporting' | 'administration' | 'support';

/** Groups of the menu, in the order in which they are shown. */
export const MENU_GROUPS: readonly MenuGroup[] = [
  'home',
  'time',
  'planning',
  'management',
  'reporting',
  'administration',
  'support',
];

/** One screen that a room brings; the room lists its screens as `screens` in `web/routes.tsx`. */
export interface Screen {
  /** Address, parameters as `$name`: `/admin/users/$id`. One of `paths.ts`. */
  path: string;
  /** Page key of the access matrix; an open screen that is no page of the matrix names its own (`login`). */
  page: string;
  /** Text key of the name in menu, palette and title. */
  title: string;
  menu?: { group: MenuGroup; order: number; icon: ComponentType<{ size?: number | string }> };
  load: () => Promise<{ default: ComponentType }>;
  /** Needs no sign-in and stands without the shell. */
  open?: true;
  /** Reads the search parameters as text; what it leaves out is dropped from the address. */
  validateSearch?: (raw: Record<string, unknown>) => Record<string, unknown>;
  /** Operation of the access table that the main call of the screen needs, or several of which one will do; without it the menu hides the entry. */
  operation?: string | readonly string[];
}

/** What the palette can do, beside going somewhere: `Copy last week`. */
export interface PaletteAction {
  id: string;
  /** Text key. */
  title: string;
  /** Shown keys, such as `Shift C`. */
  keys?: string;
  /** Page key of the screen it belongs to: a closed page hides it. */
  page: string;
  operation?: string;
  /** Where it goes; the screen reads the search. */
  to: { path: string; search?: Record<string, string> };
}

/** Where a thing that the search found is shown: `projects` → its panel. */
export interface FoundPlace {
  collection: string;
  /** Text key of the kind, shown beside the label. */
  title: string;
  page: string;
  to: (id: string) => { path: string; search?: Record<string, string> };
}

/** The right rail: what a room shows in it. */
export interface SidebarSlot {
  /** Text key of its name. */
  title: string;
  /** Page keys on which it stands. */
  pages: readonly string[];
  load: () => Promise<{ default: ComponentType }>;
}

/** A small thing in the header, beside the help: it stands on every page. */
export interface HeaderSlot {
  load: () => Promise<{ default: ComponentType }>;
}

/** What a room's `web/routes.tsx` may export. Only `screens` is needed. */
export interface RoomRoutes {
  screens: readonly Screen[];
  actions?: readonly PaletteAction[];
  places?: readonly FoundPlace[];
  sidebar?: SidebarSlot;
  header?: HeaderSlot;
  /** Fills ports of earlier rooms; called once at start, before the first screen. */
  register?: () => void;
}
