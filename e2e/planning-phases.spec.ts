import fs from 'node:fs';
import { bars, openOwnBoard, spoken } from './board.ts';
import { call, expect, expectAccessible, open, test } from './fixtures.ts';

test('a booking is made on a phase of its project, and leaves it behind with the project', async ({ page }) => {
  const { names, project } = await openOwnBoard(page, '2029-07-02', ['Ada']);
  const [found] = await call<{ id: string }[]>(page, 'POST', '/api/projects/all', { search: project });
  const phases = [
    { name: 'Planning', starts_on: '2029-06-04', ends_on: '2029-06-29' },
    { name: 'Fieldwork', starts_on: '2029-07-02', ends_on: '2029-07-20' },
  ];
  await call(page, 'POST', '/api/projects/update', { id: found?.id, phases });
  await call(page, 'POST', '/api/projects/create', { name: `Other ${project}` });

  await page.locator('[data-cell="0-0"]').focus();
  await page.keyboard.press('b');
  const form = page.getByRole('dialog', { name: 'New booking' });
  await form.getByRole('combobox', { name: 'Project or internal work' }).fill(project);
  await page.getByRole('option', { name: project }).first().click();
  const phase = form.getByRole('combobox', { name: 'Phase' });
  await phase.click();
  await page.getByRole('option', { name: 'Planning' }).click();
  await expect(form.getByText(/^Outside of the phase/)).toBeVisible();
  await phase.click();
  await page.getByRole('option', { name: 'Fieldwork' }).click();
  await expect(form.getByText(/^Outside of the phase/)).toHaveCount(0);
  await expectAccessible(page);
  await form.getByRole('button', { name: /^Book/ }).click();
  const onField = page.getByRole('gridcell', { name: /Fieldwork/ });
  await expect(onField.first()).toBeAttached();

  await bars(page, 0).dblclick();
  const drawer = page.getByRole('dialog', { name: 'Booking' });
  await drawer.getByRole('combobox', { name: 'Project or internal work' }).fill(`Other ${project}`);
  await page.getByRole('option', { name: `Other ${project}` }).click();
  await expect(drawer.getByText(/^The phase belonged to the other project/)).toBeVisible();
  await drawer.getByRole('button', { name: 'Save' }).click();
  await expect(spoken(page)).toContainText('its phase stays behind');
  await expect(onField).toHaveCount(0);
  await expect(drawer).toBeHidden();
  await page.keyboard.press('Control+z');
  await expect(onField.first()).toBeAttached();

  // The board as a picture.
  await page.getByRole('button', { name: 'Export' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Picture (PNG)' }).click(),
  ]);
  const bytes = fs.readFileSync(await file.path());
  expect([file.suggestedFilename().endsWith('.png'), bytes.subarray(1, 4).toString()]).toEqual([true, 'PNG']);
  expect(bytes.length).toBeGreaterThan(10_000);

  await open(page, `/planning/clients_bookings?from=2029-07-02&projects=${found?.id}`);
  await expect(page.getByRole('treegrid').getByRole('row', { name: new RegExp(`${names[0]} · Fieldwork`) })).toBeVisible();
});

test('a change that is made without a connection waits in the browser and is sent when it is back', async ({ page, context }) => {
  const { project } = await openOwnBoard(page, '2029-09-03', ['Ada']);
  await page.locator('[data-cell="0-0"]').focus();
  await page.keyboard.press('b');
  const form = page.getByRole('dialog', { name: 'New booking' });
  await form.getByRole('combobox', { name: 'Project or internal work' }).fill(project);
  await page.getByRole('option', { name: project }).first().click();
  await form.getByRole('button', { name: /^Book/ }).click();
  await expect(bars(page, 0)).toHaveCount(1);
  await expect(form).toBeHidden();
  await page.locator('[data-cell="0-0"]').focus();
  await page.keyboard.press('Space');
  await context.setOffline(true);
  await page.keyboard.press('Alt+ArrowRight');
  await page.keyboard.press('Alt+ArrowRight');
  await expect(
    page.getByText('2 changes wait in this browser').or(page.getByText('1 change waits in this browser')),
  ).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(/waits? in this browser/)).toHaveCount(0);
  const query = 'from=2029-09-01&to=2029-10-30';
  const [found] = await call<{ id: string }[]>(page, 'POST', '/api/projects/all', { search: project });
  const booked = () => call<{ first_day: string }[]>(page, 'GET', `/api/bookings?${query}&project_id=${found?.id}`);
  await expect.poll(async () => (await booked()).map(({ first_day }) => first_day)).toEqual(['2029-09-17']);
  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await booked()).map(({ first_day }) => first_day)).toEqual(['2029-09-10']);
});
