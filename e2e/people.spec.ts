import type { Locator, Page } from '@playwright/test';
import { counted } from './counted.ts';
import { account, baseUrl, begin, call, expect, expectAccessible, further, open, otherHand, signIn, test } from './fixtures.ts';
import { expectAccessibleInBoth } from './invitations.ts';

const mark = (): string => Math.random().toString(36).slice(2, 8);
const drawer = (page: Page): Locator => page.getByRole('dialog');

/** A list of so many people; `change` alters the lines. */
function listOf(size: number, name: string, change: (line: string, index: number) => string = (line) => line) {
  const lines = Array.from({ length: size }, (_, index) =>
    change(`P${index},${name},p${index}.${name}@example.org,Senior`, index),
  );
  return {
    name: 'people.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['First name,Last name,E-mail,Grade', ...lines].join('\n')),
  };
}

test.describe('J24: 50 people are invited', () => {
  otherHand('by mouse in five clicks and a file, a fault mended in its place', async ({ page }) => {
    const name = mark();
    await signIn(page, account('hr', 'Partner'), '/admin/users');
    const user = counted(page);
    await user.click(page.getByRole('button', { name: 'Invite', exact: true }));
    await user.click(page.getByRole('menuitem', { name: 'From a table' }));
    await expect(page.getByRole('heading', { level: 1, name: 'Invite people from a table' })).toBeVisible();
    await expectAccessible(page);
    const broken = listOf(50, name, (line, index) => (index === 7 ? line.replace('@', '') : line));
    await page.getByLabel(/Drop the table here/).setInputFiles(broken);
    await expect(page.getByText('1 row has to be mended')).toBeVisible();
    await expect(page.getByText(/is no e-mail address/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Invite 50 people' })).toBeDisabled();
    await expectAccessibleInBoth(page);
    const cell = page.getByRole('textbox', { name: 'E-mail, row 9' });
    await user.click(cell);
    await cell.fill(`p7.${name}@example.org`);
    await expect(page.getByText('50 rows are new')).toBeVisible();
    await user.click(page.getByRole('button', { name: 'Invite 50 people' }));
    await expectAccessible(page);
    await user.click(drawer(page).getByRole('button', { name: 'Invite 50 people' }));
    await expect(page.getByText('50 people were invited.')).toBeVisible();
    expect(user.actions).toBeLessThanOrEqual(5);

    // The same list again adds nobody.
    await page.getByLabel(/Drop the table here/).setInputFiles(listOf(50, name));
    await expect(page.getByText('50 are there already')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Invite 0 people' })).toBeDisabled();
    await open(page, `/admin/users?is_active=invited&search=${name}&per_page=100`);
    await expect(page.getByRole('row')).toHaveCount(51);
    await expectAccessible(page);
  });

  test('by keyboard alone', async ({ page }) => {
    const name = mark();
    await signIn(page, account('hr', 'Partner'), '/admin/users');
    const user = counted(page);
    await page.getByRole('button', { name: 'Invite', exact: true }).focus();
    await user.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'From a table' })).toBeVisible();
    await page.getByRole('menuitem', { name: 'From a table' }).focus();
    await user.press('Enter');
    const zone = page.getByLabel(/Drop the table here/);
    await zone.focus();
    await expect(zone).toBeFocused();
    await zone.setInputFiles(listOf(50, name));
    await expect(page.getByText('50 rows are new')).toBeVisible();
    await page.getByRole('button', { name: 'Invite 50 people' }).focus();
    await user.press('Enter');
    await expect(drawer(page)).toBeVisible();
    await drawer(page).getByRole('button', { name: 'Invite 50 people' }).focus();
    await user.press('Enter');
    await expect(page.getByText('50 people were invited.')).toBeVisible();
    expect(user.actions).toBeLessThanOrEqual(5);
  });
});

test('the grade of ten people is changed in four actions, and taken back', async ({ page }) => {
  const name = mark();
  await signIn(page, account('hr', 'Partner'));
  const data = Array.from({ length: 10 }, (_, index) => ({
    email: `g${index}.${name}@example.org`,
    first_name: `G${index}`,
    last_name: name,
    grade: index % 2 ? 'Senior' : 'Junior',
  }));
  await call(page, 'POST', '/api/users/invite', { data });
  await open(page, `/admin/users?search=${name}`);
  const user = counted(page);
  const rows = page.getByRole('checkbox', { name: new RegExp(`Select G\\d ${name}`) });
  await user.click(rows.first());
  await user.click(rows.last(), { modifiers: ['Shift'] });
  await expectAccessible(page);
  await user.click(page.getByRole('combobox', { name: 'Grade for 10 people' }));
  await user.click(page.getByRole('option', { name: 'Director' }));
  await expect(page.getByRole('cell', { name: 'Director' })).toHaveCount(10);
  expect(user.actions).toBe(4);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('button', { name: /^Grade of .*: Junior$/ })).toHaveCount(5);
  await expect(page.getByRole('button', { name: /^Grade of .*: Senior$/ })).toHaveCount(5);
});

otherHand('a grade is changed in its row by keyboard, and back by Ctrl Z', async ({ page }) => {
  const name = mark();
  await signIn(page, account('hr', 'Partner'));
  const fields = { first_name: 'Ina', last_name: name, grade: 'Junior', category: 'operational' };
  const { id } = await call(page, 'POST', '/api/user_management/add_user', fields);
  const grade = async (): Promise<unknown> => {
    const token = await page.evaluate(() => localStorage.getItem('access_token'));
    const reply = await page.request.get(`${baseUrl()}/api/users/${id}`, { headers: { authorization: `Bearer ${token}` } });
    return ((await reply.json()) as { grade: string }).grade;
  };
  await open(page, `/admin/users?search=${name}`);
  const cell = page.getByRole('button', { name: `Grade of Ina ${name}: Junior` });
  await cell.focus();
  for (const key of ['Enter', 'ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  await expect(page.getByText('1 person was changed: Grade.')).toBeVisible();
  expect(await grade()).not.toBe('Junior');
  await expectAccessible(page);
  await page.keyboard.press('Control+z');
  await expect.poll(grade).toBe('Junior');
});

test('a person’s other teams, site, what they see and what was changed', async ({ page }) => {
  const name = mark();
  await begin(page, account('hr', 'Partner'));
  await call(page, 'POST', '/api/teams/add', { name: `Beside ${name}` });
  const fields = { first_name: 'Bo', last_name: name, grade: 'Junior', category: 'operational' };
  const { id } = await call(page, 'POST', '/api/user_management/add_user', fields);
  await open(page, `/admin/users/${id}`);
  await page.getByRole('textbox', { name: 'Site' }).fill('Hamburg');
  await page.getByRole('textbox', { name: 'Cost category' }).fill('A1');
  await page.getByRole('button', { name: 'Add a team' }).click();
  const beside = page.getByRole('group', { name: 'Other teams' });
  await beside.getByRole('combobox', { name: 'Team' }).fill(`Beside ${name}`);
  await page.getByRole('option', { name: `Beside ${name}` }).click();
  await page.getByText('What this person sees').click();
  await expect(page.getByText(/Planning · Workload/)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Control+s');
  await expect(page.getByText(`Bo ${name} was saved.`)).toBeVisible();
  await page.getByText('Changes', { exact: true }).click();
  await expect(page.getByText('Site: none → Hamburg')).toBeVisible();
  await expect(page.getByText(`Team: Beside ${name}`)).toBeVisible();
  await expectAccessibleInBoth(page);
});

further('a firm has steps within a grade, and a person holds one from a day on', async ({ page }) => {
  const name = mark();
  await signIn(page, account('hr', 'Partner'), '/admin/settings?section=steps');
  const steps = page.getByRole('region', { name: 'Steps of Director' });
  await page.getByRole('button', { name: 'Add a step to Director' }).click();
  await expect(steps.getByRole('textbox').last()).toBeFocused();
  await steps.getByRole('textbox').last().fill(`First ${name}`);
  // The second one by keyboard alone.
  await page.getByRole('button', { name: 'Add a step to Director' }).focus();
  await page.keyboard.press('Enter');
  await expect(steps.getByRole('textbox').last()).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.type(`Second ${name}`);
  await expectAccessibleInBoth(page);
  await page.keyboard.press('Enter');
  await expect(page.getByText('The steps were saved.')).toBeVisible();

  const fields = { first_name: 'Step', last_name: name, grade: 'Director', category: 'operational' };
  const { id } = await call(page, 'POST', '/api/user_management/add_user', fields);
  await open(page, `/admin/users/${id}`);
  await page.getByRole('combobox', { name: 'Step', exact: true }).click();
  await page.getByRole('option', { name: `Second ${name}` }).click();
  await page.keyboard.press('Control+s');
  await expect(page.getByText(`Step ${name} was saved.`)).toBeVisible();
  await expect(page.getByText(`Director · Second ${name}`)).toBeVisible();
  await expectAccessible(page);

  // What nobody holds goes; what somebody holds stays.
  await open(page, '/admin/settings?section=steps');
  await page.getByRole('button', { name: `Remove First ${name}` }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('The steps were saved.')).toBeVisible();
  await page.getByRole('button', { name: `Remove Second ${name}` }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(/is used by 1 grade of a person/)).toBeVisible();
  await expectAccessible(page);
});

further('a team gets booking levels of its own, hands people over and is merged into another', async ({ page }) => {
  const name = mark();
  await begin(page, account('hr', 'Partner'));
  const old = await call(page, 'POST', '/api/teams/add', { name: `Old ${name}` });
  await call(page, 'POST', '/api/teams/add', { name: `New ${name}` });
  const fields = { last_name: name, grade: 'Junior', category: 'operational', team_id: old.id };
  for (const first_name of ['Ada', 'Ben']) await call(page, 'POST', '/api/user_management/add_user', { ...fields, first_name });
  await open(page, `/admin/business_units?id=${old.id}`);
  await page.getByRole('button', { name: 'Give the team its own' }).click();
  await drawer(page).getByRole('textbox', { name: 'Soft' }).fill('Pencilled');
  await expectAccessibleInBoth(page);
  await page.getByRole('button', { name: 'Save levels' }).click();
  await expect(page.getByText('The booking levels were saved.')).toBeVisible();
  await drawer(page)
    .getByRole('checkbox', { name: `Select Ada ${name}` })
    .check();
  await drawer(page).getByRole('combobox', { name: 'Move 1 person to' }).fill(`New ${name}`);
  await page.getByRole('option', { name: `New ${name}` }).click();
  await expect(drawer(page).getByRole('heading', { name: '1 person' })).toBeVisible();
  await drawer(page).getByRole('combobox', { name: 'People and teams go to' }).fill(`New ${name}`);
  await page.getByRole('option', { name: `New ${name}` }).click();
  await drawer(page).getByRole('button', { name: 'Merge…' }).click();
  await expect(page.getByText(/1 person, 0 teams below and its projects go to/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Merge', exact: true }).click();
  await expect(page.getByText(`Old ${name} was merged into New ${name}.`)).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(page.getByRole('button', { name: `Old ${name}`, exact: true })).toBeVisible();
  await page.keyboard.press('Control+Shift+Z');
  await expect(page.getByRole('button', { name: `Old ${name}`, exact: true })).toHaveCount(0);
  await open(page, `/admin/business_units?q=${name}`);
  await expect(page.getByRole('row', { name: new RegExp(`New ${name}.*2`) })).toBeVisible();
  await expect(page.getByRole('button', { name: `Old ${name}` })).toHaveCount(0);
  await open(page, '/admin/business_units?id=levels');
  await expect(drawer(page).getByRole('textbox', { name: 'Soft' })).toBeVisible();
  await expectAccessible(page);
});
