import type { Locator, Page } from '@playwright/test';
import { counted, tally } from './counted.ts';
import { account, baseUrl, call, expect, expectAccessible, further, signIn, test } from './fixtures.ts';

const PATH = '/management/invoices';

const dialog = (page: Page): Locator => page.getByRole('dialog');
const region = (page: Page, name: string): Locator => dialog(page).getByRole('region', { name, exact: true });
/** The figure beside its name. */
const figure = (within: Locator, name: string): Locator =>
  within.locator('dt', { hasText: new RegExp(`^${name}$`) }).locator('xpath=following-sibling::dd[1]');
/** A name that no other journey has: they run side by side on one firm. */
const unique = (name: string): string => `${name} ${Math.random().toString(36).slice(2, 8)}`;

interface Billed {
  id: string;
  name: string;
}

/** A project of this journey's own with ten hours at 160.00, of a client that can be invoiced. */
async function worked(page: Page): Promise<Billed> {
  const name = unique('Billed');
  const client = await call(page, 'POST', '/api/clients/create', {
    name: unique('Client'),
    street: 'Ring 5',
    postal_code: '10115',
    city: 'Berlin',
    country: 'DE',
    billing_email: 'ap@client.example',
    language: 'de',
  });
  const me = await call<{ id: string }>(page, 'GET', '/users/me');
  const project = await call(page, 'POST', '/api/projects/create', {
    name,
    client_id: client.id,
    currency: 'EUR',
    chargeable: true,
  });
  const { version } = await call<{ version: number }>(page, 'GET', `/api/projects/${project.id}`);
  const rates = [{ grade: null, user_id: me.id, rate: 16_000, first_day: null, last_day: null }];
  await call(page, 'POST', '/api/projects/update', { id: project.id, version, rates });
  const days = ['2026-01-10', '2026-01-17'];
  await call(page, 'POST', '/api/time_entries', {
    entries: days.map((day) => ({ day, project_id: project.id, seconds: 18_000 })),
  });
  return { id: project.id, name };
}

test.describe('invoices', () => {
  test('go from unbilled time to an issued one with its paper, a payment and the accounting system, by mouse', async ({
    browser,
  }) => {
    const [own, other] = await Promise.all([browser.newContext({ acceptDownloads: true }), browser.newContext()]);
    const page = await own.newPage();
    const boss = await other.newPage();
    await Promise.all([signIn(page, account('operational', 'Manager'), PATH), signIn(boss, account('hr', 'Partner'))]);
    await call(boss, 'PUT', '/api/invoice_connector', { kind: 'folder' });
    const project = await worked(page);
    await page.goto(`${baseUrl()}${PATH}?tab=unbilled&search=${encodeURIComponent(project.name)}`);
    const count = counted(page);
    await count.click(page.getByRole('button', { name: project.name }).first());
    await expect(region(page, 'Time')).toContainText('10 h at €160.00');
    await expectAccessible(page);
    await count.click(dialog(page).getByRole('button', { name: 'Make the draft' }));
    const totals = region(page, 'Totals');
    await expect(figure(totals, 'Gross')).toHaveText('€1,904.00');
    // The totals follow what is typed, before it is saved.
    await dialog(page).getByRole('button', { name: 'Add an expense' }).click();
    await dialog(page).getByRole('textbox', { name: 'Description' }).last().fill('Travel');
    await dialog(page).getByRole('textbox', { name: 'Price' }).fill('100');
    await dialog(page).getByRole('textbox', { name: 'Price' }).blur();
    await expect(figure(totals, 'Gross')).toHaveText('€2,023.00');
    await expectAccessible(page);
    await count.click(dialog(page).getByRole('button', { name: 'Save' }));
    await count.click(dialog(page).getByRole('button', { name: 'Issue' }));
    const sure = page.getByRole('dialog', { name: /^Issue €2,023\.00 to/ });
    await count.click(sure.getByRole('button', { name: 'Issue' }));
    await expect(dialog(page).getByText(/^Invoice INV-\d{4}-\d{4}$/)).toBeVisible();
    expect(count.actions).toBeLessThanOrEqual(5);
    await expectAccessible(page);
    const download = page.waitForEvent('download');
    await dialog(page).getByRole('button', { name: 'PDF' }).click();
    expect((await download).suggestedFilename()).toMatch(/^INV-\d{4}-\d{4}\.pdf$/);
    await dialog(page).getByRole('button', { name: 'Note a payment' }).click();
    const paying = page.getByRole('dialog', { name: /^Payment for/ });
    await paying.getByRole('textbox', { name: 'Amount' }).fill('1000');
    await paying.getByRole('button', { name: 'Save' }).click();
    await expect(region(page, 'Payments')).toContainText('€1,023.00 open');
    const acts = await tally(page);
    await dialog(page).getByRole('button', { name: 'Send to accounting' }).click();
    await page
      .getByRole('dialog', { name: /^Send INV-/ })
      .getByRole('button', { name: 'Send to accounting' })
      .click();
    await expect(region(page, 'History')).toContainText('Received by accounting', { timeout: 20_000 });
    expect((await acts.taken()).presses).toBeLessThanOrEqual(4);
    await Promise.all([own.close(), other.close()]);
  });

  test('are drafted, written off with a reason, agreed to by somebody else, issued and credited by keyboard', async ({
    browser,
  }) => {
    const [own, other] = await Promise.all([browser.newContext(), browser.newContext()]);
    const page = await own.newPage();
    const boss = await other.newPage();
    await Promise.all([
      signIn(page, account('operational', 'Manager'), PATH),
      signIn(boss, account('operational', 'Partner'), PATH),
    ]);
    const project = await worked(page);
    await page.goto(`${baseUrl()}${PATH}?add=${project.id}`);
    await expect(region(page, 'Time')).toContainText('10 h at €160.00');
    await dialog(page).getByRole('button', { name: 'Make the draft' }).press('Enter');
    const amount = dialog(page).getByRole('textbox', { name: 'Amount' });
    await amount.focus();
    await page.keyboard.type('1200');
    await page.keyboard.press('Tab');
    const why = dialog(page).getByRole('textbox', { name: 'Why €400.00 are written off' });
    await why.focus();
    await page.keyboard.type('Overrun');
    await expect(why).toHaveValue('Overrun');
    await page.keyboard.press('Enter');
    await expect(dialog(page)).toContainText('Waits for somebody else, Director or above.');
    await expect(dialog(page).getByRole('button', { name: 'Issue' })).toBeDisabled();
    await expectAccessible(page);
    const address = new URL(page.url());
    await boss.goto(`${baseUrl()}${PATH}?id=${address.searchParams.get('id')}`);
    await region(boss, 'Write-offs to agree to').getByRole('button', { name: 'Agree' }).press('Enter');
    await expect(dialog(page)).toContainText('agreed.', { timeout: 15_000 });
    await dialog(page).getByRole('button', { name: 'Issue' }).press('Enter');
    await page
      .getByRole('dialog', { name: /^Issue €1,428\.00/ })
      .getByRole('button', { name: 'Issue' })
      .press('Enter');
    await expect(dialog(page).getByText(/^Invoice INV-/)).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Credit note' }).press('Enter');
    const credit = page.getByRole('dialog', { name: /^Credit INV-/ });
    await expect(credit.getByRole('textbox', { name: 'Reason' })).toBeFocused();
    await page.keyboard.type('Wrong client');
    await expect(credit.getByRole('textbox', { name: 'Reason' })).toHaveValue('Wrong client');
    await expectAccessible(page);
    await credit.getByRole('button', { name: 'Issue the credit note' }).press('Enter');
    await expect(region(page, 'Credit notes')).toContainText('−€1,428.00');
    await page.goto(`${baseUrl()}/management/clients_&_projects?id=${project.id}&panel=invoices`);
    await expect(dialog(page)).toContainText('Work in progress');
    await expect(dialog(page).getByRole('table', { name: 'Invoices' })).toContainText('Credited');
    await expectAccessible(page);
    await Promise.all([own.close(), other.close()]);
  });

  further(
    'leave time out for good: it is written off without one, agreed to by keyboard, and taken back',
    async ({ browser }) => {
      const [own, other] = await Promise.all([browser.newContext(), browser.newContext()]);
      const page = await own.newPage();
      const boss = await other.newPage();
      await Promise.all([
        signIn(page, account('operational', 'Manager'), PATH),
        signIn(boss, account('operational', 'Partner'), PATH),
      ]);
      const project = await worked(page);
      await page.goto(`${baseUrl()}${PATH}?tab=unbilled&search=${encodeURIComponent(project.name)}`);
      await page.getByRole('button', { name: project.name }).first().click();
      await dialog(page).getByRole('button', { name: 'Write this off instead' }).click();
      await expect(region(page, 'Time')).toContainText('€1,600.00');
      await dialog(page).getByRole('button', { name: 'Ask for it' }).click();
      await expect(dialog(page).getByText('Write a reason.').first()).toBeVisible();
      await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('Learning on the job');
      await expectAccessible(page);
      await dialog(page).getByRole('button', { name: 'Ask for it' }).click();
      await expect(dialog(page)).toContainText('Waits for somebody else, Partner or above.');
      await expectAccessible(page);

      await boss.goto(`${baseUrl()}${PATH}?tab=write_offs&waiting=true&search=${encodeURIComponent(project.name)}`);
      await boss.getByRole('button', { name: project.name }).first().press('Enter');
      await expect(dialog(boss)).toContainText('Learning on the job');
      await dialog(boss).getByRole('button', { name: 'Agree' }).press('Enter');
      await expect(dialog(boss).getByRole('button', { name: 'Take back' })).toBeVisible();
      await expect(region(page, 'Value')).toContainText('Written off', { timeout: 15_000 });
      await dialog(boss).getByRole('button', { name: 'Take back' }).press('Enter');
      const why = boss.getByRole('dialog', { name: 'Take back what was written off?' });
      await expect(why.getByRole('textbox', { name: 'Reason' })).toBeFocused();
      await boss.keyboard.type('The client pays after all');
      await why.getByRole('button', { name: 'Take back' }).press('Enter');
      await expect(region(boss, 'History')).toContainText('Taken back');
      await page.goto(`${baseUrl()}${PATH}?tab=unbilled&search=${encodeURIComponent(project.name)}`);
      await expect(page.getByRole('table', { name: 'Not billed yet' })).toContainText('€1,600.00');
      await Promise.all([own.close(), other.close()]);
    },
  );

  further('what a third party costs a project is added, changed and removed by keyboard', async ({ page }) => {
    await signIn(page, account('operational', 'Manager'), PATH);
    const project = await worked(page);
    await page.goto(`${baseUrl()}/management/clients_&_projects?id=${project.id}`);
    await dialog(page).getByRole('tab', { name: 'Invoices' }).press('Enter');
    const costs = page.getByRole('region', { name: 'Third-party cost', exact: true });
    await costs.getByRole('button', { name: 'Add a cost' }).press('Enter');
    const form = page.getByRole('dialog', { name: 'Add a cost' });
    await form.getByRole('button', { name: 'Save' }).press('Enter');
    await expect(form.getByText('A cost is more than nothing.').first()).toBeVisible();
    await form.getByRole('textbox', { name: 'Amount' }).fill('1234.50');
    await form.getByRole('textbox', { name: 'Note' }).fill('Penetration test');
    await expectAccessible(page);
    await form.getByRole('textbox', { name: 'Note' }).press('Enter');
    const row = costs.getByRole('row', { name: /Penetration test/ });
    await expect(row).toContainText('€1,234.50');
    await expect(row).toContainText('The fee');
    await expectAccessible(page);
    await row.getByRole('button').first().press('Enter');
    const change = page.getByRole('dialog', { name: 'Third-party cost' });
    await change.getByRole('switch', { name: 'The client pays it on top of the fee' }).press('Space');
    await change.getByRole('button', { name: 'Save' }).press('Enter');
    await expect(row).toContainText('The client, on top');
    await row.getByRole('button').first().press('Enter');
    await change.getByRole('button', { name: 'Remove the cost' }).press('Enter');
    await page.getByRole('dialog', { name: 'Remove the cost' }).getByRole('button', { name: 'Remove the cost' }).press('Enter');
    await expect(costs).toContainText('No third party has cost this project anything');
  });
});
