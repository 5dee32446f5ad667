import { account, expect, expectAccessible, further, signIn, test } from './fixtures.ts';
import { addRow, freeWeek, openWeek, press, saved, total } from './sheet.ts';

test('rows are chosen by key and go to other work, or are no longer chargeable, each as one step', async ({ page }) => {
  await signIn(page, account('operational', 'Senior'));
  const week = await freeWeek(page, 18);
  await openWeek(page, week);
  for (const text of ['audit', 'tax']) await addRow(page, text);
  const rows = page.locator('tbody tr');
  // Nothing waits until it is stored: what was typed a moment ago goes along.
  await press(page, 'Control+Home', '4', 'Tab', '2', 'Enter', '3', 'Enter');

  // Both rows by two keys; their time goes to a third.
  await press(page, 'Control+Home', 'x', 'ArrowDown', 'Shift+X');
  const acts = page.getByRole('toolbar', { name: 'Chosen rows' });
  await expect(acts).toContainText('2 rows chosen');
  await acts.getByRole('button', { name: 'Move to…' }).press('Enter');
  await page.keyboard.type('train');
  await expect(page.getByRole('option').first()).toBeVisible();
  await press(page, 'Enter');
  await expect(rows).toHaveCount(1);
  await expect(rows.locator('th')).toContainText('Train');
  await expect(total(page, 0)).toContainText('4 of 8 hours');
  await expect(total(page, 1)).toContainText('5 of 8 hours');
  await page.reload();
  await expect(rows).toHaveCount(1);
  await expect(total(page, 1)).toContainText('5 of 8 hours');

  // On the other hand: chosen by mouse, marked, cleared, and back.
  await rows.locator('th').hover();
  await rows.getByRole('checkbox').check();
  await expectAccessible(page);
  await acts.getByRole('button', { name: 'Not chargeable' }).click();
  await expect(page.getByText('1 row is not chargeable')).toBeVisible();
  await rows.getByRole('checkbox').check();
  await acts.getByRole('button', { name: 'Clear the hours' }).click();
  await expect(total(page, 0)).toContainText('0 of 8 hours');
  await press(page, 'Control+z');
  await expect(total(page, 0)).toContainText('4 of 8 hours');
  await saved(page);
});

further('a long week is narrowed by client, and says so in the address; the sums stay those of the week', async ({ page }) => {
  await signIn(page, account('operational', 'Senior'));
  await openWeek(page, await freeWeek(page, 26));
  for (let row = 0; row < 8; row += 1) {
    await press(page, 'Insert');
    await page.keyboard.type('a');
    await expect(page.getByRole('option').first()).toBeVisible();
    await page.getByRole('option').nth(row).click();
    await expect(page.locator('tbody tr')).toHaveCount(row + 1);
  }
  await press(page, 'Control+Home', '5', 'Enter');
  await saved(page);
  await page.getByRole('search', { name: 'Filters' }).getByRole('combobox', { name: 'Chargeable' }).click();
  await page.getByRole('option', { name: 'Not chargeable' }).click();
  await expect(page).toHaveURL(/billable=no/);
  await expect(page.locator('tbody tr')).not.toHaveCount(8);
  await expect(total(page, 0)).toContainText('5 of 8 hours');
});
