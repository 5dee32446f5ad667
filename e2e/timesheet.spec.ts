import { addDays, isoWeek, mondayOfIsoWeek } from '../src/kit/day.ts';
import { counted } from './counted.ts';
import { account, baseUrl, expect, expectAccessible, further, signIn, test } from './fixtures.ts';
import { THEMES } from './screens.ts';
import { firmDay } from '../test/today.ts';
import { addRow, freeWeek, nextWeek, openWeek, pick, press, saved, total, workdays } from './sheet.ts';

test('a week is logged by keyboard alone, copied to the next one and taken back', async ({ page }) => {
  await signIn(page, account('operational', 'Junior'));
  const week = await freeWeek(page, 3, 2);
  await openWeek(page, week);
  for (const text of ['audit', 'tax', 'train']) await addRow(page, text);
  await press(page, 'Control+Home');

  // The regular week: twelve keys.
  const keys = ['4', '*', '5', 'Enter', '3', '*', '5', 'Enter', '1', '*', '5', 'Enter'];
  await press(page, ...keys);
  await workdays(page, '8 of 8 hours, complete');
  await saved(page);

  await page.reload();
  await workdays(page, '8 of 8 hours, complete');
  await expect(page.locator('tbody tr')).toHaveCount(3);

  // Last week with its hours: one key, or two clicks; fifteen cells are saved by one call.
  await openWeek(page, nextWeek(week));
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().endsWith('/api/timesheets/cells')) calls.push(request.url());
  });
  await press(page, 'Shift+C');
  await workdays(page, '8 of 8 hours, complete');
  await saved(page);
  expect(calls).toHaveLength(1);
  await press(page, 'Control+z');
  await workdays(page, '0 of 8 hours');
  await expect(page.locator('tbody tr')).toHaveCount(0);
  await saved(page);
  await page.reload();
  await workdays(page, '0 of 8 hours');
  const hand = counted(page);
  await hand.click(page.getByRole('button', { name: 'Fill', exact: true }));
  await hand.click(page.getByRole('menuitem', { name: /^Last week’s rows and hours/ }));
  await workdays(page, '8 of 8 hours, complete');
  expect(hand.actions).toBeLessThanOrEqual(2);
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await workdays(page, '0 of 8 hours');

  // An irregular week of fifteen cells: at most sixty keys, none of them for saving.
  await page.getByRole('button', { name: 'Fill', exact: true }).click();
  await page.getByRole('menuitem', { name: /^Last week’s rows only/ }).click();
  await expect(page.locator('tbody tr')).toHaveCount(3);
  await page.locator('td input').first().click();
  const keyboard = counted(page);
  for (const row of ['43512', '34275', '11211']) {
    for (const digit of row) for (const key of [digit, 'Tab']) await keyboard.press(key);
    if (row !== '11211') for (const key of ['Tab', 'Tab']) await keyboard.press(key);
  }
  await expect(total(page, 0)).toContainText('8 of 8 hours, complete');
  await expect(total(page, 3)).toContainText('9 of 8 hours');
  expect(keyboard.actions).toBeLessThanOrEqual(60);
  await saved(page);
  for (const _ of Array.from('43512' + '34275' + '11211')) await press(page, 'Control+z');
  await workdays(page, '0 of 8 hours');
  await press(page, 'Control+z');
  await expect(page.locator('tbody tr')).toHaveCount(0);
  await saved(page);

  // The regular week under a name: kept by keyboard, put into the empty week with the mouse.
  await openWeek(page, week);
  await expect(page.locator('td[data-active] input')).toBeFocused();
  await press(page, 'Shift+T');
  const templates = page.getByRole('dialog', { name: 'Templates' });
  await templates.getByRole('textbox', { name: 'Name for this week' }).focus();
  await page.keyboard.type('Regular');
  await press(page, 'Enter');
  await expect(templates.getByRole('listitem')).toContainText('40 h');
  await expectAccessible(page);
  await press(page, 'Escape');
  await openWeek(page, nextWeek(week));
  await page.getByRole('button', { name: 'Fill', exact: true }).click();
  await page.getByRole('menuitem', { name: /^Templates/ }).click();
  await templates.getByRole('button', { name: 'Use Regular' }).click();
  await workdays(page, '8 of 8 hours, complete');
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await workdays(page, '0 of 8 hours');
  await saved(page);
});

test('cells have the manners of a spreadsheet', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, account('operational', 'Senior'));
  await openWeek(page, await freeWeek(page, 12));
  for (const text of ['audit', 'tax']) await addRow(page, text);
  await press(page, 'Control+Home');

  const cell = page.locator('td[data-active] input');
  await page.keyboard.type('7:30');
  await press(page, 'Tab', 'Shift+Tab');
  await expect(cell).toHaveValue('7.5');
  await press(page, '+');
  await expect(cell).toHaveValue('8');

  // A value that changes under the keyboard is shown, and typing replaces it as if one had just come.
  await press(page, 'ArrowDown', 'ArrowUp', '6', 'Enter', 'Shift+Enter');
  await expect(cell).toHaveValue('6');
  await press(page, 'Control+z');
  await expect(cell).toHaveValue('8');
  await press(page, '5', 'Enter', 'Shift+Enter');
  await expect(cell).toHaveValue('5');
  await press(page, 'Control+z');
  await expect(cell).toHaveValue('8');
  await page.keyboard.type('+1');
  await press(page, 'Enter', 'Shift+Enter');
  await expect(cell).toHaveValue('9');
  await press(page, '3', 'Escape');
  await expect(cell).toHaveValue('9');

  // A range is filled, copied, pasted, and each of it is one step.
  await press(page, 'Shift+ArrowRight', 'Shift+ArrowDown', '2', 'Control+Enter');
  await expect(total(page, 0)).toContainText('4 of 8');
  await expect(total(page, 1)).toContainText('4 of 8');
  await press(page, 'Control+Home', 'Shift+ArrowRight', 'Control+c');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('2\t2');
  await page.evaluate(() => navigator.clipboard.writeText('1,5\t9-12\n0:45\t\n'));
  await press(page, 'Control+Home', 'Control+v');
  await expect(total(page, 0)).toContainText('2.25 of 8');
  await expect(total(page, 1)).toContainText('3 of 8');
  await press(page, 'Control+z');
  await expect(total(page, 0)).toContainText('4 of 8');

  // A note, and the way out.
  await press(page, 'Control+Home', 'Space');
  await page.keyboard.type('Met the client; all is fine');
  await press(page, 'Enter');
  await expect(cell).toHaveAccessibleName(/note: Met the client; all is fine/);
  await expect(cell).toBeFocused();
  // Beside it stands what became of the entry.
  await saved(page);
  await press(page, 'Space');
  await page.getByRole('dialog').getByText('History').click();
  await expect(page.getByRole('dialog').getByRole('listitem').last()).toContainText('logged');
  await press(page, 'Escape');
  await expect(cell).toBeFocused();
  await press(page, 'Escape', 'Tab');
  await expect(page.getByRole('grid').locator(':focus')).toHaveCount(0);
  await saved(page);
});

test('the cell under the keyboard follows what is changed elsewhere, and typing replaces it', async ({ page }) => {
  await signIn(page, account('operational', 'Director'));
  const week = await freeWeek(page, 7);
  await openWeek(page, week);
  await addRow(page, 'train');
  await press(page, 'Control+Home', '2', 'Enter');
  await saved(page);
  await press(page, 'Control+Home');
  const cell = page.locator('td[data-active] input');
  await expect(cell).toHaveValue('2');

  const headers = { authorization: `Bearer ${await page.evaluate(() => localStorage.getItem('access_token'))}` };
  const sheet = await page.request.get(`${baseUrl()}/api/timesheets/${week}`, { headers });
  const [entry] = ((await sheet.json()) as { entries: { id: string; version: number }[] }).entries;
  const data = { seconds: 3 * 3600, version: entry?.version };
  await page.request.patch(`${baseUrl()}/api/time_entries/${entry?.id}`, { headers, data });
  await expect(cell).toHaveValue('3');
  await expect(cell).toBeFocused();
  await press(page, '5', 'Enter');
  await expect(total(page, 0)).toContainText('5 of 8');
  await saved(page);
});

test('what cannot be saved stays, says why, and is offered again', async ({ page, context }) => {
  const who = account('operational', 'Intern');
  await signIn(page, who);
  const week = await freeWeek(page, 4);
  await openWeek(page, week);
  for (const text of ['audit', 'tax']) await addRow(page, text);
  await press(page, 'Control+Home');
  await page.keyboard.type('20');
  await press(page, 'Enter');
  await page.keyboard.type('20');
  await press(page, 'Tab');
  await expect(page.getByRole('alert')).toContainText('A day cannot hold more than 24 hours.');
  await press(page, 'Shift+Tab');
  await expect(page.locator('td[data-active] input')).toHaveValue('20');
  await page.keyboard.type('2');
  await press(page, 'Enter');
  await saved(page);

  await context.setOffline(true);
  await press(page, 'Control+Home', 'ArrowRight');
  await page.keyboard.type('3');
  await press(page, 'Enter');
  await expect(page.getByText('1 cell waits in this browser')).toBeVisible();
  await context.setOffline(false);
  await saved(page);

  // The session ends while one types: after signing in again the cell is offered.
  const token = await page.evaluate(() => localStorage.getItem('access_token'));
  await press(page, 'Control+Home', 'ArrowRight', 'ArrowRight');
  await page.keyboard.type('6');
  await fetch(`${baseUrl()}/api/otp_auth/logout?token=${token}`, { method: 'POST' });
  await press(page, 'Enter');
  await page.waitForURL(/\/account\/login/);
  await page.goto(`${baseUrl()}/account/login_management`);
  await page.getByRole('textbox', { name: 'E-mail' }).fill(who.email);
  await press(page, 'Tab');
  await page.keyboard.type(who.password);
  await press(page, 'Enter');
  await page.waitForURL(new RegExp(`timesheet\\?w=${week}`));
  await page.getByRole('button', { name: 'Save now' }).click();
  await expect(total(page, 2)).toContainText('6 of 8');
  await saved(page);
});

test('time is added in one line, on one day or several', async ({ page }) => {
  await signIn(page, account('operational', 'Senior Manager'));
  const monday = mondayOfIsoWeek(await freeWeek(page, 5, 3)) ?? '';
  await page.goto(`${baseUrl()}/time_tracking/addtime?day=${monday}`);
  const work = page.getByRole('combobox', { name: 'Client, project, task' });
  await expect(work).toBeFocused();
  // One types on without waiting for the page.
  await pick(page, 'audit');
  await page.keyboard.type('4+3.5');
  await press(page, 'Enter');
  const entries = page.getByRole('list', { name: 'Entries' }).getByRole('listitem');
  await expect(entries).toHaveCount(2);
  await expect(page.getByText('7.5 of 8 hours')).toBeAttached();
  await expect(work).toBeFocused();
  await expect(page).toHaveURL(new RegExp(`day=${monday}`));

  // What the server refuses stays as it was typed.
  await pick(page, 'train');
  await page.keyboard.type('20');
  await press(page, 'Enter');
  await expect(page.getByRole('alert').filter({ hasText: '24 hours' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Hours', exact: true })).toHaveValue('20');

  await entries
    .first()
    .getByRole('button', { name: /^Delete/ })
    .click();
  await expect(entries).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(entries).toHaveCount(2);

  await page.goto(`${baseUrl()}/time_tracking/addtime?day=${addDays(monday, 1)}&to=${addDays(monday, 6)}`);
  await expect(page.getByRole('heading', { name: '4 days get an entry' })).toBeVisible();
  await pick(page, 'train');
  await page.keyboard.type('1');
  await press(page, 'Enter');
  await expect(page.getByText('4 entries (4 h) on Training added')).toBeVisible();

  // A single entry in at most five: by mouse a suggestion, hours, Enter; by keyboard the list, its first line, hours, Enter.
  await page.goto(`${baseUrl()}/time_tracking/addtime?day=${addDays(monday, 8)}`);
  await expect(work).toBeFocused();
  const hand = counted(page);
  await hand.click(page.getByRole('region', { name: 'Used last' }).getByRole('button').first());
  for (const key of ['2', 'Enter']) await hand.press(key);
  await expect(entries).toHaveCount(1);
  expect(hand.actions).toBeLessThanOrEqual(5);
  await expect(work).toBeFocused();
  const keyboard = counted(page);
  for (const key of ['ArrowDown', 'Enter', '3', 'Enter']) await keyboard.press(key);
  await expect(entries).toHaveCount(2);
  expect(keyboard.actions).toBeLessThanOrEqual(5);

  // The plan fills a week with one key, or with two clicks.
  const planned = addDays(monday, 14);
  const headers = { authorization: `Bearer ${await page.evaluate(() => localStorage.getItem('access_token'))}` };
  const choices = await page.request.get(`${baseUrl()}/api/time_entries/choices`, { headers });
  const { task_types: types } = (await choices.json()) as { task_types: { id: string; name: string }[] };
  const me = await page.request.get(`${baseUrl()}/users/me`, { headers });
  const booking = {
    user_id: ((await me.json()) as { id: string }).id,
    task_type_id: types.find(({ name }) => name === 'Training')?.id,
    first_day: planned,
    last_day: addDays(planned, 4),
    minutes_per_day: 480,
    level: 'hard',
  };
  expect((await page.request.post(`${baseUrl()}/api/bookings`, { headers, data: booking })).status()).toBe(200);
  await openWeek(page, isoWeek(planned));
  await page.locator('td input').first().click();
  await press(page, 'Shift+P');
  await workdays(page, '8 of 8 hours, complete');
  await press(page, 'Control+z');
  await workdays(page, '0 of 8 hours');
  const mouse = counted(page);
  await mouse.click(page.getByRole('button', { name: 'Fill', exact: true }));
  await mouse.click(page.getByRole('menuitem', { name: /^Fill from plan/ }));
  await workdays(page, '8 of 8 hours, complete');
  expect(mouse.actions).toBeLessThanOrEqual(2);
  await saved(page);

  // Everything in one line: what it means is said before it is taken, and two Enters log it on the days that were typed.
  await page.goto(`${baseUrl()}/time_tracking/addtime`);
  await expect(work).toBeFocused();
  const [year, month, day] = monday.split('-').map(Number);
  await page.keyboard.type(`train 30m*2 ${day}/${month}/${year} 31/2/2026 "first steps"`);
  await expect(page.getByText('Hours: 30m')).toBeVisible();
  await expect(page.getByText('Not understood and kept in the note: 31/2/2026')).toBeVisible();
  await press(page, 'Enter', 'Enter');
  await expect(page.getByText('2 entries (1 h) on Training added')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`day=${monday}`));
  await expect(page.getByRole('textbox', { name: 'Note of Training' }).last()).toHaveValue('31/2/2026 first steps');
});

test('an export of another system is checked, imported, and known the second time', async ({ page }) => {
  await signIn(page, account('operational', 'Partner'));
  const email = await page.evaluate(() => (JSON.parse(localStorage.getItem('user') ?? '{}') as { email?: string }).email ?? '');
  const monday = mondayOfIsoWeek(await freeWeek(page, 6)) ?? '';
  const head =
    'User,Email,Client,Project,Task,Description,Billable,Start date,Start time,End date,End time,Duration,Tags,Amount ()';
  const row = (day: string, project: string, hours: string): string =>
    `Someone,${email},,${project},,Workshop,No,${day},09:00:00,${day},10:30:00,${hours},,`;
  const file = {
    name: 'toggl.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from([head, row(monday, '', '01:30:00'), row(monday, 'Nobody knows this', '01:00:00')].join('\n')),
  };

  await page.goto(`${baseUrl()}/time_tracking/timesheet?w=${isoWeek(monday)}&do=import`);
  await page.locator('input[type=file]').setInputFiles(file);
  await expect(page.getByText('Toggl', { exact: true })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Refused rows' })).toContainText('There is no project "Nobody knows this".');
  await expectAccessible(page);
  await page.getByRole('combobox', { name: 'Project for rows without one' }).click();
  await page.keyboard.type('audit');
  await press(page, 'Enter');
  const button = page.getByRole('button', { name: 'Import 1 row' });
  await expect(button).toBeDisabled();
  await page.getByRole('switch', { name: 'Leave refused rows out' }).click();
  await button.click();
  await expect(page.getByText('1 row of toggl.csv imported')).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(total(page, 0)).toContainText('1.5 of 8');

  await page.goto(`${baseUrl()}/time_tracking/timesheet?w=${isoWeek(monday)}&do=import`);
  await page
    .locator('input[type=file]')
    .setInputFiles({ ...file, buffer: Buffer.from([head, row(monday, '', '01:30:00')].join('\n')) });
  await expect(page.getByText('Every row of this file has been imported before.')).toBeVisible();

  // A table of one's own is read by the columns that one chooses, with its sums beforehand; the choice is remembered.
  await page.goto(`${baseUrl()}/time_tracking/timesheet?w=${isoWeek(monday)}&do=import`);
  const own = {
    name: 'own.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Wann,Wer,Was,Wieviel\n${monday},${email},Training,"2,5"\n`),
  };
  await page.locator('input[type=file]').setInputFiles(own);
  for (const [field, column] of [
    ['Date', 'Wann'],
    ['Duration', 'Wieviel'],
    ['E-mail of the person', 'Wer'],
    ['Task', 'Was'],
  ] as const) {
    await page.getByRole('combobox', { name: field, exact: true }).focus();
    await page.keyboard.type(column);
    await press(page, 'Enter');
  }
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Check with these columns' }).press('Enter');
  await expect(page.getByRole('table', { name: 'By project' })).toContainText('Training2.5');
  await page.locator('input[type=file]').setInputFiles(own);
  await expect(page.getByRole('table', { name: 'By person' })).toContainText('2.5');
  await page.getByRole('button', { name: 'Import 1 row' }).press('Enter');
  await expect(page.getByText('1 row of own.csv imported')).toBeVisible();

  // And taken back whole: the sheet is as it was.
  await page.getByRole('button', { name: 'Take back own.csv' }).first().press('Enter');
  await page.getByRole('dialog', { name: 'Take back own.csv?' }).getByRole('button', { name: 'Take back' }).press('Enter');
  await expect(page.getByText('1 entry (2.5 h) of own.csv taken back')).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(total(page, 0)).toContainText('1.5 of 8');
});

for (const colorScheme of THEMES) {
  further(`timesheet and add time have no accessibility fault, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await signIn(page, account('operational', 'Junior'));
    const today = firmDay();
    await openWeek(page, isoWeek(addDays(today, -7)));
    await expect(page.locator('tbody tr').first()).toBeVisible();
    await expectAccessible(page);
    await press(page, 'Space');
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page);
    await press(page, 'Escape');
    await openWeek(page, await freeWeek(page, 20));
    await expectAccessible(page);
    // The month as a calendar leads to its weeks.
    const past = addDays(today, -28);
    await page.goto(`${baseUrl()}/time_tracking/timesheet?w=${isoWeek(past)}`);
    await page.getByText('Month', { exact: true }).click();
    await expect(page.getByRole('table')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: `W${Number(isoWeek(past).slice(6))}`, exact: true }).press('Enter');
    await expect(page.getByRole('grid')).toBeVisible();
    await page.goto(`${baseUrl()}/time_tracking/addtime?day=${addDays(today, -7)}`);
    await expect(page.getByRole('combobox', { name: 'Client, project, task' })).toBeFocused();
    await expectAccessible(page);
  });
}
