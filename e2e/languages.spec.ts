import fs from 'node:fs';
import type { APIRequestContext, Page } from '@playwright/test';
import { LANGUAGES } from '../src/kit/grades.ts';
import { isoWeek } from '../src/kit/day.ts';
import type { DemoFile } from '../src/server/world/demo.ts';
import { FULL, account, baseUrl, expect, expectAccessible, settled, signIn, test } from './fixtures.ts';
import { expectAccessibleInBoth, heading, invite, linkTo, mark, password, stored } from './invitations.ts';
import { type Hand, TAGS, act, choose, tabTo, wordsOf, write } from './languages.ts';
import { firmDay } from '../test/today.ts';

const SECRET = 'five lamps in the hall';

const tokenOf = async (request: APIRequestContext, username: string, secret: string): Promise<string> => {
  const answer = await request.post(`${baseUrl()}/auth/jwt/login`, { form: { username, password: secret } });
  return ((await answer.json()) as { access_token: string }).access_token;
};

/** The head of the second firm. */
function second() {
  const { accounts } = JSON.parse(fs.readFileSync(process.env['CADRE_E2E_DEMO'] ?? '', 'utf8')) as DemoFile;
  const found = accounts.find(({ tenants, is_superuser: head }) => head && tenants[0] === 'second');
  if (!found) throw new Error('There is no second firm.');
  return found;
}

/** Somebody of both firms who has chosen a password, speaks a language, and has a role of their own in the first. */
async function member(request: APIRequestContext, language: string): Promise<{ email: string; role: string }> {
  const head = account('hr', 'Partner');
  const headers = { authorization: `Bearer ${await tokenOf(request, head.email, head.password)}` };
  const role = `Guest ${mark()}`;
  const added = await request.post(`${baseUrl()}/api/settings/add_role_access`, { headers, data: { role, accesses: {} } });
  expect(added.ok(), await added.text()).toBe(true);
  const email = await invite(request, { role });
  const token = (await linkTo(email)).split('/').at(-1);
  await request.post(`${baseUrl()}/auth/reset-password`, { data: { token, password: SECRET } });
  await invite(request, { who: second(), email });
  // One speaks a language in each firm; the first is where one comes back to.
  let own = await tokenOf(request, email, SECRET);
  for (const tenant of ['second', 'journey']) {
    const moved = { headers: { authorization: `Bearer ${own}` }, data: { tenant } };
    own = ((await (await request.post(`${baseUrl()}/api/otp_auth/change_tenant`, moved)).json()) as { token: string }).token;
    const spoken = { headers: { authorization: `Bearer ${own}` }, data: { language } };
    expect((await request.put(`${baseUrl()}/api/users/change_language`, spoken)).ok()).toBe(true);
  }
  return { email, role };
}

const HANDS: readonly Hand[] = ['mouse', 'keyboard'];

// The whole matrix takes all of the languages, by either hand; English is what the other journeys speak, which tell each of these.
const walks = LANGUAGES.flatMap((language) => HANDS.map((hand) => ({ language, hand })));
for (const { language, hand } of FULL ? walks : []) {
  const say = wordsOf(language);
  const fields = (page: Page) => page.getByRole('textbox', { name: say('access.email'), exact: true });
  const submit = (page: Page) => page.getByTestId('login-submit');

  async function enter(page: Page, email: string, secret: string): Promise<void> {
    await write(page, hand, fields(page), email);
    await write(page, hand, password(page), secret);
    await act(page, hand, submit(page));
  }

  test.describe(`${language}, by ${hand}`, () => {
    test.use({ locale: TAGS[language] ?? 'en-GB' });
    test.setTimeout(180_000);

    test('J01, J02, J03: in by mail, in by a code, and refused', async ({ page, request }) => {
      const { email } = await member(request, language);
      await page.goto(`${baseUrl()}/oauth?code=nothing&state=nothing`);
      await expect(page).toHaveURL(`${baseUrl()}/account/login`);
      await expect(page.getByRole('alert')).toHaveText(say('web.login_refused', { product: 'Cadre' }));
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await expectAccessibleInBoth(page);
      expect(await stored(page)).toEqual({});

      await act(page, hand, page.getByRole('link', { name: say('access.use_email') }));
      await expect(page).toHaveURL(`${baseUrl()}/account/login_management`);
      await enter(page, email, 'Not#this! + one');
      await expect(page.getByTestId('login-refused')).toContainText(say('access.wrong'));
      await expect(fields(page)).toHaveValue(email);
      await expect(password(page)).toBeFocused();
      await expectAccessibleInBoth(page);
      await write(page, hand, password(page), SECRET);
      await act(page, hand, submit(page));
      await expect(page).toHaveURL(`${baseUrl()}/home`);
      await expect(heading(page)).toBeVisible();
      await expectAccessible(page);
      expect(Object.keys(await stored(page)).sort()).toEqual(['access_token', 'user']);
      await settled(page);
      await page.evaluate(() => localStorage.clear());

      const token = await tokenOf(request, email, SECRET);
      let answer = (): void => undefined;
      const held = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await page.route('**/api/otp_auth/login_gate*', async (route) => {
        await held;
        await route.fulfill({ json: { token, access_token: token, token_type: 'bearer' } });
      });
      await page.goto(`${baseUrl()}/oauth?code=c1&state=s1`);
      await expect(heading(page)).toHaveText(say('web.signing_in'));
      expect(page.url()).toBe(`${baseUrl()}/oauth`);
      await expectAccessible(page);
      answer();
      await expect(page).toHaveURL(`${baseUrl()}/home`);
    });

    test('J29: language, theme and firm', async ({ page, request }) => {
      const { email } = await member(request, language);
      await page.goto(`${baseUrl()}/account/login_management`);
      await enter(page, email, SECRET);
      await expect(page).toHaveURL(`${baseUrl()}/home`);
      await page.goto(`${baseUrl()}/profile`);
      await expect(heading(page)).toHaveText(say('web.page_profile'));
      await expectAccessibleInBoth(page);

      const other = LANGUAGES[(LANGUAGES.indexOf(language) + 1) % LANGUAGES.length] ?? 'en';
      const names: Record<string, string> = { en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español' };
      const saidOther = wordsOf(other);
      const languages = (called: string) => page.getByRole('radiogroup', { name: called });
      await choose(page, hand, languages(say('web.language')), names[other] ?? '');
      await expect(heading(page)).toHaveText(saidOther('web.page_profile'));
      await expect(page.locator('html')).toHaveAttribute('lang', other);
      await choose(page, hand, languages(saidOther('web.language')), names[language] ?? '');
      await expect(heading(page)).toHaveText(say('web.page_profile'));

      const themes = page.getByRole('radiogroup', { name: say('web.theme') });
      await choose(page, hand, themes, say('web.theme_dark'));
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
      await expectAccessible(page);
      await choose(page, hand, themes, say('web.theme_light'));

      const firms = page.getByRole('region', { name: say('settings.profile_firms') });
      const here = (await firms.getByRole('paragraph').textContent()) ?? '';
      await act(page, hand, firms.getByRole('button'));
      await expect(page).toHaveURL(`${baseUrl()}/home`);
      await page.goto(`${baseUrl()}/profile`);
      await expect(firms.getByRole('paragraph')).not.toHaveText(here);
      await expect(heading(page)).toHaveText(say('web.page_profile'));
    });

    test('J25: a page closed for a role', async ({ request, browser }) => {
      const { email, role } = await member(request, language);
      const other = await browser.newContext({ locale: TAGS[language] ?? 'en-GB' });
      const guest = await other.newPage();
      await guest.goto(`${baseUrl()}/account/login_management`);
      await enter(guest, email, SECRET);
      await expect(guest).toHaveURL(`${baseUrl()}/home`);

      // Who administers signs in as they are, and reads in the journey's language.
      const english = await browser.newContext({ locale: 'en-GB' });
      const page = await english.newPage();
      await signIn(
        page,
        account('hr', 'Partner'),
        `/admin/settings?section=roles&role=${encodeURIComponent(role)}&lang=${language}`,
      );
      const workload = say('web.page_workload');
      const box = page.getByRole('checkbox', { name: `${workload}: ${say('settings.flag_view_page')}`, exact: true });
      await expect(box).toBeChecked();
      if (hand === 'mouse') await box.click();
      else {
        // The matrix is one stop of the keyboard; arrows go on in it.
        await tabTo(page, page.locator('[role="grid"] input[tabindex="0"]'));
        for (let rows = 0; rows < 30 && !(await box.evaluate((each) => each === document.activeElement)); rows++)
          await page.keyboard.press('ArrowDown');
        await page.keyboard.press('Space');
      }
      await expect(box).not.toBeChecked();
      await expect(page.getByText(say('settings.roles_changes_one', { count: 1, roles: role }))).toBeVisible();
      await expectAccessibleInBoth(page);
      await act(page, hand, page.getByRole('button', { name: say('settings.apply'), exact: true }));
      await expect(page.getByText(say('settings.roles_applied_one', { count: 1 }))).toBeVisible();

      await guest.goto(`${baseUrl()}/planning/workload_page`);
      await expect(guest).toHaveURL(`${baseUrl()}/home`);
      await expect(guest.getByText(say('web.no_access', { page: workload }))).toBeVisible();
      await expect(guest.getByRole('link', { name: workload, exact: true })).toHaveCount(0);
      await expectAccessible(guest);
      await Promise.all([other.close(), english.close()]);
    });

    test('J30: a session that ends with cells that are not saved loses none', async ({ page, request }) => {
      const { email } = await member(request, language);
      await page.goto(`${baseUrl()}/account/login_management`);
      await enter(page, email, SECRET);
      await expect(page).toHaveURL(`${baseUrl()}/home`);
      const week = isoWeek(firmDay());
      await page.goto(`${baseUrl()}/time_tracking/timesheet?w=${week}`);
      const add = page.getByRole('combobox', { name: say('time.add_row') });
      await expect(page.getByRole('grid')).toBeVisible();
      if (hand === 'mouse') await page.getByRole('button', { name: say('time.add_row') }).click();
      else await page.keyboard.press('Insert');
      await add.or(page.locator('input:focus')).first().pressSequentially('audit');
      await expect(page.getByRole('option').first()).toBeVisible();
      if (hand === 'mouse') await page.getByRole('option').first().click();
      else await page.keyboard.press('Enter');
      const cell = page.locator('td[data-active] input');
      await expect(cell).toBeFocused();

      const ended = await stored(page);
      await request.post(`${baseUrl()}/api/otp_auth/logout?token=${ended['access_token']}`);
      await page.keyboard.type('7');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(`${baseUrl()}/account/login`);
      await expectAccessible(page);
      expect(Object.keys(await stored(page))).toEqual(['pathToLoadAfterLogin']);
      await act(page, hand, page.getByRole('link', { name: say('access.use_email') }));
      await enter(page, email, SECRET);
      await expect(page).toHaveURL(`${baseUrl()}/time_tracking/timesheet?w=${week}`);
      const offer = page.getByRole('alert').filter({ has: page.getByRole('button', { name: say('time.offer_take') }) });
      await expect(offer).toContainText(say('time.offer_one', { count: 1, when: '' }).split('(')[0]?.trim() ?? '');
      await expectAccessible(page);
      await act(page, hand, offer.getByRole('button', { name: say('time.offer_take') }));
      await expect(page.getByTestId('saved')).toHaveText(say('time.saved'));
      const token = (await stored(page))['access_token'] ?? '';
      const sheet = await request.get(`${baseUrl()}/api/timesheets/${week}`, { headers: { authorization: `Bearer ${token}` } });
      expect(((await sheet.json()) as { entries: { seconds: number }[] }).entries.map(({ seconds }) => seconds)).toEqual([
        25_200,
      ]);
    });
  });
}
