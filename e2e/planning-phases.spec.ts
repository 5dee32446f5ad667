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

  await open(page, `/planning/clients_bookings?from=2029-07-02&projects=${found?.id}`);
  await expect(page.getByRole('treegrid').getByRole('row', { name: new RegExp(`${names[0]} · Fieldwork`) })).toBeVisible();
});
