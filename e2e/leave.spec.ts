import type { Locator, Page } from '@playwright/test';
import { addDays, weekday } from '../src/kit/day.ts';
import { account, baseUrl, expect, expectAccessible, signIn, test } from './fixtures.ts';

const OWN = '/planning/internal_bookings';

const drawer = (page: Page): Locator => page.getByRole('dialog');
const box = (within: Page | Locator, name: string): Locator => within.getByRole('combobox', { name, exact: true });
const field = (within: Page | Locator, name: string): Locator => within.getByRole('textbox', { name, exact: true });

async function open(page: Page, path: string): Promise<void> {
  await page.goto(baseUrl() + path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

async function call<T = { id: string }>(page: Page, method: 'GET' | 'POST', path: string, data?: unknown): Promise<T> {
  const token = await page.evaluate(() => localStorage.getItem('access_token'));
  const reply = await page.request.fetch(baseUrl() + path, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(data === undefined ? {} : { data }),
  });
  expect(reply.ok(), await reply.text()).toBe(true);
  return (await reply.json()) as T;
}

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
    await signIn(page, account('operational', 'Senior'));
    await open(page, OWN);
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
    await signIn(page, account('operational', 'Junior'));
    await open(page, `${OWN}?ask=1&on=${monday}`);
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

test.describe('deciding', () => {
  test('one by keyboard from its drawer, the next with a reason; both vanish from the list', async ({ page, browser }) => {
    const [first, second] = [someMonday(2030), someMonday(2031)];
    const asking = await (await browser.newContext()).newPage();
    const who = account('operational', 'Senior Manager');
    await signIn(asking, who);
    const type = await typeNamed(asking, 'Vacation');
    for (const day of [first, second])
      await call(asking, 'POST', '/api/leave_requests', { type_id: type, first_day: day, last_day: day });
    const { user } = await call<{ user: { id: string; first_name: string; last_name: string } }>(asking, 'GET', '/api/users/me');
    const name = `${user.first_name} ${user.last_name}`;

    await signIn(page, account('hr', 'Partner'));
    await open(page, `${OWN}?tab=decide&users=${user.id}`);
    const rows = page.getByRole('row').filter({ has: page.getByRole('button', { name: `Approve the leave of ${name}` }) });
    await expect(rows.first()).toBeVisible();
    const before = await rows.count();
    expect(before).toBeGreaterThanOrEqual(2);
    await expectAccessible(page);
    const of = (day: string): Locator => rows.filter({ hasText: String(Number(day.slice(0, 4))) });
    await of(first).first().getByRole('button', { name, exact: true }).press('Enter');
    await expect(drawer(page).getByRole('heading', { name: 'Who else is off' })).toBeVisible();
    await expectAccessible(page);
    await drawer(page).getByRole('button', { name: 'Approve', exact: true }).press('Enter');
    await expect(page.getByText(`The leave of ${name} is approved.`)).toBeVisible();
    await page.keyboard.press('Escape');
    await of(second)
      .first()
      .getByRole('button', { name: `Reject the leave of ${name}` })
      .press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Reject 1 request' }).press('Enter');
    await expect(page.getByText('Say why, so that the person can plan anew.')).toBeVisible();
    await expectAccessible(page);
    await field(page, 'Reason').fill('The audit ends that week');
    await page.getByRole('dialog').getByRole('button', { name: 'Reject 1 request' }).press('Enter');
    await expect(page.getByText(`The leave of ${name} is rejected.`)).toBeVisible();
    await expect(rows).toHaveCount(before - 2);

    await open(asking, `${OWN}?year=${second.slice(0, 4)}`);
    await expect(asking.getByText('The audit ends that week').first()).toBeVisible();
    await asking.context().close();
  });
});
