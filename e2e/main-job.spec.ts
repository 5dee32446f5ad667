import { account, baseUrl, expect, further, signIn, test } from './fixtures.ts';

further('a wrong password says so, keeps the address, and the right one opens home', async ({ page }) => {
  const who = account('operational', 'Senior');
  await page.goto(`${baseUrl()}/account/login_management`);
  await page.getByRole('textbox', { name: 'E-mail' }).fill(who.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type('not it');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveValue(who.email);
  await signIn(page, who);
  await expect(page.getByRole('heading', { name: 'My week' })).toBeVisible();
});

further('an address asked for without a session is opened after signing in', async ({ page }) => {
  const who = account('operational', 'Senior');
  await page.goto(`${baseUrl()}/time_tracking/timesheet?w=2026-W40`);
  await page.waitForURL(/\/account\//);
  await page.goto(`${baseUrl()}/account/login_management`);
  await page.getByRole('textbox', { name: 'E-mail' }).fill(who.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(who.password);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/(home|time_tracking\/timesheet)/);
  expect(await page.evaluate(() => Object.keys(localStorage).sort())).toEqual(['access_token', 'user']);
});

test('a booking made by keys on one board is seen on another within seconds, and undone from the first', async ({ browser }) => {
  const [planner, reader] = [account('operational', 'Partner'), account('operational', 'Junior')];
  const first = await (await browser.newContext({ locale: 'en-GB', viewport: { width: 1440, height: 900 } })).newPage();
  const second = await (await browser.newContext({ locale: 'en-GB', viewport: { width: 1440, height: 900 } })).newPage();
  await signIn(first, planner);
  await signIn(second, reader);
  const board = '/planning/planning_page?from=2027-06-07';
  for (const page of [first, second]) {
    await page.goto(`${baseUrl()}${board}`);
    await expect(page.getByRole('grid', { name: /Planning board/ })).toBeVisible();
    await expect(page.getByRole('row').nth(3)).toBeVisible();
  }
  const bars = (page: typeof first) => page.locator('[data-bar]').count();
  const before = await bars(second);
  await first
    .getByRole('grid', { name: /Planning board/ })
    .locator('[tabindex="0"]')
    .first()
    .focus();
  await first.keyboard.press('b');
  await expect(first.getByRole('dialog', { name: 'New booking' })).toBeVisible();
  await first.keyboard.type('Administration');
  await first.keyboard.press('ArrowDown');
  await first.keyboard.press('Enter');
  await first.getByRole('button', { name: /^Book \d+ days?$/ }).press('Enter');
  await expect.poll(() => bars(second), { timeout: 10_000 }).toBe(before + 1);
  await first.keyboard.press('Control+z');
  await expect.poll(() => bars(second), { timeout: 10_000 }).toBe(before);
});

test('a manager reads load, hours and utilization, and takes the table along', async ({ page }) => {
  await signIn(page, account('operational', 'Manager'));
  await page.getByRole('link', { name: 'Workload' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Workload' })).toBeVisible();
  await page.getByRole('link', { name: 'Management reporting' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Management reporting' })).toBeVisible();
  await page.getByRole('link', { name: 'Financial reporting' }).first().click();
  await expect(page.getByText(/h chargeable ÷ .* h capacity =/)).toBeVisible();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: /CSV/ }).click();
  expect((await saved).suggestedFilename()).toMatch(/\.csv$/);
});

further('the menu shows what one may open; an unknown address stays inside the shell', async ({ page }) => {
  await signIn(page, account('operational', 'Junior'));
  const menu = page.getByRole('navigation').first();
  await expect(menu.getByRole('link', { name: 'Timesheet' })).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Management reporting' })).toHaveCount(0);
  await expect(menu.getByRole('link', { name: 'Users' })).toHaveCount(0);
  await page.goto(`${baseUrl()}/no/such/place`);
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Timesheet' })).toBeVisible();
});

further('the language changes without a reload, and stays', async ({ page }) => {
  await signIn(page, account('admin', 'Senior'));
  await page.evaluate(() => Object.assign(globalThis, { marked: true }));
  await page.getByRole('banner').getByRole('button').last().click();
  await page.getByRole('menuitemradio', { name: 'Deutsch' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  expect(await page.evaluate(() => 'marked' in globalThis)).toBe(true);
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
});
