import fs from 'node:fs';
import AxeBuilder from '@axe-core/playwright';
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
export async function signIn(page: Page, who: DemoAccount): Promise<void> {
  await page.goto(`${baseUrl()}/account/login_management`);
  await page.getByRole('textbox', { name: 'E-mail' }).fill(who.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(who.password);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/home/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Violations of the rules of WCAG 2.2 A and AA and of the best practices, a line each. */
export async function accessFaults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    // What passes is not told of one by one, and there are no frames to collect from: a third of the time.
    .options({ runOnly: RULES, resultTypes: ['violations'] })
    .setLegacyMode()
    .analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`);
}

/** No violation at all. */
export const expectAccessible = async (page: Page): Promise<void> => expect(await accessFaults(page)).toEqual([]);

/** Calls of a page that are not answered yet, without the stream of live events, which never is. */
const unanswered = new WeakMap<Page, Set<Request>>();

function watchCalls(page: Page): void {
  const open = new Set<Request>();
  unanswered.set(page, open);
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/(api|auth)\//.test(pathname) && pathname !== '/api/events') open.add(request);
  });
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
}

const QUIET_MS = 200;

/** Waits until every call is answered and none has followed for a moment: what the screen loads is there. */
export async function settled(page: Page): Promise<void> {
  const open = unanswered.get(page);
  for (let quiet = performance.now(); performance.now() - quiet < QUIET_MS; await page.waitForTimeout(QUIET_MS / 4))
    if (open && open.size > 0) quiet = performance.now();
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

export { expect };
