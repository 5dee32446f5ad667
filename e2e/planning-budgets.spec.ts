import type { Locator, Page } from '@playwright/test';
import { bars, openOwnBoard, spoken } from './board.ts';
import { counted, tally } from './counted.ts';
import { account, call, expect, further, open, otherHand, signIn, test } from './fixtures.ts';

/** How many keys or presses each act of planning takes at most, by either hand. */

/** A piece of the board, by its row and unit. */
const cell = (page: Page, row: number, unit: number): Locator => page.locator(`[data-cell="${row}-${unit}"]`);

test('the acts of the board by keys: ten to book, one for each change, two for a split, one step back for each', async ({
  page,
}) => {
  await openOwnBoard(page, '2029-02-05', ['Ada', 'Ben']);
  await cell(page, 0, 0).focus();
  const acts = await tally(page);
  const keys = async (...all: string[]): Promise<number> => {
    for (const key of all) await page.keyboard.press(key);
    return (await acts.taken()).keys;
  };
  // Booked from the cell, what it is found by four letters, and told.
  await page.keyboard.press('b');
  await expect(page.getByRole('dialog', { name: 'New booking' })).toBeVisible();
  await page.keyboard.type('Trai');
  await expect(page.getByRole('option', { name: 'Training' }).first()).toBeVisible();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(bars(page, 0)).toHaveCount(1);
  await expect(spoken(page)).toContainText('Booked');
  expect((await acts.taken()).keys).toBeLessThanOrEqual(10);
  await page.keyboard.press('Space');
  await expect(page.locator('[data-proxy]')).toBeFocused();
  await acts.taken();
  // A week later, a week longer, tentative, another person: a key each.
  expect(await keys('Alt+ArrowRight')).toBe(1);
  await expect(spoken(page)).toContainText('moved to 12 – 16 Feb 2029');
  expect(await keys('Alt+Shift+ArrowRight')).toBe(1);
  await expect(spoken(page)).toContainText('12 – 23 Feb 2029');
  expect(await keys('h')).toBe(1);
  await expect(page.locator('[data-row="0"] [data-bar][data-level="soft"]')).toHaveCount(1);
  expect(await keys('Alt+ArrowDown')).toBe(1);
  await expect(bars(page, 1)).toHaveCount(1);
  expect(await keys('s')).toBeLessThanOrEqual(2);
  await expect(bars(page, 1)).toHaveCount(2);
  // One step back for each of them, and forth again.
  for (let step = 0; step < 6; step++) expect(await keys('Control+z')).toBe(1);
  await expect(bars(page, 0)).toHaveCount(0);
  expect(await keys('Control+Shift+z')).toBe(1);
  await expect(bars(page, 0)).toHaveCount(1);
  // Days, weeks, months: a key, and the day that one looks at stays.
  expect(await keys('1')).toBe(1);
  await expect(page).toHaveURL(/zoom=day/);
  expect(await keys('3')).toBe(1);
  await expect(page).toHaveURL(/zoom=month/);
  expect(await keys('2')).toBe(1);
  await expect(page).toHaveURL(/from=2029-0(1-29|2-05)/);
});

otherHand('the acts of the board by pointer: two presses to book, one drag for each change', async ({ page }) => {
  await openOwnBoard(page, '2029-03-05', ['Ada', 'Ben']);
  const acts = await tally(page);
  const form = page.getByRole('dialog', { name: 'New booking' });
  const drag = async (from: Locator, at: { x: number; y: number }, dx: number, dy: number): Promise<void> => {
    const box = await from.boundingBox();
    if (!box) throw new Error('There is nothing to drag.');
    await page.mouse.move(box.x + at.x, box.y + at.y);
    await page.mouse.down();
    await page.mouse.move(box.x + at.x + dx, box.y + at.y + dy, { steps: 6 });
    await page.mouse.up();
  };
  // A write takes its time: what was asked meanwhile learns of it.
  await page.route('**/api/bookings', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 600));
    await route.continue();
  });
  // One drag over two weeks, and six keys at most.
  await drag(cell(page, 0, 0), { x: 20, y: 24 }, 60, 2);
  await expect(form).toBeVisible();
  await page.keyboard.type('Trai');
  await expect(page.getByRole('option', { name: 'Training' }).first()).toBeVisible();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(bars(page, 0)).toHaveCount(1);
  expect(await acts.taken()).toEqual({ keys: 6, presses: 1 });
  // What the person was booked on last is chosen: a press and Enter book a week of it.
  const row = await page.locator('[data-row="0"]').boundingBox();
  await page.mouse.click((row?.x ?? 0) + 240 + 56 * 5 + 20, (row?.y ?? 0) + 24);
  await expect(form.getByRole('combobox', { name: 'Project or internal work' })).toHaveValue(/Training/);
  await page.keyboard.press('Enter');
  await expect(bars(page, 0)).toHaveCount(2);
  expect(await acts.taken()).toEqual({ keys: 1, presses: 1 });
  // A week later and to another person: one drag. A week longer: one drag.
  await drag(bars(page, 0).last(), { x: 20, y: 10 }, 56, 44);
  await expect(bars(page, 1)).toHaveCount(1);
  await expect(spoken(page)).toContainText('16 – 20 Apr 2029, handed to');
  const box = await bars(page, 1).boundingBox();
  await drag(bars(page, 1), { x: (box?.width ?? 0) - 2, y: 10 }, 56, 0);
  await expect(spoken(page)).toContainText('16 – 27 Apr 2029');
  expect(await acts.taken()).toEqual({ keys: 0, presses: 2 });
  // Cut where the pointer is: one press on the scissors there.
  await bars(page, 1).hover({ position: { x: 58, y: 10 } });
  await page.getByRole('button', { name: 'Split before 23 Apr' }).click();
  await expect(bars(page, 1)).toHaveCount(2);
  expect(await acts.taken()).toEqual({ keys: 0, presses: 1 });
  await page.getByRole('radio', { name: 'Days', exact: true }).locator('..').click();
  await expect(page).toHaveURL(/zoom=day/);
  expect((await acts.taken()).presses).toBe(1);
});

test('people who are free, over-booked people and groups are found in a few acts', async ({ page }) => {
  await openOwnBoard(page, '2029-04-02', ['Ada', 'Ben']);
  let acts = await tally(page);
  // Free Juniors: open, grade, share of their time.
  await page.getByRole('button', { name: 'Find people' }).click();
  const find = page.getByRole('dialog', { name: 'Find people' });
  await find.getByRole('combobox', { name: 'Grades' }).click();
  await page.getByRole('option', { name: 'Junior' }).click();
  await expect(find.getByRole('list', { name: 'Free people' }).getByRole('listitem').first()).toContainText('Junior');
  expect((await acts.taken()).presses).toBeLessThanOrEqual(5);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await signIn(page, account('operational', 'Partner'), '/planning/workload_page');
  await expect(page.locator('[data-cell="0-0"]:not([data-waiting])')).toBeAttached();
  acts = await tally(page);
  await page.getByText('Over-booked', { exact: true }).click();
  await expect(page).toHaveURL(/only=over/);
  expect((await acts.taken()).presses).toBeLessThanOrEqual(3);
  await open(page, '/planning/planning_page?group=grade');
  await expect(page.getByRole('button', { name: /^Partner/ }).first()).toBeVisible();
});

/** Hours a day of a person's first booking: what comes later beside it is too much. */
const FIRST = '6';

/** The bookings of the board's only project in a year. */
const bookedIn = async (page: Page, project: string, year: number): Promise<number> => {
  const [found] = await call<{ id: string }[]>(page, 'POST', '/api/projects/all', { search: project });
  const query = `from=${year}-01-01&to=${year}-12-31&project_id=${found?.id}`;
  return (await call<unknown[]>(page, 'GET', `/api/bookings?${query}`)).length;
};

test('a board is grouped in two acts, a request made in four, a team rolled to the next year in four', async ({ page }) => {
  const { project } = await openOwnBoard(page, '2029-05-07', ['Ada', 'Ben']);
  const acts = await tally(page);
  await page.getByRole('combobox', { name: 'Group by' }).click();
  await page.getByRole('option', { name: 'Grade', exact: true }).click();
  const junior = page.getByRole('row').filter({ has: page.getByRole('button', { name: /^Junior/ }) });
  await expect(junior.getByRole('gridcell')).toHaveText('0 percent booked');
  expect(await acts.taken()).toEqual({ keys: 0, presses: 2 });
  await expect(page).toHaveURL(/group=grade/);
  await junior.getByRole('button').click();
  await expect(bars(page, 0)).toHaveCount(0);
  await expect(page.locator('[data-row="0"]')).toHaveCount(0);
  await junior.getByRole('button').click();
  await expect(page.locator('[data-cell="0-0"]:not([data-waiting])')).toBeAttached();
  expect(await acts.taken()).toEqual({ keys: 0, presses: 2 });

  // Proposed: asked for, and nothing taken until somebody says yes.
  const row = await page.locator('[data-row="0"]').boundingBox();
  await page.mouse.click((row?.x ?? 0) + 240 + 20, (row?.y ?? 0) + 24);
  const form = page.getByRole('dialog', { name: 'New booking' });
  await form.getByRole('combobox', { name: 'Project or internal work' }).fill(project);
  await page.getByRole('option', { name: project }).first().click();
  await form.getByText('Requested', { exact: true }).click();
  await form.getByRole('button', { name: /^Request/ }).click();
  await expect(page.locator('[data-row="0"] [data-bar][data-level="requested"]')).toHaveCount(1);
  expect((await acts.taken()).presses).toBeLessThanOrEqual(4);
  await expect(junior.getByRole('gridcell')).toHaveText('0 percent booked');

  await bars(page, 0).dblclick();
  const drawer = page.getByRole('dialog', { name: 'Booking' });
  await drawer.getByRole('button', { name: 'Roll the team forward' }).click();
  await drawer.getByRole('form', { name: 'Roll the team forward' }).getByRole('button', { name: 'Roll' }).click();
  await expect(spoken(page)).toContainText('1 booking rolled forward');
  expect(await acts.taken()).toEqual({ keys: 0, presses: 4 });
  expect(await bookedIn(page, project, 2030)).toBe(1);
  await expect(drawer).toBeHidden();
  await page.keyboard.press('Control+z');
  await expect.poll(() => bookedIn(page, project, 2030)).toBe(0);
});

test('who is free is found, and a team planned for the next year, by a few keys alone', async ({ page }) => {
  const { names, project } = await openOwnBoard(page, '2029-08-06', ['Ada']);
  const [person] = await call<{ id: string }[]>(page, 'GET', `/api/users/users_all?search=${encodeURIComponent(names[0] ?? '')}`);
  const acts = counted(page);
  // Free Juniors of at least four fifths, those who fit best first: what is typed is text.
  await acts.press('p');
  const find = page.getByRole('dialog', { name: 'Find people' });
  await expect(find.getByRole('combobox', { name: 'Grades' })).toBeFocused();
  await page.keyboard.type('Jun');
  await acts.press('Enter');
  const least = find.getByRole('textbox', { name: 'Free at least' });
  while (!(await least.evaluate((box) => box === document.activeElement))) await acts.press('Tab');
  await page.keyboard.type('80');
  await acts.press('Tab');
  const free = find.getByRole('list', { name: 'Free people' }).getByRole('listitem');
  await expect(free.first()).toContainText('Junior');
  expect(acts.actions).toBeLessThanOrEqual(5);
  await page.keyboard.press('Escape');
  await expect(find).toBeHidden();

  const [found] = await call<{ id: string }[]>(page, 'POST', '/api/projects/all', { search: project });
  const days = { first_day: '2029-08-06', last_day: '2029-08-10', minutes_per_day: 480, level: 'hard' };
  await call(page, 'POST', '/api/bookings', { ...days, user_id: person?.id, project_id: found?.id });
  await open(page, `/planning/clients_bookings?from=2029-08-06&projects=${found?.id}`);
  await page.getByRole('treegrid').locator('[data-kind="project"]').focus();
  const rolling = counted(page);
  await rolling.press('r');
  await expect(page.getByRole('form', { name: 'Roll the team forward' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Weeks later' })).toBeFocused();
  await rolling.press('Enter');
  await expect(page.getByText('1 booking rolled forward').first()).toBeVisible();
  expect(rolling.actions).toBeLessThanOrEqual(4);
  expect(await bookedIn(page, project, 2030)).toBe(1);
});

otherHand('grouping, a request and who is over-booked by keys alone; confirmed and tentative by pointer', async ({ page }) => {
  await openOwnBoard(page, '2029-06-04', ['Ada', 'Ben']);
  await page.locator('[data-cell="0-0"]').focus();
  const acts = await tally(page);
  const keys = async (...all: string[]): Promise<void> => {
    for (const key of all) await page.keyboard.press(key);
  };
  await keys('b');
  await expect(page.getByRole('dialog', { name: 'New booking' })).toBeVisible();
  await page.keyboard.type('Trai');
  await expect(page.getByRole('option', { name: 'Training' }).first()).toBeVisible();
  await keys('Enter');
  const requested = page.getByRole('radio', { name: 'Requested' });
  const firm = page.getByRole('radio', { name: 'Confirmed' });
  while (!(await firm.evaluate((box) => box === document.activeElement))) await keys('Tab');
  await keys('ArrowLeft');
  await expect(requested).toBeChecked();
  await keys('Enter');
  await expect(page.locator('[data-row="0"] [data-bar][data-level="requested"]')).toHaveCount(1);
  expect((await acts.taken()).keys).toBeLessThanOrEqual(12);
  // By pointer: the menu of the bar, and its line.
  await bars(page, 0).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Make it “Confirmed”' }).click();
  await expect(page.locator('[data-row="0"] [data-bar][data-level="hard"]')).toHaveCount(1);
  expect(await acts.taken()).toEqual({ keys: 0, presses: 2 });
  // The first of the filters is the grouping: to it, its name, done.
  await keys('f');
  await page.keyboard.type('Gra');
  await expect(page.getByRole('option', { name: 'Grade', exact: true })).toBeVisible();
  await keys('Enter');
  await expect(page).toHaveURL(/group=grade/);
  expect((await acts.taken()).keys).toBeLessThanOrEqual(5);
  await open(page, '/planning/workload_page');
  await expect(page.locator('[data-cell="0-0"]:not([data-waiting])')).toBeAttached();
  await page.keyboard.press('o');
  await expect(page).toHaveURL(/only=over/);
});

further('five ways out of too much, a press each: kept, fitted, around, tentative, somebody else', async ({ page }) => {
  const { names, project } = await openOwnBoard(page, '2029-07-02', ['Ada', 'Ben']);
  const form = page.getByRole('dialog', { name: 'New booking' });
  const note = form.getByRole('note');
  const book = async (hours: string, ...before: string[]): Promise<void> => {
    await cell(page, 0, 0).focus();
    for (const key of [...before, 'b']) await page.keyboard.press(key);
    const work = form.getByRole('combobox', { name: 'Project or internal work' });
    if (hours === FIRST) {
      await work.fill(project);
      await page.getByRole('option', { name: project }).first().click();
    }
    // Then it is what was booked last.
    await expect(work).toHaveValue(new RegExp(project));
    await form.getByRole('textbox', { name: 'Hours a day' }).fill(hours);
    await page.keyboard.press('Tab');
  };
  const undone = async (): Promise<void> => {
    await page.keyboard.press('Control+z');
    await expect(bars(page, 0)).toHaveCount(1);
  };
  await book(FIRST);
  await form.getByRole('button', { name: /^Book/ }).click();
  await expect(bars(page, 0)).toHaveCount(1);
  // Over, and kept all the same.
  await book('4');
  await expect(note.first()).toContainText('Over by 10 h on 5 days');
  await form.getByRole('button', { name: /^Book/ }).click();
  await expect(bars(page, 0)).toHaveCount(2);
  await undone();
  await book('4');
  await note.getByRole('button', { name: 'Fit to free time (2 h a day)' }).click();
  await expect(note.getByText(/Over by/)).toHaveCount(0);
  await expect(form.getByRole('textbox', { name: 'Hours a day' })).toHaveValue('2');
  await page.keyboard.press('Escape');
  await book('4');
  await note.getByRole('button', { name: 'Make tentative' }).click();
  await expect(form.getByRole('radio', { name: 'Tentative' })).toBeChecked();
  await page.keyboard.press('Escape');
  await book('4');
  await note.getByRole('button', { name: 'Find someone else' }).click();
  await form.getByRole('button', { name: new RegExp(`Book .*${names[1]}`) }).click();
  await expect(bars(page, 1)).toHaveCount(1);
  await undone();
  await expect(bars(page, 1)).toHaveCount(0);
  // Over two weeks, of which the first is taken: the second is left.
  await book('4', 'Shift+ArrowRight');
  await note.getByRole('button', { name: 'Split around' }).click();
  await expect(bars(page, 0)).toHaveCount(2);
  await expect(form).toBeHidden();
  await undone();
});
