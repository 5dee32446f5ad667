import { account, expect, expectAccessible, signIn, test } from './fixtures.ts';

test('a timer is started, told what it is for, and logs what it counted, with the keyboard', async ({ page }) => {
  await signIn(page, account('operational', 'Director'), '/time_tracking/addtime');
  await page.getByRole('button', { name: 'Start timer' }).focus();
  await page.keyboard.press('Enter');
  const timer = page.getByRole('region', { name: 'Timer' });
  await expect(timer.getByRole('timer')).toBeVisible();
  await expectAccessible(page);
  await timer.getByRole('button', { name: 'Stop and log' }).click();
  await expect(timer.getByText('Choose a project or a task type.')).toBeVisible();
  await timer.getByRole('combobox', { name: 'What the timer is for' }).focus();
  await page.keyboard.type('Training');
  await page.keyboard.press('Enter');
  await timer.getByRole('textbox', { name: 'Note' }).focus();
  await page.keyboard.type('Short course');
  // It runs on while the page is gone.
  await page.reload();
  await expect(timer.getByRole('timer')).toBeVisible();
  await expect(timer.getByRole('combobox', { name: 'What the timer is for' })).toHaveValue(/Training/);
  await timer.getByRole('textbox', { name: 'Note' }).focus();
  await page.keyboard.type('Short course');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Logged .* h .*Training/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start timer' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Note of Training' }).first()).toHaveValue('Short course');
});
