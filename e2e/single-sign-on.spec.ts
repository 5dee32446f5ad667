import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Locator, Page } from '@playwright/test';
import { addProvider } from '../src/access/server/public.ts';
import { addMonths, dayIn } from '../src/kit/day.ts';
import { addStaff } from '../src/server/world/firm.ts';
import { type TestProvider, startProvider } from '../test/oidc.ts';
import { expect, expectAccessible, further, otherHand, test } from './fixtures.ts';
import { type Installation, startInstallation } from './installation.ts';
import { email, expectAccessibleInBoth, heading, password, stored } from './invitations.ts';
import { type Hand, act, write } from './languages.ts';

/** A port that is free: the provider must know where people are sent back to before the product runs there. */
async function freePort(): Promise<number> {
  const server = http.createServer();
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

let own: Installation;
let provider: TestProvider;

test.beforeAll(async () => {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  provider = await startProvider(url);
  own = await startInstallation({ PORT: String(port), PUBLIC_URL: url, OUTBOUND_ALLOW: provider.issuer });
  const { issuer, clientId, clientSecret } = provider;
  await own.within(async (tx, config) => {
    await addProvider(tx, config, { name: 'Staff ID', issuer, clientId, clientSecret, domains: ['own.example'] });
    const employedFrom = addMonths(dayIn('Europe/Berlin', new Date()), -12);
    const person = { category: 'operational', grade: 'Senior', country: 'DE', employedFrom } as const;
    await addStaff(tx, [
      { ...person, firstName: 'Mia', lastName: 'Maus', email: 'mouse@own.example' },
      { ...person, firstName: 'Kim', lastName: 'Keys', email: 'keyboard@own.example' },
    ]);
  });
  for (const sub of ['mouse', 'keyboard', 'nobody']) provider.people.set(sub, { email: `${sub}@own.example` });
});
test.afterAll(async () => {
  await own.close();
  await provider.close();
});

const goOn = (page: Page): Locator => page.getByRole('button', { name: 'Continue with your firm’s account' });

/** The two pages of the provider: who one is, and that the product may know it. */
async function atProvider(page: Page, hand: Hand, login: string): Promise<void> {
  await page.waitForURL(/\/interaction\//);
  await write(page, hand, page.locator('input[name="login"]'), login);
  await write(page, hand, page.locator('input[name="password"]'), 'x');
  await act(page, hand, page.locator('button[type="submit"]'));
  await act(page, hand, page.getByRole('button', { name: 'Continue' }));
}

async function enter(page: Page): Promise<void> {
  await page.goto(`${own.url}/account/login_management`);
  await email(page).fill(own.head.email);
  await password(page).fill(own.head.password);
  await password(page).press('Enter');
  await page.waitForURL(/\/home/);
  await expect(heading(page)).toBeVisible();
}

for (const hand of ['mouse', 'keyboard'] as const) {
  (hand === 'mouse' ? otherHand : test)(
    `J02 at a certified provider, by ${hand}: one act, home, and out again at both`,
    async ({ page }) => {
      await page.goto(`${own.url}/home`);
      await expect(page).toHaveURL(`${own.url}/account/login`);
      await expectAccessibleInBoth(page);
      await act(page, hand, goOn(page));
      await atProvider(page, hand, hand);
      await expect(page).toHaveURL(`${own.url}/home`);
      await expect(heading(page)).toBeVisible();
      expect(Object.keys(await stored(page)).sort()).toEqual(['access_token', 'user']);
      expect((JSON.parse((await stored(page))['user'] ?? '{}') as { email?: string }).email).toBe(`${hand}@own.example`);
      // The browser's binding to the sign-in went with it.
      expect((await page.context().cookies()).filter(({ name }) => name.includes('login_tx'))).toEqual([]);
      await page.getByRole('button', { name: 'Account' }).click();
      await page.getByRole('menuitem', { name: 'Log out' }).click();
      await page.getByRole('button', { name: /Yes/ }).click();
      await expect(page).toHaveURL(new RegExp(`^${own.url}/account/login`));
      expect(await stored(page)).toEqual({});
    },
  );
}

test('J03 at a certified provider: whom nobody invited is refused in the words of the alert', async ({ page }) => {
  await page.goto(`${own.url}/account/login`);
  await goOn(page).click();
  await atProvider(page, 'mouse', 'nobody');
  await expect(page).toHaveURL(`${own.url}/account/login`);
  await expect(page.getByRole('alert')).toHaveText('You are not allowed to login to Cadre. Please write to your local Admin.');
  expect(await stored(page)).toEqual({});
  await expectAccessibleInBoth(page);
});

further(
  'the question before a provider is removed counts those who are in through it, and then they are out',
  async ({ page, browser }) => {
    await enter(page);
    await page.goto(`${own.url}/admin/settings?section=sign_in`);
    await expect(page.getByRole('button', { name: 'Staff ID', exact: true })).toBeVisible();
    // Somebody comes in while the page stands open.
    const other = await browser.newContext({ locale: 'en-GB' });
    const guest = await other.newPage();
    await guest.goto(`${own.url}/account/login`);
    await goOn(guest).click();
    await atProvider(guest, 'mouse', 'mouse');
    await expect(guest).toHaveURL(`${own.url}/home`);
    await expect(heading(guest)).toBeVisible();

    await page.getByRole('button', { name: 'Staff ID', exact: true }).press('Enter');
    await expect(page.getByText(/The person who is signed in through it is signed out at once\./)).toBeVisible();
    await page.getByRole('button', { name: 'Delete…' }).press('Enter');
    const question = page.getByRole('dialog').filter({ hasText: 'Delete “Staff ID”?' });
    await expect(question).toContainText('The person who is signed in through it is signed out at once.');
    await expect(question).toContainText('It vouches no longer for own.example.');
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(page.getByText('“Staff ID” was deleted.')).toBeVisible();
    await guest.goto(`${own.url}/time_tracking/timesheet`);
    await expect(guest).toHaveURL(/\/account\/login/);
    expect(await stored(guest)).toEqual({ pathToLoadAfterLogin: '/time_tracking/timesheet' });
    await other.close();
  },
);
