import type { Locator, Page } from '@playwright/test';
import { tally } from './counted.ts';
import { account, baseUrl, expect, expectAccessible, signIn, test } from './fixtures.ts';

const PATH = '/management/pricing';

const dialog = (page: Page): Locator => page.getByRole('dialog');
const cell = (page: Page, name: string): Locator => page.getByRole('textbox', { name, exact: true });
const card = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const bar = (page: Page): Locator => card(page, 'Changes that are not saved');
/** The figure beside its name. */
const figure = (within: Locator, name: string): Locator =>
  within.locator('dt', { hasText: new RegExp(`^${name}$`) }).locator('xpath=following-sibling::dd[1]');

/** A name that no other journey has: they run side by side on one firm. */
const unique = (name: string): string => `${name} ${Math.random().toString(36).slice(2, 8)}`;

async function call<T>(page: Page, method: 'GET' | 'POST', path: string, data?: unknown): Promise<T> {
  const token = await page.evaluate(() => localStorage.getItem('access_token'));
  const reply = await page.request.fetch(baseUrl() + path, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(data === undefined ? {} : { data }),
  });
  expect(reply.ok(), await reply.text()).toBe(true);
  return (await reply.json()) as T;
}

interface Priced {
  id: string;
  name: string;
}

/** A pricing of this journey's own: 100 hours of a Senior of the first service line, below its rates. */
async function priced(page: Page, discount: number): Promise<Priced> {
  const clients = await call<{ id: string }[]>(page, 'GET', '/api/clients/all_only');
  const choices = await call<{ service_lines: { id: string; roles: { id: string; name: string }[] }[] }>(
    page,
    'GET',
    '/api/pricing_choices',
  );
  const line = choices.service_lines.find(({ roles }) => roles.some(({ name }) => name === 'Audit staff'));
  const role = line?.roles.find(({ name }) => name === 'Audit staff');
  const name = unique('Approval');
  const table = { name: 'Audit', service_line_id: line?.id, country: 'DE', currency: 'EUR', discount };
  const lines = [{ sl_role_id: role?.id, grade: 'Senior', minutes: [6000] }];
  return call<Priced>(page, 'POST', '/api/pricing/new', {
    name,
    client_id: clients[0]?.id,
    kind: 'standard',
    columns: ['Fieldwork'],
    tables: [{ ...table, lines }],
  });
}

test.describe('pricing', () => {
  test('is made, typed, solved and submitted by keyboard, and shows with every key what it comes to', async ({ page }) => {
    await signIn(page, account('operational', 'Manager'));
    await page.goto(`${baseUrl()}${PATH}`);
    await expect(page.getByRole('button', { name: 'New pricing' })).toBeVisible();
    await page.getByRole('heading', { level: 1 }).focus();
    await page.keyboard.press('n');
    await expect(dialog(page).getByRole('textbox', { name: 'Name' })).toBeFocused();
    const name = unique('Journey');
    await page.keyboard.type(name);
    const choose = async (label: string, text: string): Promise<void> => {
      await dialog(page).getByRole('combobox', { name: label, exact: true }).fill(text);
      await expect(page.getByRole('option', { name: text }).first()).toBeVisible();
      await page.keyboard.press('Enter');
    };
    const client = (await call<{ name: string }[]>(page, 'GET', '/api/clients/all_only'))[0]?.name ?? '';
    await choose('Client', client);
    await choose('Service lines', 'Audit');
    await page.keyboard.press('Escape');
    await dialog(page).getByRole('button', { name: 'Create' }).press('Enter');
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    const first = cell(page, 'Audit staff, Senior, Planning');
    await first.focus();
    const fee = figure(card(page, 'Result'), 'Fee');
    await expect(fee).toContainText('€0.00');
    const acts = await tally(page);
    await page.keyboard.type('10');
    // Before the cell is left: the preview follows the keys.
    await expect(fee).toContainText(/€1,[23]\d0\.00/);
    expect((await acts.taken()).keys).toBeLessThanOrEqual(4);
    await page.keyboard.press('Tab');
    await page.keyboard.type('soon');
    await page.keyboard.press('Enter');
    await expect(bar(page)).toContainText('1 cell cannot be read.');
    await page.keyboard.press('Control+z');
    await expect(bar(page)).not.toContainText('cannot be read');
    await expect(card(page, 'Worst case')).toContainText('Manager');
    await expectAccessible(page);
    const wanted = card(page, 'Find the fee or the hours').getByRole('textbox', { name: 'Wanted value' });
    await wanted.fill('80');
    await wanted.press('Enter');
    await expect(figure(card(page, 'Result'), 'Recovery')).toContainText('80%');
    await expect(card(page, 'Worst case')).toContainText('Director');
    await card(page, 'Approval').getByRole('button', { name: 'Save and submit' }).press('Enter');
    const why = dialog(page).getByRole('textbox');
    await expect(why).toBeFocused();
    await page.keyboard.type('A client of many years');
    await expect(why).toHaveValue('A client of many years');
    await dialog(page).getByRole('button', { name: 'Submit' }).press('Enter');
    await expect(card(page, 'Approval')).toContainText('Submitted');
    await expect(card(page, 'Approval')).toContainText('Director or above');
    await page.getByRole('tab', { name: 'History' }).press('Enter');
    await expect(page.getByRole('main')).toContainText('A client of many years');
  });

  test('is approved by who may, with what was submitted before their eyes, and goes on as a new version', async ({ browser }) => {
    const [own, other] = await Promise.all([browser.newContext(), browser.newContext()]);
    const page = await own.newPage();
    const boss = await other.newPage();
    await signIn(page, account('operational', 'Manager'));
    const { id, name } = await priced(page, 1500);
    await call(page, 'POST', `/api/pricings/${id}/status`, { to: 'submitted', reason: 'Please' });
    await signIn(boss, account('operational', 'Director'));
    await boss.goto(`${baseUrl()}${PATH}?waiting=1&search=${encodeURIComponent(name)}`);
    await boss.getByRole('link', { name }).or(boss.getByRole('button', { name })).first().click();
    const approval = card(boss, 'Approval');
    await expect(figure(approval, 'Recovery')).toContainText('%');
    await approval.getByRole('button', { name: 'Ask' }).click();
    await dialog(boss).getByRole('textbox', { name: 'Question' }).fill('Does it hold?');
    await dialog(boss).getByRole('button', { name: 'Ask' }).click();
    await expect(boss.getByText('Question sent')).toBeVisible();
    // A word beside it reaches whose it is while they look.
    await page.goto(`${baseUrl()}${PATH}/${id}`);
    await expect(page.getByRole('button', { name: 'Chat', exact: true })).toBeVisible();
    await boss.getByRole('button', { name: 'Chat' }).click();
    await dialog(boss).getByRole('textbox', { name: 'Message' }).fill('See https://example.org/scope');
    await dialog(boss).getByRole('button', { name: 'Send' }).click();
    await expect(dialog(boss).getByRole('log')).toContainText('Does it hold?');
    await expect(dialog(boss).getByRole('link', { name: 'https://example.org/scope' })).toHaveAttribute('rel', /noopener/);
    await expectAccessible(boss);
    await boss.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Chat, 1 new' }).click();
    await expect(dialog(page).getByRole('log')).toContainText('See https://example.org/scope');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Chat', exact: true })).toBeVisible();
    const acts = await tally(boss);
    await approval.getByRole('button', { name: 'Approve' }).click();
    await expect(dialog(boss)).toContainText('Fee €');
    await expectAccessible(boss);
    await dialog(boss).getByRole('button', { name: 'Approve' }).click();
    await expect(approval).toContainText('Approved');
    // One press has opened it: three in all.
    expect((await acts.taken()).presses).toBeLessThanOrEqual(2);
    // Whose it is sees it without asking, and goes on.
    await page.goto(`${baseUrl()}${PATH}/${id}`);
    await card(page, 'Approval').getByRole('button', { name: 'New version' }).click();
    await expect(card(page, 'Approval')).toContainText('Draft');
    const hours = cell(page, 'Audit staff, Senior, Fieldwork');
    await hours.dblclick();
    await hours.fill('120');
    await hours.press('Enter');
    await bar(page).getByRole('button', { name: 'Save' }).click();
    await expect(bar(page)).toHaveCount(0);
    await page.getByRole('tab', { name: 'Versions' }).click();
    await expect(page.getByRole('region', { name: 'What differs' })).toContainText('100 h');
    await expect(page.getByRole('region', { name: 'What differs' })).toContainText('120 h');
    await expectAccessible(page);
    await own.close();
    await other.close();
  });
});
