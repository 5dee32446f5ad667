import type { Locator, Page } from '@playwright/test';
import { dayIn } from '../src/kit/day.ts';
import { counted } from './counted.ts';
import {
  FULL,
  account,
  baseUrl,
  begin,
  call,
  expect,
  expectAccessible,
  further,
  open,
  otherHand,
  signIn,
  test,
} from './fixtures.ts';
import { SPOKEN, THEMES, show } from './screens.ts';
import { firmDay } from '../test/today.ts';

const PATH = '/management/clients_&_projects';
const drawer = (page: Page): Locator => page.getByRole('dialog');
const box = (within: Page | Locator, name: string): Locator => within.getByRole('combobox', { name, exact: true });
const field = (within: Page | Locator, name: string): Locator => within.getByRole('textbox', { name, exact: true });

/** A word that no other journey of this run has. */
const odd = (): string => Math.random().toString(36).slice(2, 8);

interface Project {
  id: string;
  name: string;
  client: string | null;
  status: string;
  billing_status: string;
  managers: { name: string }[];
}

const projects = (page: Page, search: string): Promise<Project[]> =>
  call<Project[]>(page, 'POST', '/api/projects/all', { search, per_page: 200, sort: 'name' });

const MOST_FOR_NEW = 9;
const MOST_FOR_BILLING = 4;

test.describe('J17: a new client and a new project', () => {
  otherHand('by mouse, the client made in the same box', async ({ page }) => {
    const word = odd();
    await signIn(page, account('operational', 'Manager'), PATH);
    const user = counted(page);
    await user.click(page.getByRole('button', { name: 'New project' }));
    await user.click(box(drawer(page), 'Client'));
    await box(drawer(page), 'Client').fill(`Quill ${word}`);
    await user.click(page.getByRole('option', { name: `Add client “Quill ${word}”` }));
    await expect(page.getByText(`Quill ${word} was added.`)).toBeVisible();
    await user.click(field(drawer(page), 'Name'));
    await page.keyboard.type(`Audit ${word}`);
    await expectAccessible(page);
    await user.click(page.getByRole('button', { name: 'Add', exact: true }));
    await expect(page.getByText(/was added with the code/)).toBeVisible();
    expect(user.actions).toBeLessThanOrEqual(MOST_FOR_NEW);
    expect(await projects(page, word)).toMatchObject([{ name: `Audit ${word}`, client: `Quill ${word}` }]);
  });

  test('by keyboard; a name that is there already is said while it is typed', async ({ page }) => {
    const word = odd();
    await begin(page, account('admin', 'Senior'));
    await call(page, 'POST', '/api/projects/create', { name: `Review ${word}` });
    await open(page, PATH);
    await page.getByRole('heading', { level: 1 }).focus();
    const user = counted(page);
    await user.press('n');
    await expect(field(drawer(page), 'Name')).toBeFocused();
    await page.keyboard.type(`Review ${word}`);
    await expect(drawer(page).getByText(/Already there: .*Review/)).toBeVisible();
    await page.keyboard.type(' 2');
    await user.press('Shift+Tab');
    await expect(box(drawer(page), 'Client')).toBeFocused();
    await page.keyboard.type(`Rook ${word}`);
    await user.press('Enter');
    await expect(page.getByText(`Rook ${word} was added.`)).toBeVisible();
    await field(drawer(page), 'Name').focus();
    await user.press('Enter');
    await expect(page.getByText(/was added with the code/)).toBeVisible();
    expect(user.actions).toBeLessThanOrEqual(MOST_FOR_NEW);
    expect(await projects(page, word)).toMatchObject([
      { name: `Review ${word}` },
      { name: `Review ${word} 2`, client: `Rook ${word}` },
    ]);
  });
});

test.describe('J18: the billing status of twenty projects', () => {
  const MANY = 20;
  const make = async (page: Page, word: string): Promise<void> => {
    for (let n = 0; n < MANY; n++)
      await call(page, 'POST', '/api/projects/create', {
        name: `Bill ${word} ${String(n).padStart(2, '0')}`,
        billing_status: n % 2 === 0 ? 'not_started' : 'in_progress',
      });
  };
  const statuses = async (page: Page, word: string): Promise<string[]> => [
    ...new Set((await projects(page, word)).map(({ billing_status }) => billing_status)),
  ];

  test('by mouse in four actions, and back in one', async ({ page }) => {
    const word = odd();
    await begin(page, account('operational', 'Partner'));
    await make(page, word);
    await open(page, `${PATH}?search=${word}`);
    await expect(page.getByRole('checkbox', { name: new RegExp(`Select Bill ${word}`) })).toHaveCount(MANY);
    const user = counted(page);
    await user.click(page.getByRole('checkbox', { name: 'Select all rows on this page' }));
    await user.click(page.getByRole('button', { name: 'Set billing status' }));
    await user.click(page.getByRole('menuitem', { name: 'Ready to bill' }));
    await expect(page.getByText(`${MANY} projects: billing status “Ready to bill”`)).toBeVisible();
    expect(user.actions).toBeLessThanOrEqual(MOST_FOR_BILLING);
    expect(await statuses(page, word)).toEqual(['ready_to_bill']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => statuses(page, word)).toEqual(['not_started', 'in_progress']);
  });

  otherHand('by keyboard, and back by Ctrl Z', async ({ page }) => {
    const word = odd();
    await begin(page, account('operational', 'Partner'));
    await make(page, word);
    await open(page, `${PATH}?search=${word}`);
    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).focus();
    const user = counted(page);
    await user.press('Space');
    await user.press('b');
    await expect(page.getByRole('menuitem', { name: 'Not started' })).toBeFocused();
    for (let n = 0; n < 2; n++) await user.press('ArrowDown');
    await expect(page.getByRole('menuitem', { name: 'Ready to bill' })).toBeFocused();
    await user.press('Enter');
    await expect.poll(() => statuses(page, word)).toEqual(['ready_to_bill']);
    expect(user.actions).toBeLessThanOrEqual(5);
    await page.keyboard.press('Control+z');
    await expect.poll(() => statuses(page, word)).toEqual(['not_started', 'in_progress']);
  });

  test('rows are chosen one by one and from one to another by key', async ({ page }) => {
    const word = odd();
    await begin(page, account('operational', 'Partner'));
    for (let n = 0; n < 5; n++) await call(page, 'POST', '/api/projects/create', { name: `Key ${word} ${n}` });
    await open(page, `${PATH}?search=${word}`);
    await page.getByRole('button', { name: `Key ${word} 0`, exact: true }).focus();
    await page.keyboard.press('x');
    await expect(page.getByText('1 selected')).toBeVisible();
    for (let n = 0; n < 3; n++) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Shift+X');
    await expect(page.getByText('4 selected')).toBeVisible();
    await page.keyboard.press('x');
    await expect(page.getByText('3 selected')).toBeVisible();
    await expect(page.getByRole('button', { name: `Key ${word} 3`, exact: true })).toBeFocused();
  });
});

test.describe('a project', () => {
  test('is changed in its row by keyboard: Enter, arrows, Enter; Undo takes it back', async ({ page }) => {
    const word = odd();
    await begin(page, account('operational', 'Director'));
    await call(page, 'POST', '/api/projects/create', { name: `Row ${word}` });
    await open(page, `${PATH}?search=${word}`);
    const cell = page.getByRole('button', { name: `Status of Row ${word}: Active` });
    await cell.focus();
    await page.keyboard.press('Enter');
    await expect(box(page, `Status of Row ${word}`)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(cell).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.type('On hold');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: `Status of Row ${word}: On hold` })).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(cell).toBeVisible();
  });

  test('shows all of its sides; phases, people and notes are kept', async ({ page }) => {
    const word = odd();
    await begin(page, account('admin', 'Partner'));
    const { id } = await call<Project>(page, 'POST', '/api/projects/create', { name: `Sides ${word}`, budget_minutes: 6000 });
    await open(page, `${PATH}?id=${id}`);
    await expect(drawer(page).getByText('Budget used')).toBeVisible();
    await page.getByRole('button', { name: 'How “Budget used” is counted' }).click();
    await expect(page.getByText('Logged ÷ budget = 0 h ÷ 100 h.')).toBeVisible();
    await page.getByRole('tab', { name: 'Budget & margin' }).click();
    await page.getByRole('button', { name: 'Add a phase' }).click();
    await page.keyboard.type('Planning');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText(`Sides ${word} was saved.`).first()).toBeVisible();
    await page.getByRole('tab', { name: 'Team & bookings' }).click();
    await page.getByRole('button', { name: 'Add a member' }).click();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('tab', { name: 'Files & notes' }).click();
    await field(drawer(page), 'Notes').fill('Start after Easter.');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page
      .getByLabel('Add a file')
      .setInputFiles({ name: 'plan.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n1,2\n') });
    await expect(page.getByRole('button', { name: 'Download plan.csv' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('tab', { name: 'History' }).click();
    for (const what of ['changed the phases.', 'changed the members.', 'added a file:', 'added this.'])
      await expect(drawer(page).getByText(what)).toBeVisible();
    await expectAccessible(page);
    const whole = await call<{ phases: unknown[]; members: unknown[]; notes: string }>(page, 'GET', `/api/projects/${id}`);
    expect([whole.phases.length, whole.members.length, whole.notes]).toEqual([1, 1, 'Start after Easter.']);
  });

  test('is copied to next year and saved as a template from its menu', async ({ page }) => {
    const word = odd();
    await begin(page, account('operational', 'Senior Manager'));
    await call(page, 'POST', '/api/projects/create', { name: `Yearly 2026 ${word}`, starts_on: '2026-01-01' });
    await open(page, `${PATH}?search=${word}`);
    await page.getByRole('button', { name: `Actions for Yearly 2026 ${word}` }).click();
    await expectAccessible(page);
    await page.getByRole('menuitem', { name: 'Copy to next year' }).click();
    await expect(drawer(page).getByText(`Yearly 2027 ${word}`)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(drawer(page)).toHaveCount(0);
    await page.getByRole('button', { name: `Actions for Yearly 2026 ${word}` }).click();
    await page.getByRole('menuitem', { name: 'Save as template' }).click();
    await expect(page.getByText(`The template Yearly 2026 ${word} was saved.`)).toBeVisible();
    await expect(drawer(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(drawer(page)).toHaveCount(0);
    await open(page, `${PATH}?show=templates&search=${word}`);
    await expect(page.getByRole('button', { name: `Yearly 2026 ${word}`, exact: true })).toBeVisible();
  });
});

test.describe('a client', () => {
  test('keeps contacts, billing details and restrictions, and nobody restricted is booked', async ({ page }) => {
    const word = odd();
    await begin(page, account('operational', 'Partner'));
    const { id } = await call<{ id: string }>(page, 'POST', '/api/clients/create', { name: `Wren ${word}` });
    const project = await call<Project>(page, 'POST', '/api/projects/create', { name: `Wren work ${word}`, client_id: id });
    const me = await call<{ id: string; first_name: string }>(page, 'GET', '/api/users/me');
    await open(page, `${PATH}?tab=clients&id=${id}`);
    await box(drawer(page), 'Country').click();
    await page.keyboard.type('Germany');
    await page.keyboard.press('Enter');
    await field(drawer(page), 'VAT number').fill('12');
    await page.getByRole('button', { name: 'Add a contact' }).click();
    await page.keyboard.type('Eva Kurz');
    await page.getByRole('button', { name: 'Add a restriction' }).click();
    await page.keyboard.type(account('operational', 'Partner').email.split('.')[0] ?? '');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(
      drawer(page)
        .getByText(/has not the form of a VAT number/)
        .first(),
    ).toBeVisible();
    await field(drawer(page), 'VAT number').fill('DE 123 456 789');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(drawer(page)).toHaveCount(0);
    const stored = await call<{ vat_id: string; contacts: unknown[]; restrictions: { user_id: string }[] }>(
      page,
      'GET',
      `/api/clients/${id}`,
    );
    expect(stored).toMatchObject({ vat_id: 'DE123456789', contacts: [{ name: 'Eva Kurz' }] });
    const whom = stored.restrictions[0]?.user_id ?? me.id;
    const token = await page.evaluate(() => localStorage.getItem('access_token'));
    const day = firmDay();
    const refused = await page.request.post(`${baseUrl()}/api/bookings`, {
      headers: { authorization: `Bearer ${token}` },
      data: { user_id: whom, project_id: project.id, first_day: day, last_day: day, minutes_per_day: 60, level: 'hard' },
    });
    expect(refused.status()).toBe(422);
    expect(await refused.text()).toContain('may not work for');
  });
});

const TABS = ['overview', 'team', 'time', 'budget', 'files', 'history'];

test.describe('every side of a project and a client is accessible', () => {
  for (const language of SPOKEN)
    for (const theme of THEMES)
      for (const width of FULL ? [1440, 390] : [390])
        further(`${language}, ${theme}, ${width} px`, async ({ page }) => {
          await page.setViewportSize({ width, height: 844 });
          await page.emulateMedia({ colorScheme: theme });
          await begin(page, account('admin', 'Director'));
          const [project] = await call<Project[]>(page, 'POST', '/api/projects/all', { statuses: ['active'], per_page: 1 });
          const [client] = await call<Project[]>(page, 'POST', '/api/clients/all', { per_page: 1 });
          const addresses = [
            '?show=templates',
            `?tab=clients&id=${client?.id}`,
            ...TABS.map((panel) => `?id=${project?.id}&panel=${panel}`),
          ];
          for (const address of addresses) {
            await show(page, PATH + address, language);
            await expectAccessible(page);
          }
        });
});

test('who may not open projects reads the card of one beside the timesheet', async ({ page }) => {
  const word = odd();
  await begin(page, account('operational', 'Partner'));
  const { id } = await call<{ id: string }>(page, 'POST', '/api/projects/create', { name: `Card ${word}`, budget_minutes: 600 });
  await signIn(page, account('operational', 'Junior'));
  const day = dayIn('Europe/Berlin', new Date());
  await call(page, 'POST', '/api/time_entries', { day, project_id: id, seconds: 900 });
  await open(page, '/time_tracking/timesheet');
  await page
    .getByRole('row', { name: new RegExp(`Card ${word}`) })
    .getByRole('gridcell')
    .first()
    .click();
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'See the project' }).press('Enter');
  const card = page.getByRole('dialog', { name: 'Project' });
  await expect(card.getByText(`Card ${word}`)).toBeVisible();
  await expect(card.getByText('Everybody')).toBeVisible();
  await expect(card.getByText(/budget/i)).toHaveCount(0);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(card).toBeHidden();
  expect(new URL(page.url()).searchParams.get('card')).toBeNull();
  await open(page, `/management/clients_&_projects?id=${id}`);
  await expect(page.getByRole('table')).toHaveCount(0);
});
