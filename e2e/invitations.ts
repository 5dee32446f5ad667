import fs from 'node:fs';
import path from 'node:path';
import type { APIRequestContext, Page } from '@playwright/test';
import type { DemoAccount } from '../src/server/world/demo.ts';
import { account, baseUrl, expect, expectAccessible } from './fixtures.ts';

export const mark = (): string => Math.random().toString(36).slice(2, 8);
export const heading = (page: Page) => page.getByRole('heading', { level: 1 });
export const email = (page: Page) => page.getByRole('textbox', { name: 'E-mail' });
export const password = (page: Page) => page.getByTestId('login-password');
export const newPassword = (page: Page) => page.getByTestId('new-password');
export const stored = (page: Page): Promise<Record<string, string>> => page.evaluate(() => ({ ...localStorage }));

/** Waits for what moves or fades: colours on their way from one theme to the other are neither's. */
const settled = (page: Page): Promise<unknown> =>
  page.evaluate(() => {
    const passing = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    return Promise.allSettled(passing.map((each) => each.finished)).then(() => undefined);
  });

/** A page without a violation, in the light and in the dark. */
export async function expectAccessibleInBoth(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    await settled(page);
    await expectAccessible(page);
  }
}

/** Paths of the links in the mails to an address, in the order in which they were written. */
function linksTo(address: string): string[] {
  const folder = path.join(path.dirname(process.env['CADRE_E2E_DEMO'] ?? ''), 'outbox');
  if (!fs.existsSync(folder)) return [];
  const files = fs.readdirSync(folder).filter((name) => name.endsWith('.eml'));
  return files
    .map((name) => path.join(folder, name))
    .map((file) => ({ at: fs.statSync(file).mtimeMs, mail: fs.readFileSync(file, 'utf8').replace(/=\r?\n/g, '') }))
    .filter(({ mail }) => mail.includes(`To: ${address}`))
    .sort((a, b) => a.at - b.at)
    .flatMap(({ mail }) => /\/account\/reset\/[\w-]+/.exec(mail)?.[0] ?? []);
}

/** The link of the n-th mail to an address; mails are sent beside the calls that ask for them. */
export async function linkTo(address: string, count = 1): Promise<string> {
  await expect.poll(() => linksTo(address).length, { timeout: 20_000 }).toBeGreaterThanOrEqual(count);
  return baseUrl() + linksTo(address)[count - 1];
}

interface Invited {
  /** Who invites; by default the head of the first firm. */
  who?: DemoAccount;
  email?: string;
  role?: string;
}

/** Adds a person to the firm, who is then invited by mail. Everybody has a name of their own. @returns the address */
export async function invite(
  request: APIRequestContext,
  { who = account('hr', 'Partner'), ...given }: Invited = {},
): Promise<string> {
  const form = { username: who.email, password: who.password };
  const login = await request.post(`${baseUrl()}/auth/jwt/login`, { form });
  const { access_token: token } = (await login.json()) as { access_token: string };
  const name = mark();
  const added = await request.post(`${baseUrl()}/api/user_management/add_user`, {
    headers: { authorization: `Bearer ${token}` },
    data: {
      first_name: 'Nina',
      last_name: name,
      email: `${name}@journey.example`,
      grade: 'Junior',
      category: 'operational',
      ...given,
    },
  });
  expect(added.ok(), await added.text()).toBe(true);
  return given.email ?? `${name}@journey.example`;
}

/** Chooses a password by the invitation. */
export async function accept(page: Page, address: string, secret: string): Promise<void> {
  await page.goto(await linkTo(address));
  await newPassword(page).fill(secret);
  await newPassword(page).press('Enter');
  await page.waitForURL(/\/account\/login/);
  await expect(email(page)).toHaveValue(address);
}

/** The account as the sign-in helper takes it. */
export const person = (address: string, secret: string) => ({
  ...account('operational', 'Junior'),
  email: address,
  password: secret,
});
