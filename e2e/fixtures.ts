import fs from 'node:fs';
import path from 'node:path';
import { type Browser, type Page, type Request, test as base, chromium, expect } from '@playwright/test';
import type { DemoAccount, DemoFile } from '../src/server/world/demo.ts';
import { browser as installed } from './browser.ts';

/** Accounts of the firm that the journeys use. */
export function account(category: DemoAccount['category'], grade: DemoAccount['grade']): DemoAccount {
  const { accounts } = JSON.parse(fs.readFileSync(process.env['CADRE_E2E_DEMO'] ?? '', 'utf8')) as DemoFile;
  const found = accounts.find((each) => each.category === category && each.grade === grade);
  if (!found) throw new Error(`There is no ${grade} of category ${category}.`);
  return found;
}

export const baseUrl = (): string => process.env['CADRE_E2E_URL'] ?? 'http://localhost:3000';

/** Signs in on the page where people do, by keyboard. */
export async function signInByHand(page: Page, who: DemoAccount): Promise<void> {
  await page.goto(`${baseUrl()}/account/login_management`);
  await page.getByRole('textbox', { name: 'E-mail' }).fill(who.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(who.password);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/home/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** Tokens of pages on which nothing has been opened yet. */
const begun = new WeakMap<Page, string>();

const isOurs = (page: Page): boolean => page.url().startsWith(baseUrl());

/**
 * Makes a page that of somebody who signed in before: the call of the form is made beside the browser, whose storage then holds
 * what the form would have left there. For the many journeys that only begin with it; how people sign in has its own.
 */
export async function begin(page: Page, who: DemoAccount): Promise<void> {
  const form = { username: who.email, password: who.password };
  const answer = await page.request.post(`${baseUrl()}/auth/jwt/login`, { form });
  expect(answer.ok(), await answer.text()).toBe(true);
  const { access_token: token } = (await answer.json()) as { access_token: string };
  const kept = { access_token: token, user: JSON.stringify({ accessToken: token }) };
  const localStorage = Object.entries(kept).map(([name, value]) => ({ name, value }));
  if (isOurs(page)) await page.goto('about:blank');
  await page.context().setStorageState({ cookies: [], origins: [{ origin: baseUrl(), localStorage }] });
  begun.set(page, token);
}

/** Opens a screen and waits for its heading; `path` may be a whole address. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(new URL(path, baseUrl()).href);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** Begins as somebody and opens a screen. */
export async function signIn(page: Page, who: DemoAccount, path = '/home'): Promise<void> {
  await begin(page, who);
  await open(page, path);
}

/** A call of the API as the one who is signed in on the page; it has to succeed. */
export async function call<Reply = { id: string }>(
  page: Page,
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE',
  path: string,
  data?: unknown,
): Promise<Reply> {
  const token = isOurs(page) ? await page.evaluate(() => localStorage.getItem('access_token')) : begun.get(page);
  const headers = { authorization: `Bearer ${token}` };
  const sent = data === undefined ? {} : { data };
  const reply = await page.request.fetch(baseUrl() + path, { method, headers, ...sent });
  expect(reply.ok(), await reply.text()).toBe(true);
  return (await reply.json()) as Reply;
}

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const AXE = fs.readFileSync(path.resolve(import.meta.dirname, '../node_modules/axe-core/axe.min.js'), 'utf8');

/** Violations of the rules of WCAG 2.2 A and AA and of the best practices, a line each. */
export async function accessFaults(page: Page): Promise<string[]> {
  await page.locator('h1').first().waitFor({ state: 'attached' });
  // Half a megabyte: a document takes it once. What passes is not told of, and nothing is loaded anew for it.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  return page.evaluate(async (runOnly) => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
    const { violations } = await axe.run(document, { runOnly, resultTypes: ['violations'], preload: false });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`);
  }, RULES);
}

/** No violation at all. */
export const expectAccessible = async (page: Page): Promise<void> => expect(await accessFaults(page)).toEqual([]);

/** Calls of a page, and files of screens, that are not answered yet, without the stream of live events, which never is. */
const unanswered = new WeakMap<Page, Set<Request>>();

function watchCalls(page: Page): void {
  const open = new Set<Request>();
  unanswered.set(page, open);
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/(api|auth|assets)\//.test(pathname) && pathname !== '/api/events') open.add(request);
  });
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
}

const QUIET_MS = 200;

const SETTLED_WITHIN_MS = 30_000;

/** Whether something on the page still says that it waits, asked when the page has drawn what it had. */
const isWaiting = (page: Page): Promise<boolean> =>
  page.evaluate(
    () =>
      new Promise((tell) =>
        requestIdleCallback(() => tell(document.querySelector('[data-waiting]') !== null), { timeout: 1000 }),
      ),
  );

/** Waits until every call is answered, none has followed for a moment, and nothing says any more that it waits. */
export async function settled(page: Page): Promise<void> {
  const open = unanswered.get(page);
  const start = performance.now();
  for (let quiet = start; performance.now() - quiet < QUIET_MS; await page.waitForTimeout(QUIET_MS / 4)) {
    if ((open && open.size > 0) || (await isWaiting(page))) quiet = performance.now();
    if (quiet - start > SETTLED_WITHIN_MS) throw new Error(`What ${page.url()} waits for does not come.`);
  }
}

/** The browser that comes with an npm package; a worker starts it once. */
export const test = base.extend<object, { browser: Browser }>({
  page: async ({ page }, use) => {
    watchCalls(page);
    await use(page);
  },
  browser: [
    async ({}, use) => {
      const browser = await chromium.launch(await installed());
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
});

/** The whole matrix: everything in every language and theme, and each story by either hand. */
export const FULL = Boolean(process.env['CADRE_FULL']);

/** A story that another journey tells by the other hand: told again where the whole matrix is. */
export const otherHand = FULL ? test : test.skip.bind(test);

/** A story whose rules are held through the API and whose manners other journeys show: told where the whole matrix is. */
export const further = FULL ? test : test.skip.bind(test);

export { expect };
