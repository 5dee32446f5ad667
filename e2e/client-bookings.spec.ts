import { account, expect, expectAccessible, signIn, test } from './fixtures.ts';

const PAGE = '/planning/clients_bookings';

test('one changes the dates of a booking from the client’s side in four actions, by mouse', async ({ page }) => {
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
