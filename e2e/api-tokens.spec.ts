import { account, baseUrl, expect, expectAccessible, signIn, test } from './fixtures.ts';

test('a token is made by keyboard, shown once, used by a program, and revoked', async ({ page, request }) => {
  await signIn(page, account('operational', 'Senior'), '/profile');
  await page.getByRole('button', { name: 'New token' }).press('Enter');
  await page.getByRole('textbox', { name: 'Name' }).fill('Payroll');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  const secret = page.getByRole('textbox', { name: 'Token' });
  await expect(secret).toHaveValue(/^cdr_api_/);
  const headers = { authorization: `Bearer ${await secret.inputValue()}` };
  const read = (path: string) => request.get(`${baseUrl()}${path}`, { headers });
  expect((await read('/api/timesheets/2026-W10')).status()).toBe(200);
  expect((await read('/api/users/me')).status()).toBe(403);

  await page.reload();
  await expect(secret).toHaveCount(0);
  const tokens = page.getByRole('region', { name: 'Tokens for programs' });
  await expect(tokens.getByText(/reads Time, Planning · until .* · last used/)).toBeVisible();
  await tokens.getByRole('button', { name: 'Revoke Payroll' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('The token was revoked.')).toBeVisible();
  await expect(tokens.getByRole('button', { name: 'Revoke Payroll' })).toHaveCount(0);
  expect((await read('/api/timesheets/2026-W10')).status()).toBe(401);
});
