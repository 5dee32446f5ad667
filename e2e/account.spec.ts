import fs from 'node:fs';
import type { Page } from '@playwright/test';
import type { DemoAccount, DemoFile } from '../src/server/world/demo.ts';
import { counted } from './counted.ts';
import { account, baseUrl, expect, expectAccessible, further, signIn, test } from './fixtures.ts';
import { accept, email, expectAccessibleInBoth, heading, invite, linkTo, mark, newPassword, person } from './invitations.ts';

/** The head of the second firm. */
function second(): DemoAccount {
  const { accounts } = JSON.parse(fs.readFileSync(process.env['CADRE_E2E_DEMO'] ?? '', 'utf8')) as DemoFile;
  const found = accounts.find(({ tenants, is_superuser: head }) => head && tenants[0] === 'second');
  if (!found) throw new Error('There is no second firm.');
  return found;
}

test.describe('one’s own account', () => {
  test('J29 language, theme and row height stay with the account, and every part is accessible', async ({
    page,
    request,
    browser,
  }) => {
    const [address, secret] = [await invite(request), 'five lamps in the hall'];
    await accept(page, address, secret);
    await signIn(page, person(address, secret), '/profile');
    await expect(heading(page)).toHaveText('Profile');
    await expect(page.getByText(address)).toBeVisible();
    await expectAccessibleInBoth(page);
    const saved = page.waitForResponse((response) => response.url().includes('/change_language'));
    await page.getByText('Deutsch', { exact: true }).click();
    await expect(heading(page)).toHaveText('Profil');
    expect((await saved).ok()).toBe(true);
    await page.getByRole('radio', { name: 'Dunkel' }).focus();
    await page.keyboard.press('Space');
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    const look = page.getByRole('region', { name: 'Ansicht' });
    await page.getByText('Kompakt', { exact: true }).click();
    await expect(page.locator('html')).toHaveAttribute('data-density', 'compact');
    await expect(look.getByText('Gespeichert.')).toBeVisible();
    const motion = page.getByRole('radiogroup', { name: 'Bewegung' });
    const turns = (): Promise<string> =>
      page.getByRole('button', { name: 'Tastenkürzel zeigen' }).evaluate((button) => getComputedStyle(button).transitionDuration);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    // While the theme changes nothing moves for a moment.
    await expect.poll(turns).not.toBe('0s');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await turns()).toBe('0s');
    await motion.getByText('Alle', { exact: true }).click();
    await expect.poll(turns).not.toBe('0s');
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.route('**/api/user_settings', (route) => route.abort());
    await motion.getByText('Wie das System', { exact: true }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'nicht gespeichert' })).toBeVisible();
    await page.unroute('**/api/user_settings');
    await motion.getByText('Weniger', { exact: true }).click();
    await expect(look.getByText('Gespeichert.')).toBeVisible();
    expect(await turns()).toBe('0s');
    await expectAccessible(page);
    // The stream of live events never lets the network rest: what is stored last is waited for.
    const kept = page.waitForResponse((response) => /"single_keys":\s*false/.test(response.request().postData() ?? ''));
    await page.getByRole('checkbox', { name: 'Tastenkürzel mit nur einer Taste' }).uncheck();
    expect((await kept).ok()).toBe(true);
    const other = await browser.newContext({ locale: 'en-GB' });
    const elsewhere = await other.newPage();
    await signIn(elsewhere, person(address, secret));
    await expect(elsewhere.locator('html')).toHaveAttribute('lang', 'de');
    await expect(elsewhere.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await expect(elsewhere.locator('html')).toHaveAttribute('data-density', 'compact');
    await expect(elsewhere.locator('html')).toHaveAttribute('data-motion', 'less');
    await other.close();
  });

  further(
    'sessions are listed and ended; a new password needs the current one and ends the others',
    async ({ page, request, browser }) => {
      const [address, secret] = [await invite(request), 'five lamps in the hall'];
      await accept(page, address, secret);
      await signIn(page, person(address, secret));
      const contexts = await Promise.all([0, 1].map(() => browser.newContext({ locale: 'en-GB' })));
      const others = await Promise.all(contexts.map((context) => context.newPage()));
      for (const other of others) await signIn(other, person(address, secret));
      await page.goto(`${baseUrl()}/profile#sessions`);
      const sessions = page.getByRole('region', { name: 'Sessions' });
      await expect(sessions.getByRole('listitem')).toHaveCount(3);
      await expect(sessions.getByRole('listitem').filter({ hasText: 'This one' }).getByRole('button')).toHaveCount(0);
      await sessions
        .getByRole('button', { name: /^End Chrome/ })
        .first()
        .press('Enter');
      await expect(sessions.getByRole('listitem')).toHaveCount(2);

      await page.getByLabel('Current password').fill('not this one');
      await newPassword(page).fill('six lamps in the yard');
      await newPassword(page).press('Enter');
      await expect(page.getByRole('alert')).toHaveText('The current password is not right.');
      await expect(newPassword(page)).toHaveValue('six lamps in the yard');
      await expect(page.getByLabel('Current password')).toBeFocused();
      await page.getByLabel('Current password').fill(secret);
      await newPassword(page).fill('password1');
      await newPassword(page).press('Enter');
      await expect(page.getByRole('alert')).toContainText('tried first');
      await expect(newPassword(page)).toBeFocused();
      await newPassword(page).fill('six lamps in the yard');
      await page.getByLabel('Current password').press('Enter');
      await expect(page.getByText('The password was changed.')).toBeVisible();
      await expect(page.getByLabel('Current password')).toHaveValue('');
      await expect(sessions.getByRole('listitem')).toHaveCount(1);
      for (const other of others) {
        await other.goto(`${baseUrl()}/planning/planning_page`);
        // A page that noticed by itself has forgotten who it was, and goes to the other of the two.
        await expect(other).toHaveURL(/\/account\/login(_management)?$/);
      }
      await page.reload();
      await expect(heading(page)).toHaveText('Profile');
      await Promise.all(contexts.map((context) => context.close()));
    },
  );

  test('J29 from firm to firm: another tab goes over too, and one that missed it writes nothing', async ({
    page,
    request,
    context,
  }) => {
    const [address, secret] = [await invite(request), 'five lamps in the hall'];
    await accept(page, address, secret);
    await invite(request, { who: second(), email: address });
    await signIn(page, person(address, secret));
    const follows = await context.newPage();
    await follows.goto(`${baseUrl()}/profile`);
    const misses = await context.newPage();
    // It hears of nothing: neither from the other tabs nor by what the bell asks.
    await misses.route(/\/api\/(notifications|events)/, (route) => route.abort());
    await misses.addInitScript(() => {
      window.addEventListener('storage', (event) => event.stopImmediatePropagation(), true);
    });
    await misses.goto(`${baseUrl()}/profile`);
    await expect(misses.getByRole('checkbox', { name: 'Short cuts with a single key' })).toBeVisible();
    const firm = (tab: Page) => tab.getByRole('region', { name: 'Firms' });
    const here = (await firm(follows).getByRole('paragraph').textContent()) ?? '';
    await page.goto(`${baseUrl()}/profile`);
    await firm(page).getByRole('button').press('Enter');
    await expect(page).toHaveURL(`${baseUrl()}/home`);
    await expect(firm(follows).getByRole('paragraph')).not.toHaveText(here);
    const refused = misses.waitForResponse(
      (response) => response.url().includes('/api/user_settings') && response.request().method() !== 'GET',
    );
    await misses.getByRole('checkbox', { name: 'Short cuts with a single key' }).click();
    expect((await refused).status()).toBe(409);
    await expect(firm(misses).getByRole('paragraph')).not.toHaveText(here);
    await expect(misses.getByRole('checkbox', { name: 'Short cuts with a single key' })).toBeChecked();
  });
});

test('J29 what is still under way in the old firm does not stop one from going over', async ({ page, request }) => {
  const [address, secret] = [await invite(request), 'five lamps in the hall'];
  await accept(page, address, secret);
  await invite(request, { who: second(), email: address });
  await signIn(page, person(address, secret), '/profile');
  await expect(page.getByRole('checkbox', { name: 'Short cuts with a single key' })).toBeVisible();
  // The new firm's page takes its time; with the new token in hand this one still calls with the name of the firm that it shows.
  await page.evaluate(() => {
    const { value } = Object.getOwnPropertyDescriptor(Storage.prototype, 'setItem') ?? {};
    const set = value as (this: Storage, name: string, text: string) => void;
    Storage.prototype.setItem = function (name, text) {
      set.call(this, name, text);
      if (name === 'access_token') document.querySelector<HTMLInputElement>('#short_cuts input')?.click();
    };
  });
  const late = page.waitForResponse((response) => response.url().includes('/api/user_settings') && response.status() === 409);
  await page.route(`${baseUrl()}/home`, async (route) => {
    await late;
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.continue();
  });
  await page.getByRole('region', { name: 'Firms' }).getByRole('button').click();
  await late;
  await expect(page).toHaveURL(`${baseUrl()}/home`);
  await expect(heading(page)).toBeVisible();
});

further(
  'budgets: language by two clicks, painted at once without losing the place; a link and a new password by one key each',
  async ({ page, request }) => {
    const [address, secret] = [await invite(request), 'five lamps in the hall'];
    const user = counted(page);
    await page.goto(await linkTo(address));
    await expect(newPassword(page)).toBeFocused();
    await page.keyboard.type(secret);
    await user.press('Enter');
    await expect(email(page)).toHaveValue(address);
    expect(user.actions).toBe(1);
    await page.goto(`${baseUrl()}/account/forgot`);
    await expect(email(page)).toBeFocused();
    await page.keyboard.type(address);
    await user.press('Enter');
    await expect(page.getByText(`If the address ${address} is known`, { exact: false })).toBeVisible();
    expect(user.actions).toBe(2);

    await signIn(page, person(address, secret));
    const choosing = counted(page);
    await choosing.click(page.getByRole('button', { name: 'Account' }));
    await choosing.click(page.getByRole('menuitemradio', { name: 'Français' }));
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
    expect(choosing.actions).toBe(2);
    await page.goto(`${baseUrl()}/profile`);
    /** From the click to the frame in which the heading or the theme is the new one, in milliseconds; the middle of several. */
    const paints = async (
      group: string,
      options: readonly string[],
      sign: 'lang' | 'data-mantine-color-scheme',
    ): Promise<number> => {
      const times: number[] = [];
      for (const option of options) {
        const radio = page.locator(`#${group} label`).filter({ hasText: new RegExp(`^${option}$`) });
        times.push(
          await radio.evaluate(async (label, attribute) => {
            const input = document.getElementById(label.getAttribute('for') ?? '');
            const before = document.documentElement.getAttribute(attribute);
            input?.focus();
            const from = performance.now();
            (label as HTMLElement).click();
            while (document.documentElement.getAttribute(attribute) === before) await new Promise(requestAnimationFrame);
            await new Promise(requestAnimationFrame);
            const took = performance.now() - from;
            if (document.activeElement === document.body) throw new Error('The place of the keyboard was lost.');
            return took;
          }, sign),
        );
      }
      return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
    };
    expect(await paints('language', ['Deutsch', 'English', 'Español', 'Deutsch', 'English'], 'lang')).toBeLessThan(400);
    expect(await paints('appearance', ['Dark', 'Light', 'Dark', 'Light', 'Dark'], 'data-mantine-color-scheme')).toBeLessThan(120);
  },
);

/** Everything that a browser can keep for a site, by name. */
const keptBy = (page: Page): Promise<Record<string, unknown>> =>
  page.evaluate(async () => {
    const databases = await indexedDB.databases();
    const rows: string[] = [];
    for (const { name = '' } of databases) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name);
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error(name));
      });
      for (const store of database.objectStoreNames) {
        const keys = await new Promise<IDBValidKey[]>((resolve) => {
          const request = database.transaction(store).objectStore(store).getAllKeys();
          request.onsuccess = () => resolve(request.result);
        });
        rows.push(...keys.map((key) => `${name}/${store}/${String(key)}`));
      }
      database.close();
    }
    const caches_ = 'caches' in window ? await caches.keys() : [];
    return { local: Object.keys(localStorage), session: Object.keys(sessionStorage), cookie: document.cookie, rows, caches_ };
  });

test('A9 logging out forgets all of it in this browser, also while the server is away', async ({ page, request, context }) => {
  const [address, secret] = [await invite(request), 'five lamps in the hall'];
  await accept(page, address, secret);
  await signIn(page, person(address, secret), '/time_tracking/timesheet');
  await expect(page.getByRole('grid')).toBeVisible();
  await page.route('**/api/**', (route) => route.abort());
  await page.keyboard.press('Insert');
  await page.keyboard.type('audit');
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.locator('td[data-active] input')).toBeFocused();
  await page.keyboard.type('7');
  await page.keyboard.press('Enter');
  // What could not be sent waits here: it is the person's, and must not be the next one's.
  await expect.poll(async () => ((await keptBy(page))['rows'] as string[]).length).toBe(1);
  expect(((await keptBy(page))['local'] as string[]).sort()).toEqual(['access_token', 'user']);
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  const sure = page.getByRole('dialog').getByRole('button', { name: 'Log out' });
  await expect(sure.or(email(page))).toBeVisible();
  if (await sure.isVisible()) await sure.click();
  await expect(page).toHaveURL(/\/account\/login/);
  const nothing = { local: [], session: [], cookie: '', rows: [], caches_: [] };
  await expect.poll(() => keptBy(page)).toEqual(nothing);
  expect(await context.cookies()).toEqual([]);
});

test.describe('roles', () => {
  test('J25 a page closed for a role: read before it is applied, then it goes home and says so', async ({
    page,
    request,
    browser,
  }) => {
    // Two people and six readings by axe.
    test.slow();
    const role = `Guest ${mark()}`;
    await signIn(page, account('hr', 'Partner'), '/admin/settings?section=roles');
    await page.getByRole('button', { name: 'New role' }).press('Enter');
    await page.getByRole('textbox', { name: 'Name' }).fill(role);
    await page.getByRole('textbox', { name: 'Name' }).press('Enter');
    await expect(page.getByRole('tab', { name: role })).toHaveAttribute('aria-selected', 'true');
    await page.getByRole('checkbox', { name: 'Workload: Open page' }).focus();
    await page.keyboard.press('Space');
    await page.getByText('Show the changes').click();
    await expect(page.getByText('Workload: Open page')).toBeVisible();
    await expectAccessibleInBoth(page);
    await page.getByRole('button', { name: 'See the menu as this role' }).press('Enter');
    const menu = page.getByRole('dialog').getByRole('region', { name: 'Menu' });
    await expect(menu.getByText('Planning', { exact: true }).first()).toBeVisible();
    await expect(menu.getByText('Workload', { exact: true })).toHaveCount(0);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Apply' }).press('Enter');
    await expect(page.getByText('1 change was applied.')).toBeVisible();

    const [address, secret] = [await invite(request, { role }), 'five lamps in the hall'];
    const other = await browser.newContext({ locale: 'en-GB' });
    const guest = await other.newPage();
    await accept(guest, address, secret);
    await signIn(guest, person(address, secret), '/planning/workload_page');
    await expect(guest).toHaveURL(`${baseUrl()}/home`);
    await expect(guest.getByText('You do not have access to Workload.')).toBeVisible();
    await other.close();

    await page.goto(`${baseUrl()}/admin/settings?section=why`);
    await page.getByRole('combobox', { name: 'Person' }).fill(address.split('@')[0] ?? '');
    await page.getByRole('option').first().click();
    await page.getByRole('combobox', { name: 'Screen' }).fill('Workload');
    await page.getByRole('option', { name: 'Workload' }).first().click();
    await expect(page.getByText('No, this is closed.')).toBeVisible();
    await expect(page.getByText(`The role "${role}" closes every page`).first()).toBeVisible();
    await expectAccessibleInBoth(page);
    await page.getByRole('textbox', { name: 'Or an operation' }).fill('users.list');
    await page.keyboard.press('Enter');
    await expect(page.getByText('users.list is closed to the category operational.').first()).toBeVisible();
  });
});
