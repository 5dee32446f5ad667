import type { Locator, Page } from '@playwright/test';
import { bars, openOwnBoard, spoken } from './board.ts';
import { tally } from './counted.ts';
import { expect, expectAccessible, otherHand, test } from './fixtures.ts';

/** Asks for so many Juniors on a project, and waits until they stand in the lane. */
async function ask(page: Page, project: string, from: string, to: string, count: number): Promise<Locator> {
  await page.getByRole('button', { name: 'Ask for people' }).click();
  const form = page.getByRole('dialog', { name: 'Ask for people' });
  await form.getByRole('combobox', { name: 'Project or internal work' }).fill(project);
  await page.getByRole('option', { name: project }).first().click();
  await form.getByRole('combobox', { name: 'Grade' }).fill('Junior');
  await page.getByRole('option', { name: 'Junior', exact: true }).first().click();
  await form.getByRole('textbox', { name: 'From and to' }).fill(`${from} - ${to}`);
  await form.getByRole('textbox', { name: 'How many people' }).fill(String(count));
  await form.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(form).toBeHidden();
  const mine = page.getByRole('grid').getByRole('button', { name: new RegExp(`^Demand: Junior, .*${project}`) });
  await expect(mine).toHaveCount(count);
  return mine;
}

test('what nobody does yet is drawn onto somebody, and taken back', async ({ page }) => {
  const { names, project } = await openOwnBoard(page, '2027-03-01', ['Ada', 'Ben']);
  const demands = await ask(page, project, '15/3/2027', '26/3/2027', 2);
  await expectAccessible(page);
  const [from, to] = [await demands.first().boundingBox(), await page.locator('[data-row="1"]').boundingBox()];
  if (!from || !to) throw new Error('There is no demand.');
  const acts = await tally(page);
  await page.mouse.move(from.x + 10, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(from.x + 12, to.y + 20, { steps: 5 });
  await page.mouse.up();
  await expect(bars(page, 1)).toHaveCount(1);
  expect(await acts.taken()).toEqual({ keys: 0, presses: 1 });
  await expect(demands).toHaveCount(1);
  await expect(spoken(page)).toContainText(`${names[1]} booked on the demand`);
  await page.keyboard.press('Control+z');
  await expect(demands).toHaveCount(2);
  await expect(bars(page, 1)).toHaveCount(0);
});

otherHand('who could do it is found by keys, with what speaks for each, and booked', async ({ page }) => {
  const { names, project } = await openOwnBoard(page, '2027-04-05', ['Ada', 'Ben']);
  const demands = await ask(page, project, '19/4/2027', '23/4/2027', 1);
  await demands.first().focus();
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: 'Demand' });
  const who = drawer.getByRole('region', { name: 'Who could do it' });
  await expect(who.getByText('fits on 5 of 5 days').first()).toBeVisible();
  await expectAccessible(page);
  const book = who.getByRole('button', { name: /^Book / }).first();
  const name = ((await book.getAttribute('aria-label')) ?? '').replace('Book ', '');
  await book.focus();
  await page.keyboard.press('Enter');
  await expect(drawer).toBeHidden();
  await expect(demands).toHaveCount(0);
  await expect(spoken(page)).toContainText(`${name} booked on the demand`);
  await page.keyboard.press('Control+z');
  await expect(demands).toHaveCount(1);
  await page.getByRole('button', { name: 'Find people' }).click();
  const find = page.getByRole('dialog', { name: 'Find people' });
  await expect(find.getByRole('list', { name: 'Free people' }).getByRole('listitem').first()).toBeVisible();
  await expectAccessible(page);
  expect(names).toHaveLength(2);
});
