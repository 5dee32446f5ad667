import { account, expect, expectAccessible, otherHand, signIn, test } from './fixtures.ts';

const PAGE = '/planning/clients_bookings';

otherHand('one changes the dates of a booking from the client’s side in four actions, by mouse', async ({ page }) => {
  await signIn(page, account('hr', 'Partner'), `${PAGE}?booked=1`);
  const tree = page.getByRole('treegrid', { name: 'Client bookings' });
  // One project is enough: every rule of accessibility on hundreds of lines takes a minute.
  const code = (await tree.locator('[data-kind="project"]').first().innerText()).split(' ·')[0]?.trim() ?? '';
  await page.getByRole('searchbox', { name: 'Search' }).fill(code);
  await expect(tree.locator('[data-kind="project"]')).toHaveCount(1);
  const person = tree.locator('[data-kind="person"]').first();
  await expect(person).toBeVisible();
  await expectAccessible(page);
  await person.click();
  const drawer = page.getByRole('dialog', { name: /Booking of/ });
  const hours = drawer.getByRole('textbox', { name: 'Hours a day' });
  const before = await hours.inputValue();
  await hours.fill(before === '3' ? '2' : '3');
  await expectAccessible(page);
  await drawer.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await expect(drawer).toBeHidden();
});

test('the tree is walked, folded and booked in with the keyboard alone', async ({ page }) => {
  await signIn(page, account('hr', 'Partner'), `${PAGE}?booked=1`);
  const tree = page.getByRole('treegrid', { name: 'Client bookings' });
  const client = tree.locator('[data-line="0"]');
  await client.focus();
  await expect(client).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('ArrowLeft');
  await expect(client).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await expect(tree.locator('[data-line="1"]')).toBeFocused();
  const people = await tree.locator('[data-kind="person"]').count();
  await page.keyboard.press('n');
  const drawer = page.getByRole('dialog', { name: 'New booking' });
  await drawer.getByRole('combobox', { name: 'Person' }).focus();
  await page.keyboard.type('a');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await drawer.getByRole('textbox', { name: 'Hours a day' }).fill('1');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Booked.')).toBeVisible();
  await expect(tree.locator('[data-kind="person"]')).toHaveCount(people + 1);
});

test('it is closed to whom the table closes projects', async ({ page }) => {
  await signIn(page, account('operational', 'Junior'), PAGE);
  await expect(page.getByRole('treegrid')).toHaveCount(0);
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Client bookings' })).toHaveCount(0);
});

test('bars are dragged, and the people of a project moved together, each as one step that is taken back', async ({ page }) => {
  await signIn(page, account('hr', 'Partner'), `${PAGE}?booked=1`);
  const tree = page.getByRole('treegrid', { name: 'Client bookings' });
  const code = (await tree.locator('[data-kind="project"]').nth(1).innerText()).split(' ·')[0]?.trim() ?? '';
  await page.getByRole('searchbox', { name: 'Search' }).fill(code);
  await expect(tree.locator('[data-kind="project"]')).toHaveCount(1);
  // They stand in the order of their days: one that moves changes its place.
  const id = await tree.locator('[data-kind="person"]').first().getAttribute('data-booking');
  const person = tree.locator(`[data-booking="${id}"]`);
  const days = person.locator('[data-column="days"]');
  const before = await days.innerText();
  const bar = person.locator('[data-moves]');
  const box = await bar.boundingBox();
  if (!box) throw new Error('There is no bar.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  // Inside of what is shown: what is moved out of it is gone from the list.
  const by = x > 1200 ? -60 : 60;
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + by, y, { steps: 4 });
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect(days).toHaveText(before);
  await page.keyboard.press('Escape');

  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + by, y, { steps: 4 });
  await page.mouse.up();
  await expect(days).not.toHaveText(before);
  await expect(page.getByText(/moved to/).first()).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(days).toHaveText(before);

  await person.focus();
  await page.keyboard.press('Alt+ArrowRight');
  await expect(days).not.toHaveText(before);
  await page.keyboard.press('Control+z');
  await expect(days).toHaveText(before);

  await tree.locator('[data-kind="project"]').focus();
  await page.keyboard.press('x');
  const bulk = page.getByRole('toolbar', { name: 'Selected bookings' });
  await expect(bulk).toBeVisible();
  await expectAccessible(page);
  await bulk.getByRole('button', { name: 'Move', exact: true }).click();
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(days).not.toHaveText(before);
  await page.keyboard.press('Control+z');
  await expect(days).toHaveText(before);
});
