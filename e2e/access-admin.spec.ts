import fs from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import type { DemoAccount } from '../src/server/world/demo.ts';
import { counted } from './counted.ts';
import { account, baseUrl, call, expect, expectAccessible, further, otherHand, signIn, test } from './fixtures.ts';
import { type Installation, startInstallation } from './installation.ts';
import { accept, email, expectAccessibleInBoth, heading, invite, linkTo, mark, password, person } from './invitations.ts';
import { act } from './languages.ts';

const drawer = (page: Page): Locator => page.getByRole('dialog');
const section = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

async function choose(page: Page, name: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name, exact: true }).fill(option);
  await page.getByRole('option', { name: option, exact: true }).first().click();
}

/** Opens a part of the settings, and waits until it stands there. */
async function openSection(page: Page, search: string, name: string, base = baseUrl()): Promise<void> {
  await page.goto(`${base}/admin/settings?section=${search}`);
  await expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeVisible();
}

/** The page takes a moment to fold itself to the width of a phone. */
async function expectToFitAPhone(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}

const addPerson = (page: Page, name: string): Promise<{ id: string }> =>
  call(page, 'POST', '/api/user_management/add_user', {
    first_name: 'Bo',
    last_name: name,
    grade: 'Junior',
    category: 'operational',
  });

test.describe('how a firm signs in', () => {
  let own: Installation;
  test.beforeAll(async () => void (own = await startInstallation()));
  test.afterAll(() => own.close());

  async function enter(page: Page, who: DemoAccount): Promise<void> {
    await page.goto(`${own.url}/account/login_management`);
    await email(page).fill(who.email);
    await password(page).fill(who.password);
    await password(page).press('Enter');
    await page.waitForURL(/\/home/);
    await expect(heading(page)).toBeVisible();
  }

  test('a provider by keyboard: refused at its field, its secret never shown, and told what ends with it', async ({ page }) => {
    test.slow();
    await enter(page, own.head);
    await openSection(page, 'sign_in', 'Sign-in', own.url);
    await expectAccessibleInBoth(page);
    await heading(page).focus();
    await page.keyboard.press('n');
    await expect(drawer(page).getByText('Redirect address')).toBeVisible();
    await expectAccessibleInBoth(page);
    await page.keyboard.type('Staff ID');
    await page.keyboard.press('Tab');
    await page.keyboard.type('http://login.own.example');
    await page.keyboard.press('Tab');
    await page.keyboard.type('cadre:web');
    await page.keyboard.press('Tab');
    await page.keyboard.type('not#to be + seen');
    await page.keyboard.press('Enter');
    await expect(drawer(page).getByText(/This must be an https address/)).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Issuer' })).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press('Control+a');
    await page.keyboard.type('https://login.own.example/staff');
    await page.keyboard.press('Enter');
    await expect(page.getByText('“Staff ID” was added.')).toBeVisible();
    await expect(drawer(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Staff ID', exact: true }).press('Enter');
    await expect(page.getByLabel('Client secret', { exact: true })).toHaveValue('');
    await expect(page.getByRole('textbox', { name: 'Issuer' })).toBeDisabled();
    await expect(drawer(page).getByText(/cadre provider domains --tenant own/)).toBeVisible();
    await page.getByRole('textbox', { name: 'Name' }).fill('People ID');
    await page.getByRole('textbox', { name: 'Name' }).press('Enter');
    await expect(page.getByText('“People ID” was saved.')).toBeVisible();
    expect(await page.content()).not.toContain('not#to be + seen');

    await page.getByRole('button', { name: 'People ID', exact: true }).press('Enter');
    await page.getByRole('button', { name: 'Delete…' }).press('Enter');
    const question = drawer(page).filter({ hasText: 'Delete “People ID”?' });
    await expect(question.getByText(/Nobody is signed in through it now/)).toBeVisible();
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Delete', exact: true }).press('Enter');
    await expect(page.getByText('“People ID” was deleted.')).toBeVisible();
    await expect(page.getByText('Your firm has none of its own yet', { exact: false })).toBeVisible();
  });

  otherHand('rules and times by mouse: nobody is shut out, and what is not possible says so at its field', async ({ page }) => {
    await enter(page, own.head);
    await openSection(page, 'sign_in', 'Sign-in', own.url);
    const rules = section(page, 'What a sign-in must show');
    await rules.getByRole('checkbox', { name: 'Only through an identity provider' }).click();
    await rules.getByRole('button', { name: /^Save/ }).click();
    await expect(rules.getByText('Nobody could sign in: there is no provider with an e-mail domain.')).toBeVisible();
    await expectAccessibleInBoth(page);
    await rules.getByRole('button', { name: 'Discard' }).click();
    await expect(rules.getByRole('checkbox', { name: 'Only through an identity provider' })).not.toBeChecked();
    await rules.getByRole('textbox', { name: 'Minutes old at most' }).fill('600');
    await rules.getByRole('button', { name: /^Save/ }).click();
    await expect(page.getByText('The rules were saved.')).toBeVisible();
    const life = section(page, 'How long people stay signed in');
    await life.getByRole('textbox', { name: 'Minutes without use' }).fill('3');
    await life.getByRole('button', { name: /^Save/ }).click();
    await expect(life.getByText('Enter a number from 5 to 1440.')).toBeVisible();
    await life.getByRole('textbox', { name: 'Minutes without use' }).fill('45');
    await life.getByRole('button', { name: /^Save/ }).click();
    await expect(page.getByText('The times were saved.')).toBeVisible();
    await page.reload();
    await expect(rules.getByRole('textbox', { name: 'Minutes old at most' })).toHaveValue('600');
    await expect(life.getByRole('textbox', { name: 'Minutes without use' })).toHaveValue('45');
  });
});

test.describe('the audit', () => {
  test('by keyboard: narrowed in the address, before beside after, and the history of one thing', async ({ page }) => {
    test.slow();
    const name = mark();
    await signIn(page, account('hr', 'Partner'));
    const { id } = await addPerson(page, name);
    await call(page, 'POST', '/api/users/edit', { userData: { id, first_name: 'Bob' } });
    await openSection(page, `audit&action=update&entity=people.users&entity_id=${id}`, 'Audit');
    const rows = page.getByRole('table', { name: 'Changes' }).locator('tbody tr');
    await expect(rows).toHaveCount(1);
    await expectAccessibleInBoth(page);
    const opener = rows.getByRole('button');
    await opener.press('Enter');
    await expect(drawer(page).getByText('Changed: Person')).toBeVisible();
    const line = drawer(page)
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: 'first_name' }) });
    await expect(line.getByRole('cell')).toHaveText(['Bo', 'Bob']);
    await expectAccessibleInBoth(page);
    await page.keyboard.press('Escape');
    await expect(drawer(page)).toHaveCount(0);
    await expect(opener).toBeFocused();

    await opener.press('Enter');
    const shown = page.url();
    await page.goto(`${baseUrl()}/home`);
    await page.goto(shown);
    await drawer(page).getByRole('button', { name: 'Everything that happened to it' }).press('Enter');
    await expect(page).toHaveURL(new RegExp(`entity_id=${id}`));
    await expect(page).not.toHaveURL(/action=/);
    await expect(rows).toHaveCount(2);
    await rows.first().getByRole('button').press('Enter');
    await expect(drawer(page).getByText('Changed: Person')).toBeVisible();
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('[role="dialog"]') !== null)).toBe(true);
    await page.keyboard.press('j');
    await expect(drawer(page).getByText('Added: Person')).toBeVisible();
  });

  otherHand(
    'by mouse: who and what are chosen, a file holds what is shown, refused calls stand in the other list',
    async ({ page, request }) => {
      test.slow();
      await signIn(page, account('hr', 'Partner'));
      const [address, secret] = [await invite(request), 'five lamps in the hall'];
      const name = (address.split('@')[0] ?? '').trim();
      await openSection(page, 'audit', 'Audit');
      await page.getByRole('button', { name: /more filter/ }).click();
      await choose(page, 'Action', 'Invited');
      await expect(page).toHaveURL(/action=invited/);
      await expect(page.getByRole('table', { name: 'Changes' }).locator('tbody tr').first()).toContainText('Invited');
      const saved = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Export' }).click();
      await page.getByRole('menuitem', { name: 'CSV file' }).click();
      const file = await saved;
      expect(file.suggestedFilename()).toBe('audit.csv');
      const lines = fs
        .readFileSync(await file.path(), 'utf8')
        .trim()
        .split(/\r?\n/);
      expect(lines.slice(1).every((line) => line.includes('invited'))).toBe(true);

      await page.goto(`${baseUrl()}/account/login`);
      const other = await page.context().browser()?.newContext({ locale: 'en-GB' });
      const guest = await other?.newPage();
      if (!guest) throw new Error('There is no browser.');
      await accept(guest, address, secret);
      await signIn(guest, person(address, secret));
      const refused = await guest.evaluate(async () => {
        const headers = { authorization: `Bearer ${localStorage.getItem('access_token')}` };
        return (await fetch('/api/audit_events', { headers })).status;
      });
      expect(refused).toBe(403);
      await guest.goto(`${baseUrl()}/admin/settings?section=audit`);
      await expect(heading(guest)).toBeVisible();
      await expect(guest.getByRole('link', { name: 'Audit' })).toHaveCount(0);
      await other?.close();
      await openSection(page, 'audit&tab=access&kind=refusal', 'Audit');
      const mine = page.getByRole('row').filter({ hasText: name }).filter({ hasText: 'GET /api/audit_events' });
      await expect(mine.first()).toBeVisible();
      await expectAccessibleInBoth(page);
      await expectToFitAPhone(page);
    },
  );
});

test.describe('the sessions of somebody else', () => {
  test('are seen and ended by an administrator; the person signs in anew', async ({ page, request, browser }) => {
    test.slow();
    const [address, secret] = [await invite(request), 'five lamps in the hall'];
    const contexts = await Promise.all([0, 1].map(() => browser.newContext({ locale: 'en-GB' })));
    const [first, second] = await Promise.all(contexts.map((context) => context.newPage()));
    if (!first || !second) throw new Error('There is no page.');
    await accept(first, address, secret);
    for (const each of [first, second]) await signIn(each, person(address, secret));
    const id = await first
      .evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}').accessToken as string)
      .then(async (token) => {
        const me = await request.get(`${baseUrl()}/api/users/me`, { headers: { authorization: `Bearer ${token}` } });
        return ((await me.json()) as { id: string }).id;
      });
    await signIn(page, account('hr', 'Partner'), `/admin/users/${id}`);
    const sessions = section(page, 'Sessions');
    await expect(sessions.getByRole('listitem')).toHaveCount(2);
    await expect(sessions.getByRole('listitem').first()).toContainText('Chrome');
    await expectAccessibleInBoth(page);
    await sessions
      .getByRole('button', { name: /^End Chrome/ })
      .first()
      .press('Enter');
    await expect(page.getByText('The session was ended.')).toBeVisible();
    await expect(sessions.getByRole('listitem')).toHaveCount(1);
    await sessions.getByRole('button', { name: 'End all sessions' }).click();
    await expect(page.getByText(/Sign Nina .* out everywhere\?/)).toBeVisible();
    await drawer(page).getByRole('button', { name: 'End all sessions' }).click();
    await expect(sessions.getByText('Signed in nowhere at the moment.')).toBeVisible();
    for (const each of [first, second]) {
      await each.goto(`${baseUrl()}/time_tracking/timesheet`);
      await expect(each).toHaveURL(/\/account\/login/);
    }
    await Promise.all(contexts.map((context) => context.close()));

    const why = section(page, 'Why can this person (not) see this?');
    await why.getByRole('combobox', { name: 'Screen' }).fill('Users');
    await page.getByRole('option', { name: 'Users', exact: true }).click();
    await expect(why.getByText('No, this is closed.')).toBeVisible();
    await why.getByRole('textbox', { name: 'Or an operation' }).fill('projects.margin');
    await page.keyboard.press('Enter');
    await expect(why.getByText(/projects\.margin needs Manager or above/).first()).toBeVisible();
    await expectAccessibleInBoth(page);
  });

  test('are nobody else’s to see', async ({ page }) => {
    await signIn(page, account('hr', 'Manager'), '/admin/users');
    await page.getByRole('table').locator('tbody tr').first().getByRole('button').first().click();
    await expect(page.getByRole('heading', { level: 2, name: 'Grade history' })).toBeVisible();
    await expect(section(page, 'Sessions')).toHaveCount(0);
  });
});

test.describe('all roles side by side', () => {
  test('one flag of every role in one table, by keyboard; a file of all of it', async ({ page }) => {
    test.slow();
    const role = `walker ${mark()}`;
    await signIn(page, account('hr', 'Partner'));
    await openSection(page, 'roles', 'Role accesses');
    await page.getByRole('button', { name: 'New role' }).press('Enter');
    await page.getByRole('textbox', { name: 'Name' }).fill(role);
    await page.getByRole('textbox', { name: 'Name' }).press('Enter');
    await expect(page.getByRole('tab', { name: role })).toBeVisible();
    await page.getByText('All roles', { exact: true }).click();
    await expect(page).toHaveURL(/view=all/);
    const grid = page.getByRole('grid', { name: 'Pages and roles: Open page' });
    await expect(grid.getByRole('columnheader', { name: role })).toBeVisible();
    await grid.getByRole('checkbox', { name: `Planning: ${role}`, exact: true }).focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await expect(grid.getByRole('checkbox', { name: `Workload: ${role}`, exact: true })).toBeFocused();
    await expect(page.getByText(`1 change not applied yet: ${role}`)).toBeVisible();
    await expectAccessibleInBoth(page);
    await page.getByRole('button', { name: 'Apply' }).press('Enter');
    await expect(page.getByText('1 change was applied.')).toBeVisible();
    await choose(page, 'What is shown', 'Export');
    await expect(page.getByRole('grid', { name: 'Pages and roles: Export' })).toBeVisible();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByRole('menuitem', { name: 'CSV file' }).click();
    const [head = '', ...lines] = fs
      .readFileSync(await (await saved).path(), 'utf8')
      .trim()
      .split(/\r?\n/);
    const at = head.split(',').indexOf(role);
    expect(lines.find((line) => line.startsWith('planning,view_page,'))?.split(',')[at]).toBe('no');
    await expectToFitAPhone(page);
  });
});

test.describe('the settings', () => {
  test('are searched by what they are called: by keyboard to the first, by mouse to another', async ({ page }) => {
    await signIn(page, account('hr', 'Partner'));
    await openSection(page, 'general', 'General');
    const search = page.getByRole('searchbox', { name: 'Search the settings' });
    await heading(page).focus();
    await page.keyboard.press('/');
    await expect(search).toBeFocused();
    await page.keyboard.type('minutes without');
    const found = page.getByRole('navigation', { name: 'Sections' });
    await expect(found.getByRole('link')).toHaveText(['Sign-inMinutes without use']);
    await expectAccessibleInBoth(page);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/section=sign_in/);
    await expect(page.getByRole('heading', { level: 2, name: 'Sign-in', exact: true })).toBeVisible();
    await expect(search).toHaveValue('');
    await expect(found.getByRole('link', { name: 'General' })).toBeVisible();
    await search.click();
    await page.keyboard.type('zzz');
    await expect(found.getByText('No setting is called so.')).toBeVisible();
    await search.fill('time zone');
    await found.getByRole('link', { name: /^General/ }).click();
    await expect(page).toHaveURL(/section=general/);
    await expect(search).toHaveValue('');
    await expectToFitAPhone(page);
  });

  further('a page is opened for a role by three acts', async ({ page }) => {
    const role = `closed ${mark()}`;
    await signIn(page, account('hr', 'Partner'));
    const accesses = { planning: { view_page: false } };
    await call(page, 'POST', '/api/settings/add_role_access', { role, accesses });
    await openSection(page, 'roles', 'Role accesses');
    const user = counted(page);
    await user.click(page.getByRole('tab', { name: role }));
    await user.click(page.getByRole('checkbox', { name: 'Planning: Open page', exact: true }));
    await user.click(page.getByRole('button', { name: 'Apply', exact: true }));
    await expect(page.getByText('1 change was applied.')).toBeVisible();
    expect(user.actions).toBe(3);
  });
});

test.describe('the open pages say what is possible', () => {
  const facts = { product: 'Cadre', branding: false, password_login: true, registration: 'domain' };
  const tell = async (page: Page, change: object): Promise<void> => {
    await page.route('**/api/settings/sign_in*', (route) => route.fulfill({ json: { ...facts, ...change } }));
  };

  test('where one may register, the sign-in pages lead there', async ({ page }) => {
    await page.goto(`${baseUrl()}/account/login`);
    await expect(page.getByRole('link', { name: 'Register with your address at work' })).toBeVisible();
    await page.goto(`${baseUrl()}/account/login_management`);
    await expectAccessibleInBoth(page);
    await page.getByRole('link', { name: 'Register with your address at work' }).press('Enter');
    await expect(page).toHaveURL(`${baseUrl()}/pages/register`);
    await expect(heading(page)).toHaveText('Register');
    await expect(email(page)).toBeVisible();
  });

  test('where nobody may, no link is shown and the page says so', async ({ page }) => {
    await tell(page, { registration: 'closed' });
    await page.goto(`${baseUrl()}/account/login_management`);
    await expect(page.getByRole('link', { name: 'Forgot password?' })).toBeVisible();
    await expect(page.getByRole('link', { name: /Register/ })).toHaveCount(0);
    await page.goto(`${baseUrl()}/pages/register`);
    await expect(page.getByText('Nobody can register here: your local Admin invites you.')).toBeVisible();
    await expect(email(page)).toHaveCount(0);
    await expectAccessibleInBoth(page);
  });

  further('without passwords there is nothing to forget and nothing to register', async ({ page }) => {
    await tell(page, { branding: true, password_login: false, registration: 'closed' });
    for (const path of ['/account/forgot', '/pages/register', '/account/login_management']) {
      await page.goto(baseUrl() + path);
      await expect(page.getByText('Signing in with an e-mail and a password is switched off here.')).toBeVisible();
      await expect(email(page)).toHaveCount(0);
      await expectAccessible(page);
    }
    await page.getByRole('link', { name: 'Continue with your firm’s account' }).click();
    await expect(page).toHaveURL(`${baseUrl()}/account/login`);
  });

  test('after too many tries the seconds are counted until one may try again', async ({ page, request }) => {
    const address = `${mark()}@nowhere.example`;
    for (let tries = 0; tries < 10; tries += 1)
      await request.post(`${baseUrl()}/auth/jwt/login`, { form: { username: address, password: 'not this one' } });
    await page.clock.install();
    await page.goto(`${baseUrl()}/account/login_management`);
    await email(page).fill(address);
    await password(page).fill('nor this one');
    await password(page).press('Enter');
    const alert = page.getByRole('alert');
    await expect(alert).toContainText(/Too many attempts\. Try again in (\d\d|[2-9]) seconds\./);
    await expect(page.getByTestId('login-submit')).toHaveAttribute('aria-disabled', 'true');
    const seconds = async (): Promise<number> =>
      Number(/in (\d+) second/.exec((await alert.locator('[aria-hidden]').textContent()) ?? '')?.[1]);
    const before = await seconds();
    await page.clock.runFor(5000);
    await expect.poll(seconds).toBeLessThanOrEqual(before - 5);
    await expectAccessibleInBoth(page);
    await page.clock.runFor(30_000);
    await expect(alert).toHaveText('You can try again now.');
    await expect(page.getByTestId('login-submit')).not.toHaveAttribute('aria-disabled', 'true');
    await expect(email(page)).toHaveValue(address);
  });
});

for (const hand of ['keyboard', 'mouse'] as const) {
  (hand === 'mouse' ? otherHand : test)(
    `an invitation is sent again and taken back on the person’s page, by ${hand}`,
    async ({ page, request }) => {
      const address = await invite(request);
      const first = await linkTo(address);
      await signIn(page, account('hr', 'Partner'), `/admin/users?search=${address.split('@')[0]}`);
      await page.getByRole('button', { name: /^Nina / }).click();
      const part = section(page, 'Invitation');
      await expect(part.getByText(/^Invited .*The link is good until/)).toBeVisible();
      await expectAccessibleInBoth(page);
      await act(page, hand, part.getByRole('button', { name: 'Send it again' }));
      await expect(page.getByText(/The invitation was sent to Nina/)).toBeVisible();
      const second = await linkTo(address, 2);
      expect(second).not.toBe(first);
      await act(page, hand, part.getByRole('button', { name: 'Take it back' }));
      await expect(part.getByText('No invitation is open.')).toBeVisible();
      await expect(part.getByRole('button', { name: 'Send an invitation' })).toBeVisible();
      const { href } = new URL(page.url());
      for (const link of [first, second]) {
        await page.goto(link);
        await expect(heading(page)).toHaveText('This link opens nothing any more');
      }
      await page.goto(href);
      await act(page, hand, part.getByRole('button', { name: 'Send an invitation' }));
      await expect(part.getByText(/^Invited .*The link is good until/)).toBeVisible();
      await page.goto(await linkTo(address, 3));
      await expect(heading(page)).toHaveText(/^Welcome to /);
    },
  );
}
