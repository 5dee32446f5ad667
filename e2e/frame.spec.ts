import type { Locator, Page } from '@playwright/test';
import { account, baseUrl, expect, expectAccessible, settled, signIn, test } from './fixtures.ts';

const stored = (page: Page): Promise<Record<string, string>> => page.evaluate(() => ({ ...localStorage }));
const menuOf = (page: Page): Locator => page.getByRole('navigation', { name: 'Menu' });
const path = (page: Page): string => page.url().slice(baseUrl().length);

/** Signs in and waits for the frame: the address changes before the screen does. */
async function enter(page: Page, who: Parameters<typeof signIn>[1]): Promise<void> {
  await signIn(page, who);
  await expect(page.getByRole('button', { name: 'Account' })).toBeVisible();
}

/** Paths of the API calls that the page makes from now on. */
function callsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const address = request.url().slice(baseUrl().length);
    if (address.startsWith('/api/') && !address.startsWith('/api/events')) calls.push(`${request.method()} ${address}`);
  });
  return calls;
}

test.describe('the guard', () => {
  test('open pages pass, moved addresses lead on, everything else signs in first', async ({ page }) => {
    await page.goto(`${baseUrl()}/pages`);
    await expect(page).toHaveURL(`${baseUrl()}/pages/404`);
    await expectAccessible(page);
    await page.goto(`${baseUrl()}/account/login`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in');
    await expectAccessible(page);
    await page.goto(`${baseUrl()}/`);
    await expect(page).toHaveURL(`${baseUrl()}/account/login_management`);
    await expectAccessible(page);
    expect(await stored(page)).toEqual({});
  });

  test('a code that the server refuses is an alert and the login page', async ({ page }) => {
    await page.goto(`${baseUrl()}/oauth?code=nothing&state=nothing`);
    await expect(page).toHaveURL(`${baseUrl()}/account/login`);
    await expect(page.getByRole('alert')).toHaveText('You are not allowed to login to Cadre. Please write to your local Admin.');
  });

  test('a good code signs in, with its state, and a second one is not redeemed', async ({ page, request }) => {
    const who = account('hr', 'Senior');
    const reply = await request.post(`${baseUrl()}/auth/jwt/login`, { form: { username: who.email, password: who.password } });
    const { access_token: token } = (await reply.json()) as { access_token: string };
    const gates: string[] = [];
    await page.route('**/api/otp_auth/login_gate*', async (route) => {
      gates.push(new URL(route.request().url()).search);
      await route.fulfill({ json: { token, access_token: token, token_type: 'bearer' } });
    });
    await page.goto(`${baseUrl()}/oauth?code=first&state=s1`);
    await expect(page).toHaveURL(`${baseUrl()}/home`);
    expect(gates).toEqual(['?code=first&state=s1']);
    expect((JSON.parse((await stored(page))['user'] ?? '{}') as { email?: string }).email).toBe(who.email);
    await page.goto(`${baseUrl()}/oauth?code=second`);
    await expect(page).toHaveURL(`${baseUrl()}/home`);
    expect(gates).toHaveLength(1);
  });

  test('each navigation asks who one is, the accesses and the settings, with the key of the new page', async ({ page }) => {
    await enter(page, account('operational', 'Partner'));
    const calls = callsOf(page);
    await menuOf(page).getByRole('link', { name: 'Timesheet', exact: true }).click();
    await expect(page).toHaveURL(/timesheet/);
    await expect
      .poll(() => calls.filter((call) => /users\/me|role_accesses|api\/settings\?/.test(call)))
      .toEqual(['GET /api/users/me', 'GET /api/settings/role_accesses?page=timesheet', 'GET /api/settings?page=timesheet']);
    // The heading has the focus, or the sheet that takes it for itself: it is never lost on the page.
    await expect(page.locator('main :focus')).toHaveCount(1);
  });

  test('a page that the role closes goes home and says so; the menu does not offer it', async ({ page }) => {
    await page.route('**/api/settings/role_accesses*', async (route) => {
      const response = await route.fetch();
      const reply = (await response.json()) as { data: { accesses: { accesses: Record<string, { view_page: boolean }> }[] } };
      for (const { accesses } of reply.data.accesses) if (accesses['workload']) accesses['workload'].view_page = false;
      await route.fulfill({ response, json: reply });
    });
    await enter(page, account('operational', 'Partner'));
    await expect(menuOf(page).getByRole('link', { name: 'Workload' })).toHaveCount(0);
    await page.goto(`${baseUrl()}/planning/workload_page`);
    await expect(page).toHaveURL(`${baseUrl()}/home`);
    await expect(page.getByText('You do not have access to Workload.')).toBeVisible();
  });

  test('an ended session remembers the way, and signing in goes there', async ({ page }) => {
    const who = account('hr', 'Partner');
    await enter(page, who);
    // A call of this page that finds the session ended would leave at the same moment.
    await settled(page);
    await page.evaluate(() => localStorage.setItem('access_token', 'ended'));
    await page.goto(`${baseUrl()}/planning/planning_page?from=2026-09-07`);
    await expect(page).toHaveURL(`${baseUrl()}/account/login`);
    expect(await stored(page)).toEqual({ pathToLoadAfterLogin: '/planning/planning_page?from=2026-09-07' });
    await page.getByRole('link', { name: 'Sign in with e-mail' }).click();
    await page.getByRole('textbox', { name: 'E-mail' }).fill(who.email);
    await page.getByLabel('Password', { exact: false }).first().fill(who.password);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/planning_page\?from=2026-09-07/);
    expect(Object.keys(await stored(page)).sort()).toEqual(['access_token', 'user']);
  });

  test('a way back that leads off the site is not followed', async ({ page }) => {
    await page.goto(`${baseUrl()}/account/login_management`);
    await page.evaluate(() => localStorage.setItem('pathToLoadAfterLogin', '//evil.example/x'));
    await enter(page, account('hr', 'Senior'));
    expect(path(page)).toBe('/home');
  });

  test('a me call that fails clears the user, keeps the token, and the next page asks again', async ({ page }) => {
    await enter(page, account('operational', 'Partner'));
    await page.route('**/api/users/me', (route) => route.fulfill({ status: 500, json: { detail: 'Away.' } }), { times: 1 });
    await menuOf(page).getByRole('link', { name: 'Planning', exact: true }).click();
    await expect.poll(async () => Object.keys(await stored(page))).toEqual(['access_token']);
    await menuOf(page).getByRole('link', { name: 'Workload' }).click();
    await expect.poll(async () => Object.keys(await stored(page)).sort()).toEqual(['access_token', 'user']);
  });

  test('leaving while the me call is under way keeps the user', async ({ page }) => {
    await enter(page, account('operational', 'Junior'));
    await settled(page);
    const me = /\/api\/users\/me$/;
    // The answer never comes: the page is left before.
    await page.route(me, () => undefined);
    const asked = page.waitForRequest(me);
    await page.goto(`${baseUrl()}/time_tracking/timesheet`, { waitUntil: 'commit' });
    await asked;
    await page.goto(`${baseUrl()}/pages/404`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(Object.keys(await stored(page)).sort()).toEqual(['access_token', 'user']);
  });

  test('logging out forgets first and ends the session on the server', async ({ page, request }) => {
    await enter(page, account('hr', 'Senior'));
    const { access_token: token } = await stored(page);
    const ended = page.waitForRequest((call) => call.url().includes('/api/otp_auth/logout'));
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    expect(new URL((await ended).url()).searchParams.get('token')).toBe(token);
    await expect(page).toHaveURL(`${baseUrl()}/account/login_management`);
    expect(await stored(page)).toEqual({});
    const after = await request.get(`${baseUrl()}/api/users/me`, { headers: { authorization: `Bearer ${token}` } });
    expect(after.status()).toBe(401);
  });
});

test.describe('calls', () => {
  test('several refused calls are one alert, without leaving the page', async ({ page }) => {
    await enter(page, account('operational', 'Partner'));
    await page.route('**/api/settings/smart_search*', (route) => route.fulfill({ status: 403, json: { detail: 'Not allowed' } }));
    await page.keyboard.press('Control+k');
    for (const typed of ['ab', 'c', 'd']) {
      const answered = page.waitForResponse('**/api/settings/smart_search*');
      await page.getByRole('dialog').getByRole('combobox').pressSequentially(typed);
      await answered;
    }
    await expect(page.getByRole('alert')).toHaveText('Not allowed');
    expect(path(page)).toBe('/home');
  });

  test('an ordinary call without a session leaves for the login page', async ({ page }) => {
    await enter(page, account('operational', 'Partner'));
    await page.route('**/api/settings/smart_search*', (route) =>
      route.fulfill({ status: 401, json: { detail: 'Unauthorized' } }),
    );
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('abc');
    await expect(page).toHaveURL(`${baseUrl()}/account/login`);
    expect(await stored(page)).toEqual({ pathToLoadAfterLogin: '/home' });
  });

  test('a firm changed in another tab loads this one anew', async ({ page }) => {
    await enter(page, account('operational', 'Partner'));
    await page.route('**/api/settings/smart_search*', (route) =>
      route.fulfill({ status: 409, json: { detail: 'TENANT_CHANGED' } }),
    );
    const loaded = page.waitForEvent('load');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('abc');
    await loaded;
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
});

test.describe('the shell', () => {
  test('sidebar, language and theme stay from visit to visit, and nothing but the session is stored', async ({ page }) => {
    await enter(page, account('admin', 'Intern'));
    await page.keyboard.press('[');
    await expect(page.locator('[data-nav="icons"]')).toBeVisible();
    await page.getByRole('button', { name: 'Account' }).click();
    await expectAccessible(page);
    await page.getByRole('menuitemradio', { name: 'Deutsch' }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await page.getByRole('menuitemradio', { name: 'Dunkel' }).click();
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await expect(page.locator('[data-nav="icons"]')).toBeVisible();
    await expectAccessible(page);
    expect(Object.keys(await stored(page)).sort()).toEqual(['access_token', 'user']);
  });

  test('an unknown address is not found within the frame, with a search and the nearest screens', async ({ page }) => {
    await enter(page, account('operational', 'Partner'));
    await page.goto(`${baseUrl()}/time_tracking/timeshet`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
    await expect(page.getByText('/time_tracking/timeshet')).toBeVisible();
    await expect(menuOf(page)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('main').getByRole('link').first().click();
    await expect(page).toHaveURL(/\/time_tracking\/timesheet/);
  });

  for (const address of ['/management/clients_&_projects', '/management/clients_%26_projects']) {
    test(`${address} opens, and opens again after a reload`, async ({ page }) => {
      await enter(page, account('operational', 'Partner'));
      await page.goto(baseUrl() + address);
      await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Page not found');
      await page.reload();
      await expect(menuOf(page).getByRole('link', { name: 'Clients & Projects' })).toHaveAttribute('aria-current', 'page');
    });
  }

  test('the palette goes to a screen by a few letters, short cuts are listed, and both are accessible', async ({ page }) => {
    await enter(page, account('operational', 'Partner'));
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').pressSequentially('workl');
    await expect(page.getByRole('option').first()).toContainText('Workload');
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/workload_page/);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.keyboard.press('Shift+?');
    await expect(page.getByRole('dialog', { name: 'Keyboard short cuts' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.keyboard.press('g');
    await page.keyboard.press('h');
    await expect(page).toHaveURL(`${baseUrl()}/home`);
  });

  test('on a phone the menu lies over the page, takes the keyboard, and a choice puts it away', async ({ browser }) => {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, locale: 'en-GB' });
    const page = await context.newPage();
    await enter(page, account('operational', 'Partner'));
    const menu = menuOf(page);
    await expect(menu).toBeHidden();
    await page.getByRole('button', { name: 'Open the menu' }).click();
    await expect(menu.getByRole('link').first()).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await page.getByRole('button', { name: 'Open the menu' }).click();
    await menu.getByRole('link', { name: 'Add time' }).click();
    await expect(page).toHaveURL(/addtime/);
    await expect(menu).toBeHidden();
    await context.close();
  });

  test('a style or script that the policy forbids is never tried', async ({ page }) => {
    const refused: string[] = [];
    page.on('console', (message) => {
      if (/Content Security Policy|Trusted/i.test(message.text())) refused.push(message.text());
    });
    await enter(page, account('operational', 'Partner'));
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Account' }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    expect(refused).toEqual([]);
  });
});
