import type { Locator, Page } from '@playwright/test';
import { tally } from './counted.ts';
import { account, baseUrl, call, expect, expectAccessible, settled, signIn, test } from './fixtures.ts';

const PATH = '/management/financial_variables';

const drawer = (page: Page): Locator => page.getByRole('dialog');
const field = (within: Page | Locator, name: string): Locator => within.getByRole('textbox', { name, exact: true });
const cell = (page: Page, name: string): Locator => page.getByRole('textbox', { name: new RegExp(`^${name}(,|$)`) });
const bar = (page: Page): Locator => page.getByRole('region', { name: 'Changes that are not applied' });

/** A name that no other journey has: they run side by side on one firm. */
const unique = (name: string): string => `${name} ${Math.random().toString(36).slice(2, 8)}`;

/** A service line of this journey's own, with one role for Seniors and Managers. */
async function ownLine(page: Page): Promise<{ line: string; role: string }> {
  type Stored = Record<'service_lines' | 'sl_roles', { id: string }[]>;
  const set = (data: unknown): Promise<Stored> => call<Stored>(page, 'POST', '/api/pricing_admin/update_variables', data);
  const line = (await set({ service_lines: [{ name: unique('Journey') }] })).service_lines[0]?.id ?? '';
  const grades = { lowest_grade: 'Senior', highest_grade: 'Manager' };
  const role = (await set({ sl_roles: [{ service_line_id: line, name: 'Reviewer', ...grades }] })).sl_roles[0]?.id ?? '';
  return { line, role };
}

test.describe('financial variables', () => {
  test('a rate is typed, raised and applied from a day on by keyboard alone', async ({ page }) => {
    await signIn(page, account('operational', 'Manager'));
    const { line, role } = await ownLine(page);
    const key = { sl_role_id: role, grade: 'Senior', country: 'DE', currency: 'EUR' };
    const past = { rates: [{ ...key, standard_rate: 14_500, charge_rate: 13_000 }], valid_from: '2025-01-01' };
    await call(page, 'POST', '/api/pricing_admin/update_variables', past);
    await page.goto(`${baseUrl()}${PATH}?line=${line}`);
    const standard = cell(page, 'Reviewer, Senior, Standard rate');
    await expect(standard).toHaveValue('145.00');
    await expectAccessible(page);
    await standard.focus();
    await page.keyboard.press('Home');
    const acts = await tally(page);
    await page.keyboard.type('150');
    await page.keyboard.press('Enter');
    await expect(standard).toHaveValue('150.00');
    expect(await acts.taken()).toEqual({ keys: 4, presses: 0 });
    // A row of its own needs a standard rate before it can be applied.
    await page.keyboard.press('ArrowRight');
    await page.keyboard.type('160');
    await page.keyboard.press('Tab');
    await expect(bar(page)).toContainText('1 cell needs an amount.');
    await page.keyboard.press('Home');
    await page.keyboard.type('180');
    await page.keyboard.press('Enter');
    await expect(bar(page)).toContainText('3 cells changed');
    // A raise of what is selected: both standard rates at once.
    await standard.focus();
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.type('+10%');
    await page.keyboard.press('Control+Enter');
    await expect(standard).toHaveValue('165.00');
    await expect(cell(page, 'Reviewer, Manager, Standard rate')).toHaveValue('198.00');
    await page.keyboard.press('Control+z');
    await expect(standard).toHaveValue('150.00');
    await page.keyboard.press('Control+Shift+z');
    await expect(standard).toHaveValue('165.00');
    await bar(page).getByRole('button', { name: 'Review and apply' }).press('Enter');
    await expect(drawer(page)).toContainText('€145.00 → €165.00');
    await expect(drawer(page)).toContainText('none → €198.00');
    await expectAccessible(page);
    await field(drawer(page), 'Note').fill('Raise of the year');
    await drawer(page).getByRole('button', { name: 'Apply' }).press('Enter');
    await expect(page.getByText(/^2 rates hold from/)).toBeVisible();
    await expect(standard).toHaveValue('165.00');
    await expect(bar(page)).toHaveCount(0);
    const day = (await call<{ valid_from: string }[]>(page, 'GET', `/api/rate_changes?service_line_id=${line}`))[0]?.valid_from;
    const year = Number(day?.slice(0, 4)) - 1;
    await page.goto(`${baseUrl()}${PATH}?line=${line}&year=${year}`);
    await expect(cell(page, 'Reviewer, Senior, Standard rate')).toHaveValue('145.00');
  });

  test('a service line, its role and its rates are made by mouse; used ones are archived', async ({ page }) => {
    const name = unique('Valuation');
    await signIn(page, account('admin', 'Partner'), PATH);
    await page.getByRole('button', { name: 'Add service line' }).click();
    await field(drawer(page), 'Name').fill(name);
    await field(drawer(page), 'Target margin').fill('35');
    await field(drawer(page), 'Lowest margin').fill('40');
    await drawer(page).getByRole('button', { name: 'Add' }).click();
    await expect(drawer(page).getByText('The floor lies above the target.').first()).toBeVisible();
    await field(drawer(page), 'Lowest margin').fill('20');
    await expectAccessible(page);
    await drawer(page).getByRole('button', { name: 'Add' }).click();
    await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
    await page.getByRole('tab', { name: 'Roles' }).click();
    await page.getByRole('button', { name: 'Add role' }).first().click();
    await field(drawer(page), 'Name').fill('Appraiser');
    await drawer(page).getByRole('button', { name: 'Add' }).click();
    await expect(page.getByRole('row', { name: /Appraiser/ })).toContainText('Intern to Partner');
    await expectAccessible(page);
    await page.getByRole('tab', { name: 'Rates' }).click();
    const senior = cell(page, 'Appraiser, Senior, Standard rate');
    await senior.click();
    await page.keyboard.type('100');
    await page.keyboard.press('Enter');
    await senior.click();
    await field(page, 'Per cent up or down').fill('5');
    await field(page, 'Per cent up or down').press('Tab');
    await page.getByRole('button', { name: 'Change selection' }).click();
    await expect(senior).toHaveValue('105.00');
    await page.getByRole('button', { name: 'Review and apply' }).click();
    await drawer(page).getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByText(/^1 rate holds from/)).toBeVisible();
    await page.getByRole('tab', { name: 'Changes' }).click();
    await expect(page.getByRole('row', { name: /1 new, 0 changed/ })).toBeVisible();
    await page.getByRole('button', { name: 'Edit service line' }).click();
    await drawer(page).getByRole('button', { name: 'Delete…' }).click();
    const question = page.getByRole('dialog', { name: `Delete “${name}”?` });
    await question.getByRole('textbox').fill(name);
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText(`${name} was archived: it is used by 1 rate.`)).toBeVisible();
  });

  test('what was typed is not lost without asking, and a phone only reads', async ({ page }) => {
    await signIn(page, account('operational', 'Partner'));
    const { line } = await ownLine(page);
    await page.goto(`${baseUrl()}${PATH}?line=${line}`);
    const standard = cell(page, 'Reviewer, Senior, Standard rate');
    await standard.click();
    await page.keyboard.type('99');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Year after' }).click();
    await expect(page.getByRole('dialog')).toContainText('Leave');
    await page.keyboard.press('Escape');
    await bar(page).getByRole('button', { name: 'Discard' }).click();
    await expect(standard).toHaveValue('');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${baseUrl()}${PATH}?line=${line}`);
    await expect(standard).toBeVisible();
    await settled(page);
    await expect(standard).toHaveJSProperty('readOnly', true);
    await expectAccessible(page);
  });

  test('a target and an exchange rate are set from a day on', async ({ page }) => {
    await signIn(page, account('admin', 'Manager'), `${PATH}?line=targets`);
    await page.getByRole('button', { name: 'Set target' }).first().click();
    await drawer(page).getByRole('combobox', { name: 'Grade' }).fill('Dir');
    await page.keyboard.press('Enter');
    const share = String((3000 + Math.floor(Math.random() * 2000)) / 100);
    await field(drawer(page), 'Target').fill(share);
    await expectAccessible(page);
    await drawer(page).getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('The target was set.')).toBeVisible();
    await expect(page.getByRole('row', { name: /Director/ }).first()).toContainText(`${share}%`);
    await page.getByRole('link', { name: 'Exchange rates' }).click();
    await page.getByRole('button', { name: 'Set exchange rate' }).first().click();
    await drawer(page).getByRole('combobox', { name: 'Currency' }).fill('GBP');
    await page.keyboard.press('Enter');
    const worth = String(1 + Math.floor(Math.random() * 900 + 100) / 1000);
    await field(drawer(page), 'Worth').fill(worth);
    await drawer(page).getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('The exchange rate was set.')).toBeVisible();
    await expect(page.getByRole('row', { name: /GBP/ }).first()).toContainText('1 GBP =');
    await expectAccessible(page);
  });

  test('are closed to whom the table closes them', async ({ page }) => {
    await signIn(page, account('operational', 'Senior'), PATH);
    await expect(page.getByRole('heading', { level: 1, name: 'Financial variables' })).toBeVisible();
    await expect(page.getByRole('grid')).toHaveCount(0);
  });
});
