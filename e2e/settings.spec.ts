import { account, baseUrl, expect, expectAccessible, further, signIn, test } from './fixtures.ts';

const settings = (section: string): string => `${baseUrl()}/admin/settings?section=${section}`;
const head = account('hr', 'Partner');

/** A word that no other journey of this run has. */
const odd = (): string => Math.random().toString(36).slice(2, 8);

further('a new data field shows in the form, the table and the filters of projects', async ({ page }) => {
  const word = odd();
  await signIn(page, head, settings('fields'));
  await expect(page.getByRole('heading', { level: 2, name: 'Data fields' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'New data field' }).first()).toBeVisible();
  await page.keyboard.press('n');
  const drawer = page.getByRole('dialog', { name: 'New data field' });
  await drawer.getByRole('textbox', { name: 'Name' }).fill(`Phase ${word}`);
  await drawer.getByRole('combobox', { name: 'Kind' }).click();
  await page.getByRole('option', { name: 'Choice', exact: true }).click();
  await drawer.getByRole('textbox', { name: 'Options' }).fill('Concept\nDelivery');
  await expectAccessible(page);
  await drawer.getByRole('button', { name: 'Add' }).click();
  await expect(page.getByRole('row', { name: new RegExp(`Phase ${word}`) })).toContainText('Projects');
  await expectAccessible(page);

  await page.goto(`${baseUrl()}/management/clients_&_projects?id=new`);
  const project = page.getByRole('dialog', { name: 'New project' });
  await project.getByRole('textbox', { name: 'Name' }).fill(`Project ${word}`);
  await project.getByRole('combobox', { name: `Phase ${word}` }).click();
  await page.getByRole('option', { name: 'Delivery' }).click();
  await project.getByRole('button', { name: 'Add' }).click();
  await expect(project).toBeHidden();
  await page.goto(`${baseUrl()}/management/clients_&_projects?field_phase_${word}=Delivery`);
  await expect(page.getByRole('row', { name: new RegExp(`Project ${word}`) })).toBeVisible();
  await page.goto(`${baseUrl()}/management/clients_&_projects?field_phase_${word}=Concept`);
  await expect(page.getByText('No project matches')).toBeVisible();
});

further('a new data field of people shows in user details, and is kept there', async ({ page }) => {
  const word = odd();
  await signIn(page, head, settings('fields&id=new'));
  const drawer = page.getByRole('dialog', { name: 'New data field' });
  await drawer.getByRole('textbox', { name: 'Name' }).fill(`Badge ${word}`);
  await drawer.getByRole('combobox', { name: 'Belongs to' }).click();
  await page.getByRole('option', { name: 'Users' }).click();
  await drawer.getByRole('button', { name: 'Add' }).click();
  await expect(drawer).toBeHidden();
  await page.goto(`${baseUrl()}/admin/users`);
  await page.getByRole('row').nth(1).getByRole('button').first().click();
  const badge = page.getByRole('textbox', { name: `Badge ${word}` });
  await badge.fill('B-17');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/was saved|saved/i).first()).toBeVisible();
  await page.reload();
  await expect(badge).toHaveValue('B-17');
});

test('a key that is taken is said at the field, and an empty name before asking', async ({ page }) => {
  const word = odd();
  await signIn(page, head);
  for (const round of [1, 2]) {
    await page.goto(settings('fields&id=new'));
    const drawer = page.getByRole('dialog', { name: 'New data field' });
    if (round === 1) {
      await drawer.getByRole('button', { name: 'Add' }).click();
      await expect(drawer.getByText('Enter a name.')).toBeVisible();
    }
    await drawer.getByRole('textbox', { name: 'Name' }).fill(`Code ${word}`);
    await drawer.getByRole('button', { name: 'Add' }).click();
    if (round === 1) await expect(drawer).toBeHidden();
    else await expect(drawer.getByText(`The field "Code ${word}" has this key already.`)).toBeVisible();
  }
});

further('the firm’s day of reminders is changed, and nobody else may', async ({ page }) => {
  await signIn(page, head, settings('notifications'));
  await page.getByRole('combobox', { name: 'From' }).click();
  await page.getByRole('option', { name: '11:00' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'From' })).toHaveValue('11:00');
  await page.goto(settings('general'));
  await expect(page.getByRole('textbox', { name: 'Name of the firm' })).toHaveValue('Journey & Co');
  await expectAccessible(page);
});

test('the bell counts, lists and leads on; the profile decides what comes', async ({ page }) => {
  await signIn(page, head, '/profile');
  const mail = page.getByRole('switch', { name: 'Missing time: By mail' });
  await expect(mail).toBeChecked();
  await mail.press('Space');
  await expect(mail).not.toBeChecked();
  await page.reload();
  await expect(mail).not.toBeChecked();
  await mail.press('Space');
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeHidden();
  await expect(page.getByRole('button', { name: /^Notifications/ })).toBeFocused();
});

further('what is told appears in the bell while one looks on, and is read by opening it', async ({ page, browser }) => {
  // Who was told once is not told again: another try takes somebody else.
  const who = account('operational', test.info().retry === 0 ? 'Junior' : 'Senior');
  await signIn(page, who);
  const bell = page.getByRole('button', { name: /^Notifications/ });
  await expect(bell).toBeVisible();

  const other = await browser.newPage();
  await signIn(other, head);
  await other.evaluate(async (email) => {
    const { accessToken } = JSON.parse(localStorage.getItem('user') ?? '{}') as { accessToken: string };
    const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' };
    const people = (await (
      await fetch(`/api/users?search=${encodeURIComponent(email)}`, { method: 'POST', headers })
    ).json()) as {
      id: string;
    }[];
    const body = JSON.stringify({ user_id: people[0]?.id });
    const answer = await fetch('/api/invitations', { method: 'POST', headers, body });
    if (!answer.ok) throw new Error(await answer.text());
  }, who.email);
  await other.close();

  await expect(bell).toHaveAccessibleName('Notifications, 1 not read');
  await bell.click();
  const list = page.getByRole('dialog', { name: 'Notifications' });
  await expect(list.getByRole('listitem')).toContainText('Welcome to Journey & Co');
  await expectAccessible(page);
  await list.getByRole('button', { name: /Welcome to Journey/ }).click();
  await page.waitForURL(/\/profile/);
  await expect(bell).toHaveAccessibleName('Notifications');
});
