import type { Locator, Page } from '@playwright/test';
import { tally } from './counted.ts';
import { account, baseUrl, call, expect, expectAccessible, otherHand, signIn, test } from './fixtures.ts';

/** What other journeys do with one hand, with the other: J19 by keyboard, J20 by keyboard, J21 by mouse and by keyboard. */
const dialog = (page: Page): Locator => page.getByRole('dialog');
const card = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
/** A name that no other journey has: they run side by side on one firm. */
const unique = (name: string): string => `${name} ${Math.random().toString(36).slice(2, 8)}`;

interface Own {
  id: string;
  name: string;
  line: string;
}

/** A service line with one rate, and a pricing of 100 hours at it. */
async function priced(page: Page): Promise<Own> {
  type Stored = Record<'service_lines' | 'sl_roles', { id: string }[]>;
  const set = (data: unknown): Promise<Stored> => call<Stored>(page, 'POST', '/api/pricing_admin/update_variables', data);
  const line = (await set({ service_lines: [{ name: unique('Line') }] })).service_lines[0]?.id ?? '';
  const grades = { lowest_grade: 'Senior', highest_grade: 'Manager' };
  const role = (await set({ sl_roles: [{ service_line_id: line, name: 'Reviewer', ...grades }] })).sl_roles[0]?.id;
  await set({ rates: [{ sl_role_id: role, grade: 'Senior', country: 'DE', currency: 'EUR', standard_rate: 16_000 }] });
  const clients = await call<{ id: string }[]>(page, 'GET', '/api/clients/all_only');
  const table = { name: 'Audit', service_line_id: line, country: 'DE', currency: 'EUR' };
  const body = {
    name: unique('Offer'),
    client_id: clients[0]?.id,
    kind: 'standard',
    columns: ['Fieldwork'],
    tables: [{ ...table, lines: [{ sl_role_id: role, grade: 'Senior', minutes: [6000] }] }],
  };
  return { ...(await call<Own>(page, 'POST', '/api/pricing/new', body)), line };
}

/** Until it has the focus, by Tab alone. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    if (await target.evaluate((element) => element === document.activeElement).catch(() => false)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}

test.describe('money by the other hand', () => {
  otherHand('J19: a pricing is approved from its page by keyboard, its figures first', async ({ browser }) => {
    const [own, other] = await Promise.all([browser.newContext(), browser.newContext()]);
    const [page, boss] = [await own.newPage(), await other.newPage()];
    await signIn(page, account('operational', 'Manager'));
    const { id } = await priced(page);
    await call(page, 'POST', `/api/pricings/${id}/status`, { to: 'submitted', reason: 'Please' });
    await signIn(boss, account('operational', 'Partner'));
    await boss.goto(`${baseUrl()}/management/pricing/${id}`);
    const approve = card(boss, 'Approval').getByRole('button', { name: 'Approve' });
    await tabTo(boss, approve);
    const acts = await tally(boss);
    await boss.keyboard.press('Enter');
    await expect(dialog(boss)).toContainText('Fee €16,000.00');
    await expectAccessible(boss);
    await tabTo(boss, dialog(boss).getByRole('button', { name: 'Approve' }));
    await boss.keyboard.press('Enter');
    await expect(card(boss, 'Approval')).toContainText('Approved');
    expect((await acts.taken()).presses).toBe(0);
    await Promise.all([own.close(), other.close()]);
  });

  otherHand('J20: an issued invoice is sent to accounting by keyboard', async ({ browser }) => {
    const [own, other] = await Promise.all([browser.newContext(), browser.newContext()]);
    const [page, boss] = [await own.newPage(), await other.newPage()];
    await Promise.all([signIn(page, account('operational', 'Manager')), signIn(boss, account('hr', 'Partner'))]);
    await call(boss, 'PUT', '/api/invoice_connector', { kind: 'folder' });
    const client = await call(page, 'POST', '/api/clients/create', {
      ...{
        name: unique('Client'),
        street: 'Ring 5',
        postal_code: '10115',
        city: 'Berlin',
        country: 'DE',
        billing_email: 'ap@client.example',
      },
    });
    const lines = [{ kind: 'fixed', description: 'Advice', price: 10_000 }];
    const draft = await call<{ id: string; version: number }>(page, 'POST', '/api/invoices', { client_id: client.id, lines });
    await call(page, 'POST', `/api/invoices/${draft.id}/issue`, { version: draft.version });
    await page.goto(`${baseUrl()}/management/invoices?id=${draft.id}`);
    await tabTo(page, dialog(page).getByRole('button', { name: 'Send to accounting' }));
    const acts = await tally(page);
    await page.keyboard.press('Enter');
    const sure = page.getByRole('dialog', { name: /^Send INV-/ });
    await tabTo(page, sure.getByRole('button', { name: 'Send to accounting' }));
    await page.keyboard.press('Enter');
    await expect(dialog(page).getByRole('region', { name: 'History', exact: true })).toContainText('Received by accounting', {
      timeout: 20_000,
    });
    const { presses, keys } = await acts.taken();
    expect(presses).toBe(0);
    expect(keys).toBeLessThanOrEqual(8);
    await Promise.all([own.close(), other.close()]);
  });

  otherHand('J21: a rate is changed by mouse, and the pricings that it touches are named before it holds', async ({ page }) => {
    await signIn(page, account('operational', 'Manager'));
    const { name, line } = await priced(page);
    await page.goto(`${baseUrl()}/management/financial_variables?line=${line}`);
    const standard = page.getByRole('textbox', { name: /^Reviewer, Senior, Standard rate(,|$)/ });
    await expect(standard).toHaveValue('160.00');
    const acts = await tally(page);
    await standard.click();
    await page.keyboard.type('170');
    // What is typed counts once the cell is left.
    await page.getByRole('textbox', { name: /^Reviewer, Senior, Charge rate(,|$)/ }).click();
    await page.getByRole('button', { name: 'Review and apply' }).click();
    await expect(dialog(page).getByRole('heading', { name: 'Pricings touched' })).toBeVisible();
    await expect(dialog(page)).toContainText(name);
    await expectAccessible(page);
    await dialog(page).getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByText(/^1 rate holds from/)).toBeVisible();
    expect((await acts.taken()).presses).toBeLessThanOrEqual(4);
  });
});
