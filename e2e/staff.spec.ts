import type { Locator, Page } from '@playwright/test';
import { counted } from './counted.ts';
import { account, baseUrl, begin, call, expect, expectAccessible, further, open, otherHand, signIn, test } from './fixtures.ts';

const head = account('hr', 'Partner');
const drawer = (page: Page): Locator => page.getByRole('dialog');
const box = (within: Page | Locator, name: string): Locator => within.getByRole('combobox', { name, exact: true });
const field = (within: Page | Locator, name: string): Locator => within.getByRole('textbox', { name, exact: true });

/** A word that no other journey of this run has. */
const odd = (): string => Math.random().toString(36).slice(2, 8);

/** A team of twelve of the firm's people, beside their own: the first or the last by name, for journeys run side by side. */
async function teamOfTwelve(page: Page, sort: 'name' | '-name'): Promise<string> {
  const name = `Course ${odd()}`;
  const [team] = await call<{ id: string }[]>(page, 'POST', '/api/teams/create_empty_teams', { teams: [name] });
  const people = await call<{ id: string }[]>(
    page,
    'POST',
    `/api/users?is_active=true&category=operational&per_page=12&sort=${sort}`,
  );
  for (const { id } of people) {
    const userData = { id, beside: [{ team_id: team?.id, first_day: '2026-01-01' }] };
    await call(page, 'POST', '/api/users/edit', { userData });
  }
  return name;
}

test.describe('J16: a training of two days for twelve people', () => {
  otherHand('by mouse in eight actions, and taken back in one', async ({ page }) => {
    await begin(page, head);
    const team = await teamOfTwelve(page, 'name');
    await open(page, '/planning/internal_bookings');
    const user = counted(page);
    await user.click(page.getByRole('button', { name: 'Book internal work' }));
    await user.click(box(drawer(page), 'Internal work'));
    await user.click(page.getByRole('option', { name: 'Training' }));
    const period = drawer(page).getByRole('textbox', { name: 'From and to' });
    await user.click(period);
    await page.keyboard.type('14-15 Dec');
    await page.keyboard.press('Tab');
    await user.click(box(drawer(page), 'Teams'));
    await page.keyboard.type(team);
    await user.click(page.getByRole('option', { name: team }));
    await expectAccessible(page);
    await user.click(drawer(page).getByRole('button', { name: 'Book', exact: true }));
    await expect(page.getByText(/12 people were booked/)).toBeVisible();
    expect(user.actions).toBeLessThanOrEqual(8);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText(/12 people were booked/)).toBeHidden();
  });

  test('by keyboard in eight keys', async ({ page }) => {
    await begin(page, head);
    const team = await teamOfTwelve(page, '-name');
    await open(page, '/planning/internal_bookings');
    const user = counted(page);
    await page.getByRole('button', { name: 'Book internal work' }).focus();
    await user.press('Enter');
    await expect(box(drawer(page), 'Internal work')).toBeFocused();
    await page.keyboard.type('Train');
    await expect(page.getByRole('option', { name: 'Training' })).toBeVisible();
    await user.press('Enter');
    await drawer(page).getByRole('textbox', { name: 'From and to' }).focus();
    await page.keyboard.type('14-15 Dec');
    await user.press('Tab');
    await box(drawer(page), 'Teams').focus();
    await page.keyboard.type(team);
    await expect(page.getByRole('option', { name: team })).toBeVisible();
    await user.press('Enter');
    await drawer(page).getByRole('button', { name: 'Book', exact: true }).focus();
    await user.press('Enter');
    await expect(page.getByText(/12 people were booked/)).toBeVisible();
    expect(user.actions).toBeLessThanOrEqual(8);
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
  });
});

/** Countries that no firm of the demo has. */
const COUNTRIES = ['Finland', 'Greece', 'Hungary', 'Iceland', 'Latvia', 'Malta', 'Norway', 'Slovenia', 'Croatia', 'Bulgaria'];

async function freeCountry(page: Page): Promise<string> {
  const present = await page.getByRole('navigation', { name: 'Countries' }).getByRole('link').allTextContents();
  const free = COUNTRIES.filter((each) => !present.some((text) => text.startsWith(each)));
  return free[Math.floor(Math.random() * free.length)] ?? '';
}

test.describe('J26: a country with its rules', () => {
  test('by mouse: the country in five actions, its rules from a table in three and a file', async ({ page }) => {
    await signIn(page, head, '/admin/countries_settings');
    const country = await freeCountry(page);
    const user = counted(page);
    await user.click(page.getByRole('button', { name: 'Add country' }));
    await box(drawer(page), 'Country').fill(country);
    await user.press('Enter');
    await box(drawer(page), 'Type of leave').fill('Vac');
    await user.press('Enter');
    await field(drawer(page), 'Days a year').fill('22');
    await user.click(drawer(page).getByRole('button', { name: 'Add', exact: true }));
    await expect(page.getByRole('heading', { level: 2, name: country })).toBeVisible();
    expect(user.actions).toBeLessThanOrEqual(5);
    const code = new URL(page.url()).searchParams.get('country') ?? '';
    const token = await page.evaluate(() => localStorage.getItem('access_token'));
    const headers = { authorization: `Bearer ${token}` };
    const stored = await page.request.get(`${baseUrl()}/api/pto/export?format=csv&country=${code}`, { headers });
    const buffer = Buffer.from((await stored.text()).replace(/Statutory/i, 'Contractual'));
    const importing = counted(page);
    await importing.click(page.getByRole('button', { name: 'Import…' }));
    await page.getByLabel(/Drop the table here/).setInputFiles({ name: 'rules.csv', mimeType: 'text/csv', buffer });
    await importing.click(page.getByRole('button', { name: 'Apply 1 rule' }));
    await importing.click(drawer(page).getByRole('button', { name: 'Apply 1 rule' }));
    await expect(page.getByText('1 rule was added or changed.')).toBeVisible();
    expect(importing.actions).toBeLessThanOrEqual(3);
    await expectAccessible(page);
  });

  otherHand('by keyboard: the country in five keys, and who gains by its rule before it is saved', async ({ page }) => {
    await signIn(page, head, '/admin/countries_settings');
    const country = await freeCountry(page);
    const user = counted(page);
    await user.press('n');
    await expect(box(drawer(page), 'Country')).toBeFocused();
    await page.keyboard.type(country);
    await user.press('Enter');
    await box(drawer(page), 'Type of leave').focus();
    await page.keyboard.type('Vac');
    await user.press('Enter');
    await field(drawer(page), 'Days a year').focus();
    await page.keyboard.type('25');
    await user.press('Tab');
    const ask = drawer(page).getByRole('button', { name: 'Who gains, who loses?' });
    await ask.press('Enter');
    await expect(drawer(page).getByRole('status')).toContainText(/0 lose/);
    await expectAccessible(page);
    await drawer(page).getByRole('button', { name: 'Add', exact: true }).focus();
    await user.press('Enter');
    await expect(page.getByRole('heading', { level: 2, name: country })).toBeVisible();
    expect(user.actions).toBeLessThanOrEqual(5);
  });
});

test.describe('J27: a new data field', () => {
  test('of people by mouse in six actions: in user details, in the filters, in the template', async ({ page }) => {
    const word = odd();
    await signIn(page, head, '/admin/settings?section=fields');
    const user = counted(page);
    await user.click(page.getByRole('button', { name: 'New data field' }).first());
    await field(drawer(page), 'Name').fill(`Badge ${word}`);
    await user.click(box(drawer(page), 'Belongs to'));
    await user.click(page.getByRole('option', { name: 'Users' }));
    await user.click(drawer(page).getByRole('button', { name: 'Add' }));
    await expect(drawer(page)).toBeHidden();
    expect(user.actions).toBeLessThanOrEqual(6);
    const people = await call<{ id: string; name: string }[]>(page, 'POST', '/api/users?is_active=true&per_page=1&sort=-name');
    await open(page, `/admin/users/${people[0]?.id}`);
    await field(page, `Badge ${word}`).fill(`B-17 ${word}`);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText(`${people[0]?.name} was saved.`)).toBeVisible();
    await open(page, `/admin/users?field_badge_${word}=17`);
    await expect(page.getByRole('row', { name: new RegExp(people[0]?.name ?? '') })).toBeVisible();
    await expect(page.getByText('1–1 of 1')).toBeVisible();
    await expectAccessible(page);
    const token = await page.evaluate(() => localStorage.getItem('access_token'));
    const headers = { authorization: `Bearer ${token}` };
    const template = await page.request.get(`${baseUrl()}/api/users/invitation_template?format=csv`, { headers });
    expect(await template.text()).toContain(`Badge ${word}`);
  });

  otherHand('of time entries by keyboard in six keys, and filled in from a cell of the sheet', async ({ page }) => {
    const word = odd();
    await signIn(page, head, '/admin/settings?section=fields');
    await expect(page.getByRole('button', { name: 'New data field' }).first()).toBeVisible();
    const user = counted(page);
    await user.press('n');
    await field(drawer(page), 'Name').focus();
    await page.keyboard.type(`Ticket ${word}`);
    await box(drawer(page), 'Belongs to').focus();
    await user.press('ArrowDown');
    await page.getByRole('option', { name: 'Time entries' }).waitFor();
    while ((await page.locator('[data-combobox-selected]').textContent()) !== 'Time entries') await user.press('ArrowDown');
    await user.press('Enter');
    await drawer(page).getByRole('button', { name: 'Add' }).focus();
    await user.press('Enter');
    await expect(drawer(page)).toBeHidden();
    expect(user.actions).toBeLessThanOrEqual(6);
    await open(page, '/time_tracking/timesheet');
    await expect(page.getByRole('grid').locator(':focus')).toBeVisible();
    const stored = page.waitForResponse(/timesheets\/cells/);
    for (const key of ['Control+Home', ...`0:${10 + Math.floor(Math.random() * 49)}`, 'Enter', 'ArrowUp'])
      await page.keyboard.press(key);
    await stored;
    await page.keyboard.press('Space');
    await page.getByRole('dialog').getByRole('button', { name: 'More fields' }).press('Enter');
    const fields = page.getByRole('dialog', { name: /More fields:/ });
    await fields
      .getByRole('textbox', { name: `Ticket ${word}` })
      .first()
      .fill('T-42');
    await expectAccessible(page);
    await fields.getByRole('button', { name: 'Save' }).first().press('Enter');
    await expect(fields.getByText(`Ticket ${word}: T-42`)).toBeVisible();
  });
});

test('a person’s leave, bookings and hours stand on their page, and the country they move to has its day', async ({ page }) => {
  await begin(page, head);
  const [who] = await call<{ id: string; name: string }[]>(
    page,
    'POST',
    '/api/users?is_active=true&country=ES&grade=Senior&per_page=1',
  );
  await open(page, `/admin/users/${who?.id}`);
  await expect(page.getByRole('heading', { level: 2, name: 'Leave' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Why / }).first()).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'Bookings of twelve weeks' })).toBeVisible();
  await expect(page.getByText(/h logged of .* h due/)).toBeVisible();
  await expectAccessible(page);
  await box(page, 'Country').click();
  await page.getByRole('option', { name: 'France' }).click();
  await expect(page.getByText(/What is new holds from/)).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(`${who?.name} was saved.`)).toBeVisible();
  const places = page.getByRole('region', { name: 'Countries over time' });
  await expect(places.getByRole('listitem')).toHaveText([/France/, /Spain/]);
  await open(page, '/profile');
  await expect(page.getByRole('region', { name: 'Leave', exact: true })).toContainText(/days/);
  await expectAccessible(page);
});

further('the list of users shows the last sign-in, what is left of leave and the picture of grades', async ({ page }) => {
  await signIn(page, head, '/admin/users');
  await page.getByText('Picture of the grades').click();
  await expect(page.getByText(/people by grade/)).toBeVisible();
  await page.getByRole('button', { name: 'Show as table' }).click();
  await expect(page.getByRole('table', { name: /people by grade/ }).getByRole('row')).toHaveCount(8);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Last sign-in' }).check();
  await page.getByRole('checkbox', { name: 'Leave left' }).check();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('columnheader', { name: 'Last sign-in' })).toBeVisible();
  await expect(page.getByRole('cell', { name: /^-?[\d.]+ days?$/ }).first()).toBeVisible();
  await expectAccessible(page);
});
