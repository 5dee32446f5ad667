import { tally } from './counted.ts';
import { account, begin, call, expect, expectAccessible, open, otherHand, signIn, test } from './fixtures.ts';

const PAGE = '/planning/clients_bookings';

otherHand('one changes the dates of a booking from the client’s side in four actions, by mouse', async ({ page }) => {
  await signIn(page, account('hr', 'Partner'), `${PAGE}?booked=1`);
  const tree = page.getByRole('treegrid', { name: 'Client bookings' });
  // One project is enough: every rule of accessibility on hundreds of lines takes a minute.
  const code = (await tree.locator('[data-kind="project"]').first().innerText()).split(' ·')[0]?.trim() ?? '';
  await page.getByRole('searchbox', { name: 'Search' }).fill(code);
  await expect(tree.locator('[data-kind="project"]')).toHaveCount(1);
  const person = tree.locator('[data-kind="person"]').first();
  await expect(person).toBeVisible();
  await expectAccessible(page);
  await person.click();
  const drawer = page.getByRole('dialog', { name: /Booking of/ });
  const hours = drawer.getByRole('textbox', { name: 'Hours a day' });
  const before = await hours.inputValue();
  await hours.fill(before === '3' ? '2' : '3');
  await expectAccessible(page);
  await drawer.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await expect(drawer).toBeHidden();
});

test('the tree is walked, folded and booked in with the keyboard alone', async ({ page }) => {
  await signIn(page, account('hr', 'Partner'), `${PAGE}?booked=1`);
  const tree = page.getByRole('treegrid', { name: 'Client bookings' });
  const client = tree.locator('[data-line="0"]');
  await client.focus();
  await expect(client).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('ArrowLeft');
  await expect(client).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await expect(tree.locator('[data-line="1"]')).toBeFocused();
  const people = await tree.locator('[data-kind="person"]').count();
  await page.keyboard.press('n');
  const drawer = page.getByRole('dialog', { name: 'New booking' });
  await drawer.getByRole('combobox', { name: 'Person' }).focus();
  await page.keyboard.type('a');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await drawer.getByRole('textbox', { name: 'Hours a day' }).fill('1');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Booked.')).toBeVisible();
  await expect(tree.locator('[data-kind="person"]')).toHaveCount(people + 1);
});

test('it is closed to whom the table closes projects', async ({ page }) => {
  await signIn(page, account('operational', 'Junior'), PAGE);
  await expect(page.getByRole('treegrid')).toHaveCount(0);
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Client bookings' })).toHaveCount(0);
});

test('bars are dragged, and the people of a project moved together, each as one step that is taken back', async ({ page }) => {
  await signIn(page, account('hr', 'Partner'), `${PAGE}?booked=1`);
  const tree = page.getByRole('treegrid', { name: 'Client bookings' });
  const code = (await tree.locator('[data-kind="project"]').nth(1).innerText()).split(' ·')[0]?.trim() ?? '';
  await page.getByRole('searchbox', { name: 'Search' }).fill(code);
  await expect(tree.locator('[data-kind="project"]')).toHaveCount(1);
  // They stand in the order of their days: one that moves changes its place.
  const id = await tree.locator('[data-kind="person"]').first().getAttribute('data-booking');
  const person = tree.locator(`[data-booking="${id}"]`);
  const days = person.locator('[data-column="days"]');
  const before = await days.innerText();
  const bar = person.locator('[data-moves]');
  const box = await bar.boundingBox();
  if (!box) throw new Error('There is no bar.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  // Inside of what is shown: what is moved out of it is gone from the list.
  const by = x > 1200 ? -60 : 60;
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + by, y, { steps: 4 });
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect(days).toHaveText(before);
  await page.keyboard.press('Escape');

  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + by, y, { steps: 4 });
  await page.mouse.up();
  await expect(days).not.toHaveText(before);
  await expect(page.getByText(/moved to/).first()).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(days).toHaveText(before);

  await person.focus();
  await page.keyboard.press('Alt+ArrowRight');
  await expect(days).not.toHaveText(before);
  await page.keyboard.press('Control+z');
  await expect(days).toHaveText(before);

  await tree.locator('[data-kind="project"]').focus();
  await page.keyboard.press('x');
  const bulk = page.getByRole('toolbar', { name: 'Selected bookings' });
  await expect(bulk).toBeVisible();
  await expectAccessible(page);
  await bulk.getByRole('button', { name: 'Move', exact: true }).click();
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(days).not.toHaveText(before);
  await page.keyboard.press('Control+z');
  await expect(days).toHaveText(before);
});

test('a project without a team takes over that of last year in one act, by keys and by mouse, and gives it back', async ({
  page,
}) => {
  await begin(page, account('hr', 'Partner'));
  const mark = `Team${Math.random().toString(36).slice(2, 8)}`;
  const fields = { last_name: mark, grade: 'Junior', category: 'operational', employed_from: '2020-01-01' };
  const users = [];
  for (const first_name of ['Ada', 'Ben'])
    users.push(await call(page, 'POST', '/api/user_management/add_user', { ...fields, first_name }));
  const client = await call(page, 'POST', '/api/clients/create', { name: mark });
  const project = (year: number) => call(page, 'POST', '/api/projects/create', { name: `${mark} ${year}`, client_id: client.id });
  const [before, next] = [await project(2028), await project(2029)];
  const days = { first_day: '2028-09-11', last_day: '2028-09-15', minutes_per_day: 240, level: 'hard' };
  for (const { id: user_id } of users) await call(page, 'POST', '/api/bookings', { ...days, user_id, project_id: before.id });

  await open(page, `${PAGE}?from=2029-09-03&projects=${next.id}`);
  const tree = page.getByRole('treegrid', { name: 'Client bookings' });
  const people = tree.locator('[data-kind="person"]');
  const offer = tree.getByRole('button', { name: 'Take over last year’s team (2 people)' });
  await expect(offer).toBeVisible();
  await expect(tree.getByRole('button', { name: /^Add first person/ })).toBeVisible();
  await expectAccessible(page);
  await tree.locator('[data-kind="project"]').focus();
  const acts = await tally(page);
  await page.keyboard.press('l');
  await expect(people).toHaveCount(2);
  await expect(people.first()).toContainText('10 – 14 Sept 2029');
  await expect(people.first()).toContainText('Tentative');
  expect(await acts.taken()).toEqual({ keys: 1, presses: 0 });
  await page.keyboard.press('Control+z');
  await expect(people).toHaveCount(0);
  await offer.click();
  await expect(people).toHaveCount(2);
  await page.keyboard.press('Control+z');
  await expect(people).toHaveCount(0);
  await tree.locator('[data-kind="project"]').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'New booking' })).toBeVisible();
});
