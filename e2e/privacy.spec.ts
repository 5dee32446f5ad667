import { account, call, expect, expectAccessible, further, signIn, test } from './fixtures.ts';

further('a notice is published by keyboard, asked of everybody, and read in the profile', async ({ page, browser }) => {
  await signIn(page, account('hr', 'Partner'), '/admin/settings?section=privacy');
  const text = page.getByRole('textbox', { name: 'Text', exact: true });
  const words = `Your hours are kept for two years. ${Date.now()}`;
  await text.fill(words);
  await text.press('Control+Enter');
  await expect(page.getByText(/^Edition \d+ of .+: read by 0 of \d+\.$/)).toBeVisible();
  await expectAccessible(page);

  const reader = await (await browser.newContext({ locale: 'en-GB' })).newPage();
  await signIn(reader, account('operational', 'Junior'));
  await reader.getByRole('button', { name: /^Notifications/ }).click();
  const told = reader.getByRole('dialog', { name: 'Notifications' });
  await told
    .getByRole('button', { name: /Your firm says what it keeps of you/ })
    .first()
    .click();
  const notice = reader.getByRole('region', { name: 'Privacy notice' });
  await expect(notice.getByText(words)).toBeVisible();
  await notice.getByRole('button', { name: 'I have read it' }).press('Enter');
  await expect(notice.getByText('You have read this edition.')).toBeVisible();
  await expectAccessible(reader);
  await reader.context().close();
});

test('who left long ago is erased on their page once the name is typed, and a number stands in their place', async ({ page }) => {
  await signIn(page, account('hr', 'Partner'));
  const name = `Gone ${Date.now()}`;
  const { id } = await call(page, 'POST', '/api/user_management/add_user', {
    first_name: 'Long',
    last_name: name,
    email: `gone-${Date.now()}@example.org`,
    category: 'operational',
    grade: 'Junior',
    country: 'DE',
    employed_from: '2001-01-01',
  });
  await call(page, 'POST', '/api/users/edit', { userData: { id, employed_to: '2003-12-31' } });
  await page.goto(new URL(`/admin/users/${id}`, page.url()).href);
  const part = page.getByRole('region', { name: 'How long this person’s data are kept' });
  await expect(part.getByText('They had to be kept until 31 Dec 2005.')).toBeVisible();
  await expect(part.getByText('This person can still sign in. Deactivate them first.')).toBeVisible();
  await expect(part.getByRole('button')).toHaveCount(0);
  await call(page, 'POST', '/api/users/edit', { userData: { id, is_active: false } });
  await page.reload();
  await part.getByRole('button', { name: 'Erase…' }).press('Enter');
  const question = page.getByRole('dialog', { name: `Erase Long ${name}?` });
  const sure = question.getByRole('button', { name: 'Erase', exact: true });
  await expect(sure).toBeDisabled();
  await expectAccessible(page);
  await question.getByRole('textbox').fill(`Long ${name}`);
  await sure.click();
  await expect(part.getByText('This person was erased.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`#${id.slice(-6).toUpperCase()}`);

  await page.goto(new URL('/admin/settings?section=privacy&state=erased', page.url()).href);
  await expect(page.getByRole('link', { name: `#${id.slice(-6).toUpperCase()}` })).toBeVisible();
  await expectAccessible(page);
});
