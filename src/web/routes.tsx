import {
  type AnyRoute,
  Outlet,
  type RouteComponent,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { defaultAccesses, mayCall } from '../access/rules.ts';
import { parseSearch, stringifySearch } from './address.ts';
import { guard } from './guard.ts';
import { type TextFiles, loadAllTexts } from './i18n/index.ts';
import type { Texts } from './i18n/pseudo.ts';
import { HOME, PLACES, type Place, plainPath } from './paths.ts';
import type { RoomRoutes, Screen } from './screens.ts';
import { setAccessRule } from './session.ts';
import { Arriving } from './shell/Arriving.tsx';
import Failed, { Broken } from './shell/Failed.tsx';
import { setBrought } from './shell/menu.ts';
import { arrive } from './ui/arrival.ts';
import { Toasts } from './ui/Toasts.tsx';

/** The rooms, ground floor first: where two bring something for the same place, the later one is heard last. */
const ROOMS = 'settings access people clients rates leave planning time pricing invoicing reporting support'.split(' ');

const modules = import.meta.glob<RoomRoutes>('../*/web/routes.tsx', { eager: true });
const textModules = import.meta.glob<{ default: Texts }>(['../*/web/texts/{en,fr,de,es}.json', './texts/{en,fr,de,es}.json']);

const rooms = ROOMS.flatMap((name) => modules[`../${name}/web/routes.tsx`] ?? []);
const screens = rooms.flatMap((room) => room.screens);

/** Loaders of the texts by room and language. */
export const textFiles: TextFiles = Object.entries(textModules).reduce<
  Record<string, Record<string, () => Promise<{ default: Texts }>>>
>((files, [file, load]) => {
  const [, room = 'web', language = ''] = /^\.(?:\.\/(\w+)\/web)?\/texts\/(\w+)\.json$/.exec(file) ?? [];
  files[room] = { ...files[room], [language]: load };
  return files;
}, {});

/** Rooms whose texts the open pages need. */
export const OPEN_ROOMS = ['web', 'access'];

setAccessRule(mayCall, defaultAccesses()['home']);
setBrought({
  screens,
  actions: rooms.flatMap((room) => room.actions ?? []),
  places: rooms.flatMap((room) => room.places ?? []),
  sidebars: rooms.flatMap((room) => room.sidebar ?? []),
  headers: rooms.flatMap((room) => room.header ?? []),
});
for (const room of rooms) room.register?.();

/** Addresses that only lead on to another. */
const MOVED: Readonly<Record<string, string>> = { '/': HOME, '/pages': '/pages/404' };

let lastPath: string | undefined;

/** While a login code is being checked there is no screen yet: so long it says so. Any other first load stays as it is. */
const SHOWN_AFTER_MS = 100;

const root = createRootRoute({
  pendingComponent: Arriving,
  pendingMs: SHOWN_AFTER_MS,
  pendingMinMs: 0,
  component: () => (
    <>
      <Outlet />
      <Toasts />
    </>
  ),
  beforeLoad: async ({ location, preload }) => {
    if (preload) return;
    const path = plainPath(location.pathname);
    const elsewhere = MOVED[path];
    if (elsewhere) throw redirect({ href: elsewhere, replace: true });
    const moved = path !== lastPath;
    const leave = (to: string): void => void router.navigate({ href: to, replace: true });
    const to = await guard({ path, href: location.href, search: location.search as Record<string, string>, moved }, leave);
    if (to !== undefined && to !== location.href) throw redirect({ href: to, replace: true });
    if (moved && lastPath !== undefined) arrive();
    lastPath = path;
  },
});

const main = createRoute({
  getParentRoute: () => root,
  id: 'main',
  beforeLoad: loadAllTexts,
  component: lazyRouteComponent(() => import('./shell/Shell.tsx')),
});

const notFound = lazyRouteComponent(() => import('./shell/NotFound.tsx'));
const openNotFound = lazyRouteComponent(() => import('./shell/OpenNotFound.tsx'));

/** What stands at an address: the screen that a room brought, or not found. */
function componentOf(place: Place, screen: Screen | undefined): RouteComponent {
  if (screen) return lazyRouteComponent(screen.load);
  if (place.path === '/pages/500') return Failed;
  return place.open ? openNotFound : notFound;
}

/** Routes are made from data, so their types say no more than that they are routes. */
function routeOf(place: Place): AnyRoute {
  const screen = screens.find(({ path }) => path === place.path);
  return createRoute({
    getParentRoute: () => (place.open ? root : main) as never,
    path: place.path,
    component: componentOf(place, screen),
    ...(screen?.validateSearch ? { validateSearch: screen.validateSearch } : {}),
  }) as unknown as AnyRoute;
}

const open = PLACES.filter((place) => place.open).map(routeOf);
const inside = PLACES.filter((place) => !place.open).map(routeOf);
const anything = createRoute({ getParentRoute: () => main, path: '$', component: notFound });

/** The router with every address of the product. */
export const router = createRouter({
  routeTree: (root as AnyRoute).addChildren([...open, (main as unknown as AnyRoute).addChildren([...inside, anything])]),
  parseSearch,
  stringifySearch,
  scrollRestoration: true,
  // Positions are kept under names that say nothing: an address may hold a token, or the name of somebody who was looked for.
  getScrollRestorationKey: ({ state }) => state.__TSR_key ?? 'first',
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultErrorComponent: ({ error }) => <Broken error={error} />,
  rewrite: {
    // Mail programs write `&` in a path as `%26`; it is the same address.
    input: ({ url }) => {
      url.pathname = plainPath(url.pathname);
      return url;
    },
  },
});
