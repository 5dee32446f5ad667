import type { Locator, Page } from '@playwright/test';
import { account, baseUrl, call, expect, expectAccessible, further, signIn, test } from './fixtures.ts';

const PRICING = '/management/pricing';

const dialog = (page: Page): Locator => page.getByRole('dialog');
const card = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
/** A name that no other journey has: they run side by side on one firm. */
const unique = (name: string): string => `${name} ${Math.random().toString(36).slice(2, 8)}`;

interface Own {
  id: string;
  name: string;
  line: string;
}

/** A project, a service line with one rate, and pricings of 100 hours at 160.00: the first of the project, the second of none. */
async function ownPricings(page: Page): Promise<{ project: { id: string; name: string }; first: Own; second: Own }> {
  type Stored = Record<'service_lines' | 'sl_roles', { id: string }[]>;
  const set = (data: unknown): Promise<Stored> => call<Stored>(page, 'POST', '/api/pricing_admin/update_variables', data);
  const clients = await call<{ id: string }[]>(page, 'GET', '/api/clients/all_only');
  const client_id = clients[0]?.id;
  const name = unique('Budgeted');
  const project = { ...(await call(page, 'POST', '/api/projects/create', { name, client_id, currency: 'EUR' })), name };
  const line = (await set({ service_lines: [{ name: unique('Line') }] })).service_lines[0]?.id ?? '';
  const grades = { lowest_grade: 'Senior', highest_grade: 'Manager' };
  const role = (await set({ sl_roles: [{ service_line_id: line, name: 'Reviewer', ...grades }] })).sl_roles[0]?.id;
  const rate = { sl_role_id: role, grade: 'Senior', country: 'DE', currency: 'EUR', standard_rate: 16_000 };
  await set({ rates: [rate] });
  const table = { name: 'Audit', service_line_id: line, country: 'DE', currency: 'EUR' };
  const tables = [{ ...table, lines: [{ sl_role_id: role, grade: 'Senior', minutes: [6000] }] }];
  const made = async (project_id: string | null): Promise<Own> => {
    const body = { name: unique('Offer'), client_id, project_id, kind: 'standard', columns: ['Fieldwork'], tables };
    return { ...(await call<Own>(page, 'POST', '/api/pricing/new', body)), line };
  };
  return { project, first: await made(project.id), second: await made(null) };
}

test.describe('pricings and what they touch', () => {
  test('an approved pricing becomes the budget of its project, by keyboard and by mouse', async ({ browser }) => {
    const [own, other] = await Promise.all([browser.newContext(), browser.newContext()]);
    const page = await own.newPage();
    const boss = await other.newPage();
    await Promise.all([
      signIn(page, account('operational', 'Manager')),
      signIn(boss, account('operational', 'Partner'), PRICING),
    ]);
    const { project, first, second } = await ownPricings(page);
    for (const { id } of [first, second]) {
      await call(page, 'POST', `/api/pricings/${id}/status`, { to: 'submitted', reason: 'Please' });
      await call(boss, 'POST', '/api/pricing/approve', { id, submission: 1, decision: 'approved' });
    }
    await page.goto(`${baseUrl()}${PRICING}/${first.id}`);
    await card(page, 'Approval').getByRole('button', { name: 'Take over as the budget' }).press('Enter');
    await expect(dialog(page)).toContainText(`Budget of ${project.name}`);
    await expect(dialog(page).getByRole('row', { name: /^Fee/ })).toContainText('€16,000.00');
    await expectAccessible(page);
    await dialog(page).getByRole('button', { name: 'Take over' }).press('Enter');
    await expect(card(page, 'Approval')).toContainText(`Budget of ${project.name} since`);
    await expect(card(page, 'Approval').getByRole('button', { name: 'Take over as the budget' })).toHaveCount(0);
    await page.goto(`${baseUrl()}/management/clients_&_projects?id=${project.id}&panel=budget`);
    await expect(dialog(page)).toContainText('The budget comes from the pricing');
    await expect(dialog(page).getByRole('link', { name: first.name })).toBeVisible();
    await expectAccessible(page);
    // The second has no project yet: it is named with the act, and takes the place of the first.
    await page.goto(`${baseUrl()}${PRICING}/${second.id}`);
    await card(page, 'Approval').getByRole('button', { name: 'Take over as the budget' }).click();
    await expect(dialog(page).getByRole('button', { name: 'Take over' })).toBeDisabled();
    await dialog(page).getByRole('combobox', { name: 'Project' }).fill(project.name);
    await page.getByRole('option', { name: project.name }).click();
    await expect(dialog(page).getByRole('row', { name: /^Hours/ })).toContainText('100');
    // Somebody changes the project while they look.
    await call(boss, 'POST', '/api/projects/update', { id: project.id, budget_fee: 1_000_000 });
    await dialog(page).getByRole('button', { name: 'Take over' }).click();
    await expect(dialog(page).getByRole('alert')).toContainText('Somebody else changed this project');
    await expect(dialog(page).getByRole('row', { name: /^Fee/ })).toContainText('€10,000.00');
    await dialog(page).getByRole('button', { name: 'Take over' }).click();
    await expect(card(page, 'Approval')).toContainText(`Budget of ${project.name} since`);
    await own.close();
    await other.close();
  });

  further('the review of rates names the open pricings that they touch', async ({ page }) => {
    await signIn(page, account('operational', 'Manager'), PRICING);
    const { first, second } = await ownPricings(page);
    await call(page, 'POST', `/api/pricings/${second.id}/status`, { to: 'submitted', reason: 'Please' });
    await page.goto(`${baseUrl()}/management/financial_variables?line=${first.line}`);
    const standard = page.getByRole('textbox', { name: /^Reviewer, Senior, Standard rate(,|$)/ });
    await expect(standard).toHaveValue('160.00');
    await standard.focus();
    await page.keyboard.press('Home');
    await page.keyboard.type('170');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Review and apply' }).press('Enter');
    await expect(dialog(page).getByRole('heading', { name: 'Pricings touched' })).toBeVisible();
    const touched = dialog(page);
    await expect(touched).toContainText('2 open pricings have hours at these rates.');
    await expect(touched).toContainText(first.name);
    await expect(touched).toContainText(second.name);
    await expectAccessible(page);
    await dialog(page).getByRole('button', { name: 'Apply' }).press('Enter');
    await expect(page.getByText(/^1 rate holds from/)).toBeVisible();
    const kept = await call<{ shown: { number: number; figures: { standard: number } } }>(
      page,
      'GET',
      `/api/pricings/${first.id}`,
    );
    expect(kept.shown).toMatchObject({ number: 1, figures: { standard: 1_600_000 } });
  });
});
