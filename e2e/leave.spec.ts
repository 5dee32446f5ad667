import type { Locator, Page } from '@playwright/test';
import { addDays, weekday } from '../src/kit/day.ts';
import { account, baseUrl, begin, call, expect, expectAccessible, further, open, signIn, test } from './fixtures.ts';

const OWN = '/planning/internal_bookings';

const drawer = (page: Page): Locator => page.getByRole('dialog');
const box = (within: Page | Locator, name: string): Locator => within.getByRole('combobox', { name, exact: true });
const field = (within: Page | Locator, name: string): Locator => within.getByRole('textbox', { name, exact: true });

/** A Monday that no other journey has: they run side by side on one firm, and again after a missed deadline. */
function someMonday(year: number): string {
  const day = addDays(`${year}-02-01`, Math.floor(Math.random() * 40) * 7);
  return addDays(day, 8 - weekday(day));
}

/** The leave type that takes half days and needs no reason. */
async function typeNamed(page: Page, name: string): Promise<string> {
  const types = await call<{ id: string; name: string }[]>(page, 'GET', '/api/leave_types');
  return types.find((type) => type.name === name)?.id ?? '';
}

test.describe('own leave', () => {
  test('is asked for by keyboard; what it costs is shown before it is sent, and it can be taken back', async ({ page }) => {
    const monday = someMonday(2028);
    await signIn(page, account('operational', 'Senior'), OWN);
    await expectAccessible(page);
    await page.getByRole('heading', { level: 1 }).focus();
    await page.keyboard.press('n');
    await expect(drawer(page)).toBeVisible();
    await expect(box(drawer(page), 'Type of leave')).toBeFocused();
    await page.keyboard.type('Vac');
    await page.keyboard.press('Enter');
    await field(drawer(page), 'First day').focus();
    await page.keyboard.type(monday);
    await page.keyboard.press('Tab');
    await field(drawer(page), 'Last day').focus();
    await page.keyboard.type(addDays(monday, 6));
    await page.keyboard.press('Tab');
    await expect(drawer(page).getByText(/^This takes \d/)).toBeVisible();
    await expect(drawer(page).getByText('2 days without work are not counted.')).toBeVisible();
    await expect(drawer(page).getByRole('heading', { name: 'Who else is off' })).toBeVisible();
    await expectAccessible(page);
    await field(drawer(page), 'Last day').press('Enter');
    await expect(page.getByText('Your request was sent.')).toBeVisible();
    await expect(drawer(page)).toHaveCount(0);
    const row = page.getByRole('row').filter({ has: page.getByRole('button', { name: /Cancel leave .*2028/ }) });
    await expect(row.first()).toContainText('Waiting');
    await row
      .first()
      .getByRole('button', { name: /Cancel leave/ })
      .press('Enter');
    await expect(page.getByText('Cancel this leave?')).toBeVisible();
    await page.getByRole('button', { name: 'Cancel leave', exact: true }).last().press('Enter');
    await expect(page.getByText(/The leave .* was cancelled\./)).toBeVisible();
    await expectAccessible(page);
  });

  test('half a day is half of it; a weekend is refused at its field', async ({ page }) => {
    const monday = someMonday(2029);
    await signIn(page, account('operational', 'Junior'), `${OWN}?ask=1&on=${monday}`);
    await box(drawer(page), 'Type of leave').fill('Vac');
    await page.keyboard.press('Enter');
    await drawer(page).getByText('Morning').click();
    await expect(drawer(page).getByText(/This takes 0\.5 days/)).toBeVisible();
    await field(drawer(page), 'First day').fill(addDays(monday, 5));
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Send request' }).click();
    await expect(drawer(page).getByText('There is no working time on these days.').first()).toBeVisible();
    await expectAccessible(page);
  });
});

test('what cannot be loaded says so and is tried again: nothing claims that there is none', async ({ page }) => {
  await signIn(page, account('operational', 'Junior'));
  let away = true;
  await page.route(/\/api\/(leave_types|leave_requests|users\/leave_balance)/, (route) =>
    away ? route.fulfill({ status: 503, json: { detail: 'The server is busy.' } }) : route.fallback(),
  );
  await open(page, '/planning/internal_bookings?ask=1');
  const failed = drawer(page).getByText('This could not be loaded.');
  await expect(failed).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText('No types of leave yet')).toHaveCount(0);
  await expectAccessible(page);
  away = false;
  await drawer(page).getByRole('button', { name: 'Try again' }).click();
  await expect(drawer(page).getByRole('combobox', { name: 'Type of leave' })).toBeVisible();
});

test.describe('deciding', () => {
  /** Somebody asks for single days; the requests wait in the list of hr, narrowed to them. */
  async function waiting(page: Page, grade: 'Senior Manager' | 'Director', years: readonly number[]) {
    const asking = await page.context().browser()?.newPage();
    if (!asking) throw new Error('There is no browser.');
    await begin(asking, account('operational', grade));
    const type = await typeNamed(asking, 'Vacation');
    const days = years.map(someMonday);
    for (const day of days) {
      await call(asking, 'POST', '/api/leave_requests', { type_id: type, first_day: day, last_day: day });
    }
    const { user } = await call<{ user: { id: string; first_name: string; last_name: string } }>(asking, 'GET', '/api/users/me');
    const name = `${user.first_name} ${user.last_name}`;
    await signIn(
      page,
      account('hr', 'Partner'),
      `${OWN}?tab=decide&users=${user.id}&from=${years[0]}-01-01&to=${years.at(-1)}-12-31`,
    );
    const rows = page.getByRole('row').filter({ has: page.getByRole('button', { name: `Approve the leave of ${name}` }) });
    await expect(rows.first()).toBeVisible();
    return { asking, name, rows };
  }

  test('one by keyboard from its drawer, the next with a reason that the person reads', async ({ page }) => {
    const { asking, name, rows } = await waiting(page, 'Senior Manager', [2030, 2031]);
    const before = await rows.count();
    await expectAccessible(page);
    await rows.filter({ hasText: '2030' }).first().getByRole('button', { name, exact: true }).press('Enter');
    await expect(drawer(page).getByRole('heading', { name: 'Who else is off' })).toBeVisible();
    await expectAccessible(page);
    await drawer(page).getByRole('button', { name: 'Approve', exact: true }).press('Enter');
    await expect(page.getByText(`The leave of ${name} is approved.`)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(drawer(page)).toHaveCount(0);
    await rows
      .filter({ hasText: '2031' })
      .first()
      .getByRole('button', { name: `Reject the leave of ${name}` })
      .press('Enter');
    await drawer(page).getByRole('button', { name: 'Reject 1 request' }).press('Enter');
    await expect(page.getByText('Say why, so that the person can plan anew.')).toBeVisible();
    await expectAccessible(page);
    await field(page, 'Reason').fill('The audit ends that week');
    await drawer(page).getByRole('button', { name: 'Reject 1 request' }).press('Enter');
    await expect(page.getByText(`The leave of ${name} is rejected.`)).toBeVisible();
    await expect(rows).toHaveCount(before - 2);
    await open(asking, `${OWN}?year=2031`);
    await expect(asking.getByText('The audit ends that week').first()).toBeVisible();
    await asking.close();
  });

  further('several at once', async ({ page }) => {
    const { asking, rows } = await waiting(page, 'Director', [2034, 2035]);
    await asking.close();
    const count = await rows.count();
    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).press('Space');
    await expectAccessible(page);
    await page.getByRole('button', { name: `Approve ${count} requests` }).press('Enter');
    await expect(page.getByText(`${count} requests are approved.`)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'No leave matches these filters' })).toBeVisible();
  });
});

test.describe('the team calendar', () => {
  test('days are marked by keyboard and drawn by mouse; both ask for leave on them', async ({ page }) => {
    await begin(page, account('operational', 'Junior'));
    const { user } = await call<{ user: { first_name: string; last_name: string } }>(page, 'GET', '/api/users/me');
    const name = `${user.first_name} ${user.last_name}`;
    await open(page, `${OWN}?tab=team&month=2032-03&q=${encodeURIComponent(user.last_name)}`);
    const cell = (day: string): Locator => page.getByRole('gridcell', { name: `${name}, ${day}:` }).first();
    await expect(cell('Monday 1 March')).toBeVisible();
    await expectAccessible(page);
    await cell('Monday 1 March').focus();
    await page.keyboard.press('ArrowRight');
    await expect(cell('Tuesday 2 March')).toBeFocused();
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Shift+ArrowRight');
    await expect(page.getByRole('gridcell', { selected: true })).toHaveCount(3);
    await page.keyboard.press('Enter');
    await expect(field(drawer(page), 'First day')).toHaveValue('2 Mar 2032');
    await expect(field(drawer(page), 'Last day')).toHaveValue('4 Mar 2032');
    await page.keyboard.press('Escape');
    await expect(drawer(page)).toHaveCount(0);
    await cell('Monday 8 March').hover();
    await page.mouse.down();
    await cell('Wednesday 10 March').hover();
    await page.mouse.up();
    await expect(field(drawer(page), 'Last day')).toHaveValue('10 Mar 2032');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Month after' }).click();
    await expect(page.getByRole('heading', { name: 'April 2032' })).toBeVisible();
  });

  test('a telephone lists who is off', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await signIn(page, account('hr', 'Partner'), `${OWN}?tab=team`);
    await expect(page.getByRole('heading', { level: 3 }).first()).toBeVisible();
    await expect(page.getByRole('grid')).toHaveCount(0);
    await expectAccessible(page);
  });
});

test('a calendar address is made, read by whoever knows it, and revoked', async ({ page }) => {
  await signIn(page, account('operational', 'Intern'), OWN);
  await page.getByRole('button', { name: 'Address for my bookings and leave' }).click();
  const address = page.getByRole('textbox', { name: 'Calendar address' });
  await expect(address).toHaveValue(/^https?:\/\//);
  await expectAccessible(page);
  // The journeys' server does not stand at the address that it says of itself.
  const { pathname, search } = new URL(await address.inputValue());
  const feed = baseUrl() + pathname + search;
  const read = await page.request.get(feed);
  expect(await read.text()).toContain('BEGIN:VCALENDAR');
  await page.getByRole('button', { name: 'Revoke', exact: true }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click();
  await expect(page.getByText('The address was revoked.')).toBeVisible();
  expect((await page.request.get(feed)).status()).toBe(404);
});

/** Countries that the firm does not have at first; a journey takes one, its second try another. */
const NEW_COUNTRIES = ['Portugal', 'Italy', 'Belgium', 'Austria', 'Poland', 'Sweden', 'Ireland', 'Denmark', 'Finland', 'Norway'];

test.describe('countries settings', () => {
  further('a country is added, its rules come from a table, and a fault in it is mended in place', async ({ page }) => {
    await signIn(page, account('hr', 'Partner'), '/admin/countries_settings');
    await expectAccessible(page);
    const present = await page.getByRole('navigation', { name: 'Countries' }).getByRole('link').allTextContents();
    const free = NEW_COUNTRIES.filter((each) => !present.some((text) => text.startsWith(each)));
    const country = free[Math.floor(Math.random() * free.length)] ?? '';
    await page.getByRole('button', { name: 'Add country' }).click();
    await box(drawer(page), 'Country').fill(country);
    await page.keyboard.press('Enter');
    await box(drawer(page), 'Type of leave').fill('Vac');
    await page.keyboard.press('Enter');
    await field(drawer(page), 'Days a year').fill('22');
    await expectAccessible(page);
    await drawer(page).getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByText('The rule was added.')).toBeVisible();
    await expect(page.getByRole('heading', { level: 2, name: country })).toBeVisible();
    await expect(page.getByRole('row', { name: /Vacation.*Statutory.*22/ })).toBeVisible();

    const code = new URL(page.url()).searchParams.get('country') ?? '';
    const token = await page.evaluate(() => localStorage.getItem('access_token'));
    const reply = await page.request.get(`${baseUrl()}/api/pto/export?format=csv&country=${code}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const table = (await reply.text()).replace(/Statutory/i, 'Contractual').replace(/([;,])22([;,])/, '$1many$2');
    await page.getByRole('button', { name: 'Import…' }).click();
    await page
      .getByLabel('Drop the table here, or choose a file')
      .setInputFiles({ name: 'rules.csv', mimeType: 'text/csv', buffer: Buffer.from(table) });
    const cell = page.getByRole('textbox', { name: /Days a year/ });
    await expect(cell).toHaveValue('many');
    await expectAccessible(page);
    await cell.fill('5');
    await page.getByRole('button', { name: 'Apply 1 rule' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Apply 1 rule' }).click();
    await expect(page.getByText('1 rule was added or changed.')).toBeVisible();
    await page.getByRole('button', { name: 'Back to the rules' }).click();
    await expect(page.getByRole('row', { name: /Vacation.*Contractual.*5/ })).toBeVisible();
  });

  test('one public holiday is corrected within four actions, by keyboard', async ({ page }) => {
    await signIn(page, account('admin', 'Partner'), '/admin/countries_settings?country=ES&tab=holidays');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Epiphany' }).first().press('Enter');
    await drawer(page).getByRole('checkbox', { name: 'Half a day' }).press('Space');
    await expectAccessible(page);
    await drawer(page).getByRole('button', { name: 'Save', exact: true }).press('Enter');
    await expect(page.getByText('Saved.')).toBeVisible();
    await expect(page.getByRole('row', { name: /Epiphany.*Half a day.*The firm/ })).toBeVisible();
  });

  further('a balance says how it came about, and hr corrects it by a line of its own', async ({ page }) => {
    await begin(page, account('hr', 'Director'));
    const type = await typeNamed(page, 'Vacation');
    const policies = await call<unknown[]>(page, 'GET', `/api/leave_policies?country=DE&type_id=${type}`);
    if (policies.length === 0) {
      const body = { country: 'DE', type_id: type, layer: 'statutory', days: 20, valid_from: '2025-01-01' };
      await call(page, 'POST', '/api/pto/create', body);
    }
    await open(page, `${OWN}?tab=balances`);
    const first = page.getByRole('row').nth(1).getByRole('button').first();
    await first.press('Enter');
    await expect(drawer(page).getByText(/^On .* the balance is/)).toBeVisible();
    await expectAccessible(page);
    const lines = drawer(page).getByRole('row');
    const before = await lines.count();
    await drawer(page).getByRole('button', { name: 'Correct this balance' }).press('Enter');
    await field(drawer(page), 'Days to add').fill('1.5');
    await field(drawer(page), 'Reason').fill('Worked on a holiday');
    await expectAccessible(page);
    await drawer(page).getByRole('button', { name: 'Enter correction' }).press('Enter');
    await expect(page.getByText('The balance was corrected by 1.5 days.')).toBeVisible();
    await expect(lines).toHaveCount(before + 1);
    await expect(drawer(page).getByText('Worked on a holiday')).toBeVisible();
  });

  test('is closed to who may not keep it, without a call that would be refused', async ({ page }) => {
    const refused: string[] = [];
    page.on('response', (reply) => void (reply.status() === 403 && refused.push(reply.url())));
    await signIn(page, account('operational', 'Partner'), '/admin/countries_settings');
    await expect(page.getByRole('heading', { name: 'This page is not open to you' })).toBeVisible();
    await open(page, `${OWN}?tab=balances`);
    await expect(page.getByRole('tab', { name: 'Balances' })).toBeVisible();
    await page.waitForTimeout(500);
    expect(refused).toEqual([]);
  });
});
