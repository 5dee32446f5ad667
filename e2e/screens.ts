import type { Locator, Page } from '@playwright/test';
import { LANGUAGES } from '../src/kit/grades.ts';
import { PLACES } from '../src/web/paths.ts';
import { FULL, baseUrl, expect, settled } from './fixtures.ts';

export const THEMES: readonly ('light' | 'dark')[] = FULL ? ['light', 'dark'] : ['light'];
export const SPOKEN: readonly string[] = FULL ? LANGUAGES : ['en'];

const NOTHING = '00000000-0000-7000-8000-000000000000';

/** Screens with what can be opened on them by the address. `$user` is the person signed in. */
const OPENED: Readonly<Record<string, readonly string[]>> = {
  '/time_tracking/addtime': ['', '?to=2099-01-05&day=2099-01-01'],
  '/time_tracking/timesheet': ['', '?do=import', '?w=2031-W10'],
  '/planning/planning_page': ['', '?zoom=day', `?id=${NOTHING}`],
  '/planning/workload_page': ['', '?unit=month', '?q=nobody%20at%20all'],
  '/planning/internal_bookings': ['', '?ask=1', '?tab=decide', '?tab=balances', '?tab=team', '?year=2020'],
  '/management/clients_&_projects': ['', '?tab=clients', '?id=new', '?tab=clients&id=new', '?search=nothing%20like%20it'],
  '/management/financial_variables': ['', '?edit=new', '?import=1', '?line=exchange', '?line=targets', '?year=2020'],
  '/management/invoices': ['', '?tab=unbilled', '?add=new', `?id=${NOTHING}`, '?search=nothing%20like%20it'],
  '/management/pricing': ['', '?add=1', '?waiting=1', '?search=nothing%20like%20it'],
  '/admin/users': ['', '?add=1', '?invite=1', '?is_active=invited', '?search=nobody%20at%20all'],
  '/admin/users/$id': ['/$user', `/${NOTHING}`],
  '/admin/business_units': ['', '?id=new', '?id=several', '?id=levels'],
  '/admin/countries_settings': ['', '?add=1', '?import=1', '?tab=holidays', '?tab=week', '?country=types'],
  '/admin/support': ['', '?tab=mine', '?tab=all', `?tab=mine&id=${NOTHING}`],
  '/admin/settings': [
    '',
    '?section=support',
    '?section=privacy',
    '?section=webhooks',
    '?section=webhooks&id=new',
    '?section=tasks',
    '?section=tasks&id=new',
    '?section=fields',
    '?section=fields&id=new',
    '?section=notifications',
    '?section=roles',
    '?section=roles&view=all',
    '?section=sign_in',
    '?section=audit',
    '?section=audit&tab=access',
  ],
};

/** First words of the addresses of screens: a group of screens is one test. */
export const GROUPS = [...new Set(PLACES.filter(({ open }) => !open).map(({ path }) => path.split('/')[1] ?? ''))];

function addressesOf(places: typeof PLACES, user: string): string[] {
  return places.flatMap(({ path }) =>
    (OPENED[path] ?? [path.includes('$') ? `/${NOTHING}` : '']).map((more) =>
      more.startsWith('/') ? path.replace(/\/\$\w+$/, more.replace('$user', user)) : path + more,
    ),
  );
}

/** Every address that needs no sign-in. */
export const openAddresses = (): string[] =>
  addressesOf(
    PLACES.filter(({ open }) => open),
    '',
  );

/** Every address of a group, with what can be opened on it. */
export const screenAddresses = (group: string, user: string): string[] =>
  addressesOf(
    PLACES.filter(({ path, open }) => !open && path.split('/')[1] === group),
    user,
  );

/** Id of who is signed in. */
export const ownId = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('access_token')}` };
    const { user } = (await (await fetch('/api/users/me', { headers })).json()) as { user: { id: string } };
    return user.id;
  });

/**
 * Opens an address in a language and waits until what it shows is there. Where a screen of the application stands already, by its
 * router, as people go from screen to screen; nothing is loaded anew.
 */
export async function show(page: Page, address: string, language: string): Promise<void> {
  const path = `${address}${address.includes('?') ? '&' : '?'}lang=${language}`;
  if (page.url().startsWith(`${baseUrl()}/`) && page.url().includes(`lang=${language}`) && !address.startsWith('/account'))
    await page.evaluate((to) => {
      history.pushState({}, '', to);
      dispatchEvent(new PopStateEvent('popstate', { state: {} }));
    }, path);
  else await page.goto(baseUrl() + path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await settled(page);
}

/** What opens something where it stands: menus, lists, calendars, folded parts, other tabs; and the first row of a table. */
const OPENERS = [
  'button[aria-haspopup]',
  'button[aria-expanded="false"]',
  'input[role="combobox"]',
  '[role="tab"][aria-selected="false"]',
  'main table tbody tr:first-child td button',
].join(', ');

const nameOf = (opener: Locator): Promise<string> =>
  opener.evaluate((element) => {
    const label = element.getAttribute('aria-label') ?? element.textContent;
    return label || element.getAttribute('placeholder') || element.id;
  });

/**
 * Opens one thing after the other on the screen that is shown, looks, and closes it again.
 * @param seen what was opened before: what stands on several screens is opened once
 */
export async function openAll(page: Page, seen: Set<string>, look: (name: string) => Promise<void>): Promise<void> {
  const count = await page.locator(OPENERS).count();
  for (let index = 0; index < count; index += 1) {
    const opener = page.locator(OPENERS).nth(index);
    // What the one before closed is gone.
    if (!(await opener.isVisible()) || !(await opener.isEnabled({ timeout: 1000 }).catch(() => false))) continue;
    const isOut = opener.evaluate((element) => element.closest('[inert]') !== null, undefined, { timeout: 1000 });
    if (await isOut.catch(() => true)) continue;
    const name = await nameOf(opener);
    if (seen.has(name)) continue;
    seen.add(name);
    // What moved away under the pointer is found on the next screen.
    await opener.click({ timeout: 3000 }).catch(() => undefined);
    await page.waitForTimeout(250);
    await look(name);
    await page.keyboard.press('Escape');
    // A list that stood in a drawer closes first.
    if (!page.url().includes('id=') && (await page.getByRole('dialog').count()) > 0) await page.keyboard.press('Escape');
  }
}
