import { account, expect, expectAccessible, signIn, test } from './fixtures.ts';

test('a webhook is added by keyboard, its key shown once; a test is sent, and it is taken away', async ({ page }) => {
  await signIn(page, account('hr', 'Partner'), '/admin/settings?section=webhooks');
  await expect(page.getByRole('button', { name: 'New webhook' })).toBeVisible();
  await page.keyboard.press('n');
  const address = page.getByRole('textbox', { name: 'Address' });
  await address.fill('http://hooks.example/in');
  await page.getByRole('combobox', { name: 'Hears of' }).press('ArrowDown');
  await page.getByRole('option', { name: 'Time' }).click();
  await page.keyboard.press('Escape');
  await address.press('Enter');
  // What is refused is said at its field, and what was typed is still there.
  await expect(page.getByText('The address must begin with https.')).toBeVisible();
  await expect(address).toHaveValue('http://hooks.example/in');
  await address.fill('https://hooks.invalid/in');
  await address.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Signing key' })).toHaveValue(/^[\w-]{43}$/);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'https://hooks.invalid/in' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('button', { name: 'Send a test' }).click();
  await expect(drawer.getByText(/Test · (waiting|arrived)/)).toBeVisible();
  await expectAccessible(page);
  await drawer.getByRole('button', { name: 'Delete…' }).click();
  await page.getByRole('dialog').last().getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('No webhooks yet')).toBeVisible();
});
