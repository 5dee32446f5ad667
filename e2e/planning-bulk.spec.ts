import { bars, openOwnBoard, spoken } from './board.ts';
import { expect, expectAccessible, otherHand, test } from './fixtures.ts';

test('a booking comes again, several are selected, changed together and taken back, by keys alone', async ({ page }) => {
  const { project } = await openOwnBoard(page, '2028-02-07', ['Ada', 'Ben']);
  await page.locator('[data-cell="0-0"]').focus();
  await page.keyboard.press('b');
  const form = page.getByRole('dialog', { name: 'New booking' });
  await expect(form.getByRole('combobox', { name: 'Project or internal work' })).toBeFocused();
  await page.keyboard.type(project);
  await page.keyboard.press('Enter');
  const repeat = form.getByRole('combobox', { name: 'Repeat' });
  while (!(await repeat.evaluate((box) => box === document.activeElement))) await page.keyboard.press('Tab');
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  await expect(form.getByText('13 more bookings')).toBeVisible();
  await expectAccessible(page);
  await form.getByRole('button', { name: /^Book/ }).focus();
  await page.keyboard.press('Enter');
  await expect(bars(page, 0)).toHaveCount(14);
  await expect(spoken(page)).toContainText('14 times');

  await page.keyboard.press('Space');
  await page.keyboard.press('r');
  const hand = page.getByRole('dialog', { name: 'Hand to' });
  await expect(hand.getByRole('combobox', { name: 'To whom' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(hand).toBeHidden();
  await expect(page.locator('[data-proxy]')).toBeFocused();
  await page.keyboard.press('x');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('x');
  await expect(page.getByRole('toolbar', { name: 'Selected bookings' })).toContainText('2 selected');
  await page.keyboard.press('h');
  await expect(page.locator('[data-row="0"] [data-bar][data-level="soft"]')).toHaveCount(2);
  await page.keyboard.press('Alt+ArrowRight');
  await expect(spoken(page)).toContainText('2 bookings moved by +7 days');
  await expectAccessible(page);
  await page.keyboard.press('Delete');
  await expect(bars(page, 0)).toHaveCount(12);
  for (let step = 0; step < 3; step++) await page.keyboard.press('Control+z');
  await expect(page.locator('[data-row="0"] [data-bar][data-level="hard"]')).toHaveCount(14);
  await page.keyboard.press('Control+z');
  await expect(bars(page, 0)).toHaveCount(0);
});

otherHand('bookings are selected in a box, handed over and moved together by pointer, each one step back', async ({ page }) => {
  const { names, project } = await openOwnBoard(page, '2028-08-07', ['Ada', 'Ben', 'Cleo']);
  await page.locator('[data-cell="0-0"]').focus();
  await page.keyboard.press('b');
  await page.keyboard.type(project);
  for (const key of ['Enter', 'Enter']) await page.keyboard.press(key);
  await bars(page, 0).dblclick();
  const drawer = page.getByRole('dialog', { name: 'Booking' });
  await drawer.getByRole('button', { name: 'Repeat' }).click();
  await drawer.getByRole('form', { name: 'Repeat' }).getByRole('button', { name: 'Repeat' }).click();
  await expect(bars(page, 0)).toHaveCount(14);

  const [first, third] = [await bars(page, 0).nth(0).boundingBox(), await bars(page, 0).nth(2).boundingBox()];
  if (!first || !third) throw new Error('There is no bar.');
  await page.keyboard.down('Shift');
  await page.mouse.move(first.x - 1, first.y + first.height + 2);
  await page.mouse.down();
  await page.mouse.move(third.x + 10, third.y + 4, { steps: 4 });
  await page.mouse.up();
  await page.keyboard.up('Shift');
  const bar = page.getByRole('toolbar', { name: 'Selected bookings' });
  await expect(bar).toContainText('3 selected');
  await bar.getByRole('button', { name: 'Hand to' }).click();
  await page.getByRole('combobox', { name: 'To whom' }).fill(names[2] ?? '');
  await page
    .getByRole('option', { name: names[2] ?? '' })
    .first()
    .click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(bars(page, 2)).toHaveCount(3);
  await expect(bars(page, 0)).toHaveCount(11);
  await bar.getByRole('button', { name: 'Move' }).click();
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(spoken(page)).toContainText('3 bookings moved by +7 days');
  for (let step = 0; step < 2; step++) await page.keyboard.press('Control+z');
  await expect(bars(page, 0)).toHaveCount(14);
});

test('the board is grouped, a group folded by key and unfolded, with its load over it', async ({ page }) => {
  await openOwnBoard(page, '2028-10-02', ['Ada', 'Ben']);
  await page.goto(`${page.url()}&group=grade`);
  const head = page.getByRole('row').filter({ has: page.getByRole('button', { name: /^Junior/ }) });
  await expect(head.getByRole('gridcell')).toHaveText('0 percent booked');
  await expectAccessible(page);
  await page.locator('[data-cell="0-0"]').focus();
  await page.keyboard.press('c');
  await expect(head.getByRole('button', { name: /^Junior/ })).toHaveAttribute('aria-expanded', 'false');
  await expect(page.locator('[data-row="0"]')).toHaveCount(0);
  await head.getByRole('button', { name: /^Junior/ }).click();
  await expect(page.locator('[data-row="1"]')).toHaveCount(1);
});
