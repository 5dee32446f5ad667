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
  await expect(part.getByRole('button', { name: 'Erase…' })).toHaveCount(0);
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

further(
  'the use of a person’s data is restricted with a reason by keyboard, reports say so, and it is lifted',
  async ({ page }) => {
    await signIn(page, account('hr', 'Partner'));
    const name = `Still ${Date.now()}`;
    const { id } = await call(page, 'POST', '/api/user_management/add_user', {
      first_name: 'Hold',
      last_name: name,
      email: `still-${Date.now()}@example.org`,
      category: 'operational',
      grade: 'Junior',
      country: 'DE',
      employed_from: '2020-01-01',
    });
    const person = new URL(`/admin/users/${id}`, page.url()).href;
    await page.goto(person);
    const part = page.getByRole('region', { name: 'How long this person’s data are kept' });
    await part.getByRole('button', { name: 'Restrict the use of their data…' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: `Restrict the use of the data of Hold ${name}?` });
    await dialog.getByRole('textbox', { name: 'Reason' }).press('Control+Enter');
    await expect(dialog.getByText('Say why.')).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Contests the hours.');
    await dialog.getByRole('textbox', { name: 'Reason' }).press('Control+Enter');
    await expect(part.getByText(/^The use of these data is restricted since .+: Contests the hours\.$/)).toBeVisible();
    await expectAccessible(page);

    await page.goto(new URL('/reporting/management_reporting', page.url()).href);
    await expect(page.getByText(/is in no figure here|are in no figure here/)).toBeVisible();
    await expectAccessible(page);
    await page.goto(person);
    await part.getByRole('button', { name: 'Lift the restriction' }).press('Enter');
    await expect(part.getByRole('button', { name: 'Restrict the use of their data…' })).toBeVisible();
  },
);
