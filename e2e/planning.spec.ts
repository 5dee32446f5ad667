import type { Locator } from '@playwright/test';
import { bars, bookHere, openBoard, openOwnBoard, spoken } from './board.ts';
import { account, baseUrl, expect, expectAccessible, further, signIn, test } from './fixtures.ts';
import { THEMES } from './screens.ts';

test('a booking is made, moved, stretched, handed over, split and taken away by keys alone, and all of it undone', async ({
  page,
}) => {
  await openBoard(page, '2027-08-02');
  await page.locator('[data-cell="0-0"]').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('[data-cell="1-1"]')).toBeFocused();
  await bookHere(page);
  await expect(bars(page, 1)).toHaveCount(1);
  await expect(spoken(page)).toContainText('Booked');

  await page.keyboard.press('Space');
  await expect(page.locator('[data-proxy]')).toBeFocused();
  await expect(page.locator('[data-proxy]')).toHaveAccessibleName(/Training, .* 9 – 13 Aug 2027, Confirmed/);
  await page.keyboard.press('Alt+ArrowRight');
  await expect(spoken(page)).toContainText('moved to 16 – 20 Aug 2027');
  await page.keyboard.press('Alt+Shift+ArrowRight');
  await expect(spoken(page)).toContainText('moved to 16 – 27 Aug 2027');
  await page.keyboard.press('h');
  await expect(spoken(page)).toContainText('Tentative');
  await page.keyboard.press('Alt+ArrowDown');
  await expect(spoken(page)).toContainText('handed to');
  await expect(bars(page, 1)).toHaveCount(0);
  await expect(bars(page, 2)).toHaveCount(1);
  await page.keyboard.press('s');
  await expect(spoken(page)).toContainText('split in two');
  await expect(bars(page, 2)).toHaveCount(2);

  await page.keyboard.press('m');
  await page.keyboard.press('ArrowRight');
  await expect(spoken(page)).toContainText('+7 days');
  await page.keyboard.press('Escape');
  await expect(spoken(page)).toContainText('Move cancelled');
  await page.keyboard.press('Delete');
  await expect(bars(page, 2)).toHaveCount(1);
  await expect(page.locator('[data-cell]:focus')).toHaveCount(1);

  for (let step = 0; step < 7; step++) await page.keyboard.press('Control+z');
  await expect(bars(page, 1)).toHaveCount(0);
  await expect(bars(page, 2)).toHaveCount(0);
});

test('a booking is drawn, moved to another person and stretched by pointer; Escape restores', async ({ page }) => {
  await openBoard(page, '2027-09-06');
  const grid = await page.getByRole('grid').boundingBox();
  const row = await page.locator('[data-row="3"]').boundingBox();
  if (!grid || !row) throw new Error('There is no board.');
  const [x, y] = [grid.x + 240 + 56 * 2 + 20, row.y + 24];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 60, y + 2, { steps: 4 });
  await expect(page.getByText(/^20 Sept? – 1 Oct 2027/)).toBeVisible();
  await page.mouse.up();
  const form = page.getByRole('dialog', { name: 'New booking' });
  await expect(form).toBeVisible();
  await page.keyboard.type('Training');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(bars(page, 3)).toHaveCount(1);

  const drag = async (bar: Locator, at: number, dx: number, dy: number, end: 'drop' | 'escape'): Promise<void> => {
    const box = await bar.boundingBox();
    if (!box) throw new Error('There is no bar.');
    const start = at < 0 ? box.x + box.width + at : box.x + at;
    await page.mouse.move(start, box.y + 10);
    await page.mouse.down();
    await page.mouse.move(start + dx, box.y + 10 + dy, { steps: 6 });
    if (end === 'escape') await page.keyboard.press('Escape');
    await page.mouse.up();
  };
  await drag(bars(page, 3), 40, 120, 0, 'escape');
  await expect(page.locator('[data-dragged]')).toHaveCount(0);
  await drag(bars(page, 3), 40, 56, 44, 'drop');
  await expect(bars(page, 4)).toHaveCount(1);
  await expect(bars(page, 3)).toHaveCount(0);
  await expect(spoken(page)).toContainText('27 Sept – 8 Oct 2027, handed to');
  await drag(bars(page, 4), -2, 56, 0, 'drop');
  await expect(spoken(page)).toContainText('27 Sept – 15 Oct 2027');
  // Scissors follow the pointer over the bar, and cut where they stand.
  await bars(page, 4).hover({ position: { x: 60, y: 10 } });
  await page.getByRole('button', { name: 'Split before 4 Oct' }).click();
  await expect(bars(page, 4)).toHaveCount(2);
  await expect(page.getByRole('button', { name: /^Split before/ })).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(bars(page, 4)).toHaveCount(1);
  await bars(page, 4).dblclick();
  await expect(page.getByRole('dialog', { name: 'Booking' })).toBeVisible();
  await expect(page).toHaveURL(/[?&]id=/);
  await page.keyboard.press('Escape');
  await bars(page, 4).click({ button: 'right' });
  await page.getByRole('menuitem', { name: /Delete/ }).click();
  await expect(bars(page, 4)).toHaveCount(0);
});

further('all that somebody is booked on from a day on goes to another person, and back, as one step', async ({ page }) => {
  const { names, project } = await openOwnBoard(page, '2028-05-01', ['Ada', 'Ben', 'Cleo']);
  const heir = names[2] ?? '';
  await page.locator('[data-cell="0-0"]').focus();
  for (const step of ['ArrowDown', 'ArrowRight']) await page.keyboard.press(step);
  await bookHere(page, project);
  await page.keyboard.press('ArrowRight');
  await bookHere(page, project);
  await expect(bars(page, 1)).toHaveCount(2);
  await bars(page, 1).first().dblclick();
  const drawer = page.getByRole('dialog', { name: 'Booking' });
  await drawer.getByRole('button', { name: 'Hand over' }).click();
  const form = drawer.getByRole('form', { name: 'Hand over' });
  await expect(form.getByRole('combobox', { name: 'To whom' })).toBeFocused();
  await form.getByRole('button', { name: 'Hand over' }).click();
  await expect(form.getByText('Choose a person.')).toBeVisible();
  await form.getByRole('combobox', { name: 'To whom' }).fill(heir);
  await page.getByRole('option', { name: heir }).first().click();
  await form.getByText('All bookings').click();
  await expect(form.getByRole('radio', { name: 'All bookings' })).toBeChecked();
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Hand over' }).click();
  await expect(drawer).toBeHidden();
  await expect(bars(page, 1)).toHaveCount(0);
  await expect(bars(page, 2)).toHaveCount(2);
  await expect(spoken(page)).toContainText('2 bookings of');
  await page.keyboard.press('Control+z');
  await expect(bars(page, 1)).toHaveCount(2);
  await expect(bars(page, 2)).toHaveCount(0);
  for (let step = 0; step < 2; step++) await page.keyboard.press('Control+z');
  await expect(bars(page, 1)).toHaveCount(0);
});

test('two who change the same booking are asked whose change stays', async ({ browser }) => {
  const options = { locale: 'en-GB', viewport: { width: 1440, height: 900 } };
  const [first, second] = [
    await (await browser.newContext(options)).newPage(),
    await (await browser.newContext(options)).newPage(),
  ];
  for (const page of [first, second]) await openBoard(page, '2027-10-04');
  await first.locator('[data-cell="0-0"]').focus();
  await bookHere(first);
  await expect(bars(second, 0)).toHaveCount(1);
  // The second one hears nothing more: it works on what it has.
  await second.route('**/api/bookings/board', (route) => route.abort());
  await first.keyboard.press('Space');
  await first.keyboard.press('Alt+ArrowRight');
  await expect(spoken(first)).toContainText('moved to');
  await bars(second, 0).click();
  await expect(second.locator('[data-proxy]')).toBeFocused();
  await second.keyboard.press('h');
  const dialog = second.getByRole('dialog', { name: 'Somebody else changed this booking' });
  await expect(dialog).toContainText('Tentative');
  await expectAccessible(second);
  await dialog.getByRole('button', { name: 'Keep mine' }).click();
  await expect(bars(first, 0)).toHaveAttribute('data-level', 'soft');
  await expect(first.locator('[data-proxy]')).toHaveAccessibleName(/11 – 15 Oct 2027, Tentative/);
});

test('the matrix tells who is over-booked, sorts by a week, sums a range and leads to the board', async ({ page }) => {
  await signIn(page, account('operational', 'Partner'), '/planning/workload_page');
  const cell = page.locator('[data-cell="0-0"]:not([data-waiting])');
  await expect(cell).toBeAttached();
  const everybody = Number(await page.getByRole('grid').getAttribute('aria-rowcount'));
  await page.getByRole('button', { name: 'Free', exact: true }).click();
  await expect(page).toHaveURL(/sort=free/);
  await expect(page.getByRole('columnheader', { name: 'Free' })).toHaveAttribute('aria-sort', 'descending');
  await cell.focus();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(page.getByRole('status').filter({ hasText: '4 cells' })).toBeVisible();
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByRole('heading', { name: 'By project' })).toBeVisible();
  await expect(drawer.getByText('Capacity')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByText('Over-booked', { exact: true }).click();
  await expect(page).toHaveURL(/only=over/);
  await expect.poll(async () => Number(await page.getByRole('grid').getAttribute('aria-rowcount'))).toBeLessThan(everybody);
  await page.getByRole('grid').locator('[tabindex="0"][data-cell]').focus();
  await page.keyboard.press('b');
  await expect(page.getByRole('heading', { level: 1, name: 'Planning' })).toBeVisible();
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '2');
});

for (const scheme of THEMES) {
  test(`form, menu, drawer and an empty board have no accessibility violation in ${scheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme });
    await openBoard(page, scheme === 'light' ? '2027-11-01' : '2027-12-06');
    await page.locator('[data-cell="0-0"]').focus();
    await page.keyboard.press('b');
    await expect(page.getByRole('dialog', { name: 'New booking' })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(page.locator('[data-cell="0-0"]')).toBeFocused();
    await bookHere(page);
    await page.keyboard.press('Space');
    await page.keyboard.press('.');
    await expect(page.getByRole('menu')).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Booking' })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.goto(`${baseUrl()}/planning/planning_page?q=nobody+at+all`);
    await expect(page.getByRole('heading', { name: 'No one matches these filters' })).toBeVisible();
    await expectAccessible(page);
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('one books from a list of people', async ({ page }) => {
    await signIn(page, account('operational', 'Partner'), '/planning/planning_page?from=2028-09-04');
    const card = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { level: 2 }) })
      .first();
    await card.getByRole('button', { name: /^Book/ }).tap();
    const drawer = page.getByRole('dialog', { name: 'New booking' });
    await drawer.getByRole('combobox', { name: /Project or internal work/ }).fill('Training');
    await page
      .getByRole('option', { name: /Training/ })
      .first()
      .tap();
    await drawer.getByRole('button', { name: 'Book', exact: true }).tap();
    // Others of the firm are booked on trainings of other years meanwhile.
    await expect(card.getByRole('button', { name: /Training.*2028/ })).toBeVisible();
    await expectAccessible(page);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  });
});

test('capacity and demand stand under the scale, and the small map leads to a later week', async ({ page }) => {
  await openBoard(page, '2027-08-02', '&span=52');
  await page.getByRole('button', { name: 'Capacity and demand' }).click();
  await expect(page).toHaveURL(/strip=1/);
  const strip = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: /Capacity and demand/ }) });
  await expect(strip.getByRole('gridcell')).toHaveText(/Capacity .*, confirmed .*, tentative .*, unassigned/);
  const map = await page.locator('[data-map]').boundingBox();
  if (!map) throw new Error('There is no map.');
  const scrolled = (): Promise<number> => page.getByRole('grid').evaluate((grid) => grid.scrollLeft);
  expect(await scrolled()).toBe(0);
  await page.mouse.click(map.x + map.width * 0.9, map.y + map.height / 2);
  await expect.poll(scrolled).toBeGreaterThan(500);
  // It stays where it is, and its window goes to where one looks.
  expect((await page.locator('[data-map]').boundingBox())?.x).toBe(map.x);
  // It draws no booking.
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectAccessible(page);
});
