import { addDays, addMonths, dayIn } from '../src/kit/day.ts';
import { account, baseUrl, expect, expectAccessible, further, settled, signIn, test } from './fixtures.ts';

/** The two months before this one, which people have filled. */
const thisMonth = addMonths(dayIn('Europe/Berlin', new Date()), 0);
const lastTwo = { from: addMonths(thisMonth, -2), to: addDays(thisMonth, -1) };
const lastMonth = { from: addMonths(thisMonth, -1), to: addDays(thisMonth, -1) };

test('home: one card that fails leaves the others alone, and comes back by Retry', async ({ page }) => {
  let broken = true;
  await page.route('**/api/home', (route) =>
    broken ? route.fulfill({ status: 500, contentType: 'application/json', body: '{"detail":"Away."}' }) : route.continue(),
  );
  await signIn(page, account('operational', 'Senior'));
  const todo = page.getByRole('region', { name: 'To do' });
  await expect(todo.getByRole('alert')).toContainText('Your to-do list could not be loaded. Away.');
  await expect(page.getByRole('region', { name: 'My week' }).getByRole('link', { name: /of .* h logged/ })).toBeVisible();
  await expectAccessible(page);
  broken = false;
  await todo.getByRole('button', { name: 'Try again' }).click();
  await expect(todo.getByRole('alert')).toHaveCount(0);
});

test('home: the week is in the address, days are reached by number, and the plus opens that day', async ({ page }) => {
  await signIn(page, account('operational', 'Senior'), '/home?w=2026-W40');
  const week = page.getByRole('region', { name: 'My week' });
  await expect(week.getByRole('link', { name: 'Log time on Wednesday 30 September' })).toBeVisible();
  await week.getByRole('button', { name: 'Week after' }).click();
  await expect(page).toHaveURL(/w=2026-W41/);
  await page.goBack();
  await expect(page).toHaveURL(/w=2026-W40/);
  await expect(week.getByRole('link', { name: 'Log time on Wednesday 30 September' })).toBeVisible();
  await page.keyboard.press('3');
  await expect(week.getByRole('link', { name: /^Wed 30/ })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/time_tracking\/addtime\?day=2026-09-30/);
});

test('home: cards are put in another order and hidden by keyboard, and stay so', async ({ page }) => {
  await signIn(page, account('operational', 'Manager'));
  const headings = page.locator('main section h2');
  await expect(page.getByRole('region', { name: 'My leave' })).toBeVisible();
  await page.getByRole('button', { name: 'Arrange cards' }).press('Enter');
  const drawer = page.getByRole('dialog', { name: 'Arrange cards' });
  await drawer.getByRole('button', { name: 'Move “To do” up' }).press('Enter');
  await drawer.getByRole('checkbox', { name: 'Short cuts' }).press('Space');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(headings.first()).toHaveText('To do');
  await expect(page.getByRole('region', { name: 'Short cuts' })).toHaveCount(0);
  await settled(page);
  await page.reload();
  await expect(headings.first()).toHaveText('To do');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Arrange cards' }).click();
  await drawer.getByRole('button', { name: 'As usual' }).click();
  await drawer.getByRole('button', { name: 'Done' }).click();
  await expect(headings.first()).toHaveText('My week');
});

test('hours: from a project to who worked on it, and back to the view before', async ({ page }) => {
  await signIn(page, account('operational', 'Manager'), '/reporting/management_reporting');
  const table = page.getByRole('table', { name: 'Hours by project' });
  const project = table.getByRole('link').first();
  const name = (await project.textContent()) ?? '';
  const hours = await table.getByRole('row').filter({ hasText: name }).first().locator('b').textContent();
  await project.click();
  await expect(page).toHaveURL(/by=person/);
  await expect(page.getByRole('tab', { name: 'By person' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('table', { name: 'Hours by person' }).locator('tfoot')).toContainText(hours ?? '');
  await expectAccessible(page);
  await page.goBack();
  await expect(table).toBeVisible();
  await page.getByRole('tab', { name: 'By project' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/by=person/);
});

test('a figure leads to the entries behind it, by keyboard, and they are as long as it says', async ({ page }) => {
  await signIn(page, account('hr', 'Partner'), '/reporting/management_reporting?by=person');
  const cell = page.getByRole('link', { name: / hours, the period: the entries$/ }).first();
  const hours = (await cell.innerText()).trim();
  await cell.press('Enter');
  await expect(page.getByRole('tab', { name: 'Entries' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('table', { name: 'Entries' }).locator('tbody tr').first()).toBeVisible();
  await expect(page.getByText(`${hours} h`, { exact: true }).first()).toBeVisible();
  await expectAccessible(page);
  await page.goBack();
  await expect(page.getByRole('tab', { name: 'By person' })).toHaveAttribute('aria-selected', 'true');
});

test('budgets stand beside what is logged and booked, the most used up first', async ({ page }) => {
  await signIn(page, account('hr', 'Partner'), '/reporting/management_reporting');
  await page.getByRole('tab', { name: 'Budgets' }).click();
  const table = page.getByRole('table', { name: 'Budgets' });
  await expect(table.locator('tbody tr').first()).toContainText('%');
  const shares = async (): Promise<number[]> =>
    (await table.locator('tbody tr td:nth-child(2)').allInnerTexts()).flatMap(
      (text) => Number(/(\d+)/.exec(text)?.[1] ?? '') || [],
    );
  const first = await shares();
  expect(first).toEqual([...first].sort((a, b) => b - a));
  await expectAccessible(page);
});

test('tables are sorted and paged by the server; the sums below are those of all pages', async ({ page }) => {
  await signIn(page, account('operational', 'Manager'));
  for (const [address, name, column] of [
    ['/reporting/management_reporting?by=person&per=5&sort=name', 'Hours by person', 'Person'],
    ['/reporting/kpi/reporting?group=person&per=5&compare=previous', 'Utilization by person', 'Person'],
  ] as const) {
    await page.goto(`${baseUrl()}${address}`);
    const table = page.getByRole('table', { name });
    const names = (): Promise<string[]> => table.locator('tbody tr td:first-child').allTextContents();
    await expect(table.locator('tbody tr')).toHaveCount(5);
    const first = await names();
    const sums = await table.locator('tfoot').textContent();
    expect(sums).toMatch(/\d/);
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect(page).toHaveURL(/page=2/);
    await expect.poll(names).not.toEqual(first);
    const second = await names();
    expect([...first, ...second]).toEqual([...first, ...second].sort((a, b) => a.localeCompare(b, 'en')));
    expect(await table.locator('tfoot').textContent()).toBe(sums);
    await table.getByRole('button', { name: column }).click();
    await expect(page).not.toHaveURL(/page=2/);
    await expect(table.locator('thead th').first()).toHaveAttribute('aria-sort', /ascending|descending/);
    expect(await table.locator('tfoot').textContent()).toBe(sums);
  }
});

test('utilization: the figure is the division it shows, against either denominator, and a team opens its people', async ({
  page,
}) => {
  await signIn(page, account('operational', 'Manager'), '/reporting/kpi/reporting?compare=previous');
  const number = (text: string): number => Number(text.replaceAll(',', ''));
  for (const [choice, formula] of [
    ['Capacity', /([\d,.]+) h chargeable ÷ ([\d,.]+) h capacity = ([\d.]+)%/],
    ['Standard hours', /([\d,.]+) h chargeable ÷ ([\d,.]+) standard hours = ([\d.]+)%/],
  ] as const) {
    await page.getByRole('radiogroup', { name: 'Divide by' }).getByText(choice, { exact: true }).click();
    const said = (await page.getByText(formula).first().textContent()) ?? '';
    const [, chargeable = '', base = '', result = ''] = formula.exec(said) ?? [];
    expect(Math.abs((number(chargeable) / number(base)) * 100 - number(result))).toBeLessThan(0.1);
  }
  await expect(page.getByText(/points against|Nothing to compare with/).first()).toBeVisible();
  const teams = page.getByRole('table', { name: 'Utilization by team' });
  const people = await teams.getByRole('row').nth(1).locator('td').nth(1).textContent();
  await teams.getByRole('link').first().click();
  await expect(page).toHaveURL(/teams=.*group=person|group=person.*teams=/);
  await expect(page.getByRole('table', { name: 'Utilization by person' }).locator('tbody tr')).toHaveCount(Number(people));
  await expectAccessible(page);
});

test('reports stay closed below Manager, and nothing is asked for', async ({ page }) => {
  await signIn(page, account('operational', 'Senior'));
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('/api/utilization/') && asked.push(request.url()));
  await page.goto(`${baseUrl()}/reporting/kpi/reporting`);
  await expect(page.getByRole('heading', { name: 'This report is not open to you' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Financial reporting' })).toHaveCount(0);
  expect(asked).toEqual([]);
});

test('fees: by keyboard from a figure to its formula, along the months, into one of them, and to the entries of a row', async ({
  page,
}) => {
  await signIn(
    page,
    account('hr', 'Partner'),
    `/reporting/management_reporting?by=money&picture=months&from=${lastTwo.from}&to=${lastTwo.to}`,
  );
  const told = page.getByText('How “Recovery” is counted');
  await told.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/fees ÷ .* standard value = /)).toBeVisible();
  await expect(page.getByText('Filters: none.').filter({ visible: true }).first()).toBeVisible();
  await expectAccessible(page);
  const marks = page.getByRole('group', { name: /Most was earned in/ }).getByRole('button');
  await expect(marks).toHaveCount(2);
  await marks.first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(marks.nth(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`from=${lastMonth.from}&to=${lastMonth.to}`));
  // The one month that is left is answered when the picture and the table say so.
  await expect(marks).toHaveCount(1);
  await settled(page);
  const hours = page
    .getByRole('table', { name: 'Fees by: Project' })
    .getByRole('link', { name: /: the entries$/ })
    .first();
  const shown = (await hours.innerText()).trim();
  await hours.press('Enter');
  await expect(page).toHaveURL(/by=entry/);
  await expect(page.getByText(`${shown} h`, { exact: true }).first()).toBeVisible();
});

test('recovery of a team against the year before, and down to the person: four clicks', async ({ page }) => {
  await signIn(page, account('hr', 'Partner'), `/reporting/kpi/reporting?from=${lastTwo.from}&to=${lastTwo.to}`);
  await page.getByRole('tab', { name: 'Fees and recovery' }).click();
  await page.getByText('Year before', { exact: true }).click();
  const teams = page.getByRole('table', { name: 'Fees by: Team' });
  await expect(teams.getByRole('columnheader', { name: 'Change of recovery' })).toBeVisible();
  await teams.getByRole('link').first().click();
  const people = page.getByRole('table', { name: 'Fees by: Person' });
  await expect(people).toBeVisible();
  await people.getByRole('link').first().click();
  await expect(page.getByRole('table', { name: 'Fees by: Project' })).toBeVisible();
  await page.getByText('Where value goes').click();
  await page.getByRole('button', { name: /^Discount: / }).click();
  await expect(page).toHaveURL(/sort=-discount/);
  await page.getByRole('button', { name: 'Show as table' }).click();
  await expect(page.getByRole('row', { name: /^Standard value/ })).toBeVisible();
  await expectAccessible(page);
  await page.goBack();
  await expect(page.getByRole('table', { name: 'Fees by: Project' })).toBeVisible();
});

test('utilization by months: where capacity went, and a matrix in which arrows move', async ({ page }) => {
  await signIn(page, account('hr', 'Partner'), `/reporting/kpi/reporting?from=${lastTwo.from}&to=${lastTwo.to}`);
  const columns = page.getByRole('group', { name: /Over the whole period utilization is/ }).getByRole('button');
  await expect(columns).toHaveCount(2);
  await expect(columns.first()).toHaveAccessibleName(/Chargeable .* h, Internal .* h, Leave .* h, Not logged .* h/);
  await page.getByText('Rows by months').click();
  const cells = page.getByRole('table', { name: /^Utilization in %/ }).getByRole('button');
  await cells.first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(cells.nth(1)).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`from=${lastMonth.from}&to=${lastMonth.to}`));
});

test('reports: rows by what was worked on beside the plan, and each leads to its entries', async ({ page }) => {
  await signIn(
    page,
    account('operational', 'Partner'),
    `/reporting/kpi/reporting?from=${lastTwo.from}&to=${lastTwo.to}&group=client`,
  );
  const table = page.getByRole('table', { name: 'Utilization by client' });
  await expect(table).toBeVisible();
  await page.getByRole('radiogroup', { name: 'Compare with' }).getByText('Plan', { exact: true }).click();
  await expect(page).toHaveURL(/compare=plan/);
  await expect(table.getByRole('columnheader', { name: 'Planned, h' })).toBeVisible();
  await expectAccessible(page);
  const entries = table.getByRole('link', { name: /hours, .*: the entries/ }).first();
  const hours = await entries.innerText();
  await entries.click();
  await expect(page).toHaveURL(/by=entry.*clients=|clients=.*by=entry/);
  await expect(page.getByRole('main')).toContainText(`${hours} h`);
});

further('reports: a view is shared and comes by mail until it is stopped in the profile', async ({ page }) => {
  await signIn(page, account('operational', 'Partner'), '/reporting/kpi/reporting?group=grade');
  await page.getByRole('button', { name: 'Saved views' }).press('Enter');
  const drawer = page.getByRole('dialog', { name: 'Saved views' });
  const name = `Grades ${Date.now()}`;
  await drawer.getByLabel('Name of this view').fill(name);
  await drawer.getByRole('combobox', { name: 'For' }).click();
  await page.getByRole('option', { name: 'Everybody in the firm' }).click();
  await drawer.getByRole('button', { name: 'Save view' }).click();
  const row = drawer.getByRole('listitem').filter({ hasText: name });
  await expect(row).toContainText('Everybody in the firm');
  await expectAccessible(page);
  await row.getByRole('button', { name: `Send “${name}” by mail` }).click();
  const mail = page.getByRole('dialog', { name: `Send “${name}” by mail` });
  await expectAccessible(page);
  await mail.getByRole('combobox', { name: 'As' }).click();
  await page.getByRole('option', { name: 'PDF' }).click();
  await mail.getByRole('button', { name: 'Send it' }).press('Enter');
  await expect(mail).toHaveCount(0);
  await page.goto(`${baseUrl()}/profile#report_mails`);
  const mails = page.getByRole('region', { name: 'Reports by mail' });
  await expect(mails).toContainText(`${name}`);
  await expect(mails).toContainText('Every Monday from 08:00: the week before (PDF)');
  await mails.getByRole('button', { name: `Stop mails of “${name}”` }).press('Enter');
  await expect(mails).not.toContainText(name);
  // Who else reads reports finds it, and sees it as their own rights have it.
  await signIn(page, account('operational', 'Manager'), '/reporting/kpi/reporting');
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('list', { name: 'Shared with me' }).getByRole('button', { name, exact: true }).click();
  await expect(page).toHaveURL(/group=grade/);
});

test('reports: as of a day gone by the page says so, tells what changed since, and leads back', async ({ page }) => {
  const yesterday = addDays(dayIn('Europe/Berlin', new Date()), -1);
  await signIn(page, account('operational', 'Partner'), `/reporting/management_reporting?from=${lastTwo.from}&to=${lastTwo.to}`);
  await page.getByRole('textbox', { name: 'As of' }).fill(yesterday);
  await page.getByRole('textbox', { name: 'As of' }).press('Enter');
  await expect(page).toHaveURL(new RegExp(`asof=${yesterday}`));
  const past = page.getByRole('region', { name: 'As of' });
  await expect(past.getByRole('status')).toContainText('This is the report as it stood at the end of');
  // The firm of the journeys was made today.
  await expect(page.getByRole('alert').first()).toContainText('The firm was not here yet on this day.');
  await expectAccessible(page);
  await past.getByRole('button', { name: 'Back to now' }).press('Enter');
  await expect(page).not.toHaveURL(/asof=/);
  await expect(past).toHaveCount(0);
});

/** What there is between the margins of a sheet of A4. */
const SHEET = { width: 688, height: 1010 };

test('on paper: the days and filters are said, nothing is cut off, sums stand below, and parts differ without colour', async ({
  page,
}) => {
  const days = `from=${lastTwo.from}&to=${lastTwo.to}`;
  await page.emulateMedia({ colorScheme: 'dark' });
  await signIn(page, account('hr', 'Partner'), `/reporting/management_reporting?${days}`);
  for (const path of [
    `/reporting/management_reporting?${days}`,
    `/reporting/management_reporting?by=budget&${days}`,
    `/reporting/management_reporting?by=money&picture=months&${days}`,
    `/reporting/kpi/reporting?group=grade&${days}`,
    `/reporting/kpi/reporting?group=grade&shown=forecast&from=${thisMonth}&to=${addMonths(thisMonth, 3)}`,
    `/reporting/kpi/reporting?side=money&${days}`,
  ]) {
    await page.goto(baseUrl() + path);
    await settled(page);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    // Whoever looks at a dark page prints it in the light colours.
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
    await page.setViewportSize(SHEET);
    await expect(page.getByText(/Figures as of .* Filters: none\./)).toBeVisible();
    const paper = await page.evaluate(() => {
      const table = [...document.querySelectorAll('table')].find((each) => each.checkVisibility({ visibilityProperty: true }));
      const last = table?.querySelector('tfoot tr') ?? table?.querySelector('tbody tr:last-child');
      const tops = [...(last?.children ?? [])].map((cell) => Math.round(cell.getBoundingClientRect().top));
      const swatches = [...document.querySelectorAll('figure ul li svg')];
      const patterned = swatches.filter((svg) => [...svg.querySelectorAll('rect')].every((rect) => rect.checkVisibility()));
      return { width: table?.scrollWidth ?? 0, tops: new Set(tops).size, plain: swatches.length - patterned.length };
    });
    expect(paper.width, path).toBeGreaterThan(0);
    expect(paper.width, path).toBeLessThanOrEqual(SHEET.width);
    expect(paper.tops, path).toBe(1);
    expect(paper.plain, path).toBe(0);
    await page.emulateMedia({ media: null });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await page.setViewportSize({ width: 1280, height: 800 });
  }
});

further(
  'work in progress: from its figure to its ages, and from an amount to the entries behind it, by keyboard',
  async ({ page }) => {
    await signIn(page, account('hr', 'Partner'), '/reporting/kpi/reporting?side=money');
    const figure = page
      .locator('dl div')
      .filter({ has: page.getByText('Work in progress', { exact: true }) })
      .first();
    await figure.getByText('How “Work in progress” is counted').focus();
    await page.keyboard.press('Enter');
    await expect(figure).toContainText('to be billed');
    await figure.getByRole('link', { name: 'By its age' }).focus();
    await page.keyboard.press('Enter');
    const table = page.getByRole('table', { name: /^Work in progress by/ });
    await expect(table).toBeVisible();
    await expectAccessible(page);
    const amount = table.getByRole('link', { name: /: the entries$/ }).first();
    await amount.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('table', { name: 'Entries' })).toBeVisible();
    await expect(page).toHaveURL(/unbilled=yes/);
    await page.goBack();
    await expect(table).toBeVisible();
  },
);
