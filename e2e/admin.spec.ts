import type { Locator, Page } from '@playwright/test';
import { account, baseUrl, begin, call, expect, expectAccessible, further, open, signIn, test } from './fixtures.ts';

const drawer = (page: Page): Locator => page.getByRole('dialog');
const box = (within: Page | Locator, name: string): Locator => within.getByRole('combobox', { name, exact: true });
/** Journeys run side by side on one firm: each names its own things. */
const mark = (): string => Math.random().toString(36).slice(2, 8);

async function choose(within: Page | Locator, name: string, option: string): Promise<void> {
  await box(within, name).click();
  await box(within, name).fill(option);
  await box(within, name).page().getByRole('option', { name: option }).first().click();
}

test.describe('people', () => {
  test('a person is added by keyboard; a refusal stands at its field and what was typed stays', async ({ page }) => {
    const name = `Neu ${mark()}`;
    await signIn(page, account('hr', 'Partner'), '/admin/users');
    await page.getByRole('heading', { level: 1 }).focus();
    await page.keyboard.press('n');
    await expect(drawer(page)).toBeVisible();
    await page.keyboard.type('Zara');
    await page.keyboard.press('Tab');
    await page.keyboard.type(name);
    await page.keyboard.press('Tab');
    await page.keyboard.type(account('hr', 'Junior').email);
    await page.keyboard.press('Enter');
    await expect(
      drawer(page)
        .getByText(/has this address already/)
        .first(),
    ).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue('Zara');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(page.getByText('Leave without saving?')).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).last().click();
    await page.getByRole('textbox', { name: 'E-mail' }).fill('');
    await page.getByRole('textbox', { name: 'E-mail' }).press('Enter');
    await expect(page.getByText(`Zara ${name} was added.`)).toBeVisible();
    await expect(drawer(page)).toHaveCount(0);
    await page.getByRole('searchbox', { name: 'Search' }).fill(name);
    await expect(page).toHaveURL(/search=Neu/);
    await expect(page.getByRole('button', { name: `Zara ${name}`, exact: true })).toBeVisible();
  });

  test('grade and week change from a day; two who change the same person both decide', async ({ page }) => {
    const name = mark();
    await begin(page, account('hr', 'Partner'));
    const { id } = await call(page, 'POST', '/api/user_management/add_user', {
      first_name: 'Bo',
      last_name: name,
      grade: 'Junior',
      category: 'operational',
    });
    await open(page, `/admin/users/${id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Bo ${name}`);
    await choose(page, 'Grade', 'Senior Manager');
    await page.getByRole('textbox', { name: 'Fri' }).fill('4');
    await page.keyboard.press('Tab');
    await expect(page.getByText('36 h a week')).toBeVisible();
    await expect(page.getByText(/holds from .* on\. What held before stays/)).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Control+s');
    await expect(page.getByText(`Bo ${name} was saved.`)).toBeVisible();
    await page.getByRole('textbox', { name: 'First name' }).fill('Bob');
    await call(page, 'POST', '/api/users/edit', { userData: { id, first_name: 'Robert', country: 'FR' } });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('You both changed: First name.')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Bob ${name}`);
    await expect(box(page, 'Country')).toHaveValue('France');
    await page.getByRole('button', { name: 'Delete…' }).click();
    await page.getByRole('textbox', { name: /to confirm/ }).fill(`Bob ${name}`);
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(page).toHaveURL(`${baseUrl()}/admin/users`);
  });

  test('several teams at once, people taken in, and a refusal that says why', async ({ page }) => {
    const name = mark();
    await signIn(page, account('hr', 'Partner'), '/admin/business_units?id=several');
    await page.getByRole('textbox', { name: 'Names' }).fill(`North ${name}\nNorth ${name}`);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(drawer(page).getByText(/These stand twice or exist already/)).toBeVisible();
    await page.getByRole('textbox', { name: 'Names' }).fill(`North ${name}\nSouth ${name}`);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByText('2 teams were added.')).toBeVisible();
    await page.getByRole('button', { name: `South ${name}`, exact: true }).click();
    await choose(drawer(page), 'Belongs to', `North ${name}`);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(drawer(page)).toHaveCount(0);
    await expect(page.getByRole('button', { name: `Teams below North ${name}` })).toHaveAttribute('aria-expanded', 'true');
    await page.getByRole('button', { name: `North ${name}`, exact: true }).click();
    await page.getByRole('button', { name: 'Delete…' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(drawer(page).getByText(/is used by 1 team\./)).toBeVisible();
    await expectAccessible(page);
  });

  test('who may not see users calls nothing that is closed', async ({ page }) => {
    const refused: string[] = [];
    page.on('response', (reply) => void (reply.status() === 403 && refused.push(reply.url())));
    await signIn(page, account('operational', 'Junior'));
    for (const path of ['/admin/users', '/admin/business_units', '/management/clients_&_projects', '/admin/settings']) {
      await open(page, path);
      await expect(page.getByRole('heading', { level: 2 }).or(page.getByRole('table')).first()).toBeVisible();
    }
    expect(refused).toEqual([]);
  });
});

test.describe('clients and projects', () => {
  test('a project with a client made on the spot; hours and fee as typed', async ({ page }) => {
    const name = mark();
    await signIn(page, account('operational', 'Manager'), '/management/clients_&_projects?id=new');
    await box(drawer(page), 'Client').fill(`Smith & Co ${name}`);
    await page.getByRole('option', { name: `Add client “Smith & Co ${name}”` }).click();
    await drawer(page).getByRole('textbox', { name: 'Name' }).fill(`Audit ${name}`);
    await drawer(page).getByRole('textbox', { name: 'Budget hours' }).fill('120.5');
    await drawer(page).getByRole('textbox', { name: 'Budget fee' }).fill('12,345.67');
    await page.keyboard.press('Tab');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByText(/was added with the code P-/)).toBeVisible();
    await open(page, `/management/clients_&_projects?search=${name}`);
    await expect(page.getByRole('cell', { name: '120.5' })).toBeVisible();
    await page.getByRole('button', { name: `Audit ${name}`, exact: true }).click();
    await expect(drawer(page).getByRole('textbox', { name: 'Budget fee' })).toHaveValue('12345.67');
    await open(page, `/management/clients_&_projects?tab=clients&search=${name}`);
    await page.getByRole('button', { name: `Smith & Co ${name}` }).click();
    await page.getByRole('button', { name: 'Delete…' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(drawer(page).getByText(/is used by 1 project/)).toBeVisible();
    await page.getByRole('button', { name: 'Set inactive' }).click();
    await expect(page.getByText('No client matches these filters')).toBeVisible();
  });

  further('the billing status of several projects in four actions, and back', async ({ page }) => {
    const name = mark();
    await signIn(page, account('operational', 'Partner'));
    for (const [index, billing_status] of (['not_started', 'in_progress', 'not_started'] as const).entries())
      await call(page, 'POST', '/api/projects/create', { name: `Bill ${name} ${index}`, billing_status });
    await open(page, `/management/clients_&_projects?search=${name}`);
    const rows = page.getByRole('checkbox', { name: new RegExp(`Select Bill ${name}`) });
    await rows.first().click();
    await rows.last().click({ modifiers: ['Shift'] });
    await page.getByRole('button', { name: 'Set billing status' }).click();
    await page.getByRole('menuitem', { name: 'Ready to bill' }).click();
    await expect(page.getByRole('cell', { name: 'Ready to bill' })).toHaveCount(3);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('cell', { name: 'Not started' })).toHaveCount(2);
    await expect(page.getByRole('cell', { name: 'In progress' })).toHaveCount(1);
  });
});

test.describe('a table of clients and one of projects', () => {
  const file = (lines: string[]) => ({ name: 'table.csv', mimeType: 'text/csv', buffer: Buffer.from(`${lines.join('\n')}\n`) });

  test('are checked, mended in place and imported; the same again adds nothing', async ({ page }) => {
    const name = mark();
    await signIn(page, account('operational', 'Director'), '/management/clients_&_projects?tab=clients');
    await page.getByRole('button', { name: 'Import' }).click();
    await page.getByLabel(/Drop the table here/).setInputFiles(file(['Client,Sector', `Elm ${name},Rail`]));
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Add 1 client' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Add 1 client' }).click();
    await expect(page.getByText('1 client was added.')).toBeVisible();

    await open(page, '/management/clients_&_projects?import=1');
    const lines = ['Project,Client,Budget (h)', `Bridge ${name},Elm ${name},"120,5"`, `Tunnel ${name},Elm ${name},much`];
    await page.getByLabel(/Drop the table here/).setInputFiles(file(lines));
    await expect(page.getByText('Write a number from 0 to 1,000,000.')).toBeVisible();
    await page.getByRole('textbox', { name: 'Budget hours, row 3' }).fill('80');
    await page.getByRole('button', { name: 'Add 2 projects' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Add 2 projects' }).click();
    await expect(page.getByText('2 projects were added.')).toBeVisible();
    await open(page, `/management/clients_&_projects?search=${name}`);
    await expect(page.getByRole('cell', { name: '120.5' })).toBeVisible();
    await expect(page.getByRole('cell', { name: '80', exact: true })).toBeVisible();

    await open(page, '/management/clients_&_projects?import=1');
    await page.getByLabel(/Drop the table here/).setInputFiles(file(lines.slice(0, 2)));
    await expect(page.getByText('1 is there already')).toBeVisible();
  });
});

test.describe('settings', () => {
  test('a task type that is used stays; its name belongs to it alone', async ({ page }) => {
    const name = `Valuation ${mark()}`;
    await signIn(page, account('admin', 'Senior'), '/admin/settings?id=new');
    await page.getByRole('textbox', { name: 'Name' }).fill('Review');
    await page.getByRole('textbox', { name: 'Name' }).press('Enter');
    await expect(drawer(page).getByText('There is a task type "Review" already.')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('textbox', { name: 'Name' }).fill(name);
    await page.getByRole('radio', { name: 'Internal' }).check();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('button', { name, exact: true }).click();
    await expect(page.getByRole('radio', { name: 'Internal' })).toBeChecked();
    await page.getByRole('button', { name: 'Delete…' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(page.getByText(`“${name}” was deleted.`)).toBeVisible();
  });

  test('administrators change a role by keyboard and cannot lock themselves out by accident', async ({ page }) => {
    const role = `reader ${mark()}`;
    await signIn(page, account('hr', 'Partner'), '/admin/settings?section=roles');
    await page.getByRole('button', { name: 'New role' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill(role);
    await page.getByRole('textbox', { name: 'Name' }).press('Enter');
    await expect(page.getByRole('tab', { name: role })).toHaveAttribute('aria-selected', 'true');
    await page.getByRole('checkbox', { name: 'Home: Open page' }).focus();
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowRight', 'Space'])
      await page.keyboard.press(key);
    await expect(page.getByRole('checkbox', { name: 'Add time: Change' })).toBeFocused();
    await expect(page.getByText(/1 change not applied yet/)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByText('1 change was applied.')).toBeVisible();
    await page.getByRole('tab', { name: 'user', exact: true }).click();
    await page.getByRole('checkbox', { name: 'Settings: Open page', exact: true }).uncheck();
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByText('Close the settings for yourself?')).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).last().click();
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('tab', { name: role }).click();
    await page.getByRole('button', { name: `Delete the role ${role}…` }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(page.getByRole('tab', { name: role })).toHaveCount(0);
  });
});
