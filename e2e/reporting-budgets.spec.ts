import type { Locator, Page } from '@playwright/test';
import { addDays, addMonths, dayIn } from '../src/kit/day.ts';
import { tally } from './counted.ts';
import { account, expect, otherHand, signIn, test } from './fixtures.ts';

/** How many keys or presses the journeys of the reports take at most, by either hand; the focus stands where the key is pressed. */
type Act = (target: Locator) => Promise<void>;
const byKey: Act = async (target) => target.press('Enter');
const byMouse: Act = async (target) => target.click();

const thisMonth = addMonths(dayIn('Europe/Berlin', new Date()), 0);
const days = `from=${addMonths(thisMonth, -2)}&to=${addDays(thisMonth, -1)}`;

/** From recovery that fell to the people and to their entries. */
async function drill(page: Page, act: Act): Promise<void> {
  await signIn(page, account('hr', 'Partner'), `/reporting/management_reporting?by=money&${days}`);
  const projects = page.getByRole('table', { name: 'Fees by: Project' });
  await expect(projects).toBeVisible();
  const acts = await tally(page);
  await act(projects.getByRole('button', { name: /Recovery/ }).first());
  await expect(page).toHaveURL(/sort=-?recovery/);
  await expect(projects.getByRole('link').first()).toBeVisible();
  await act(projects.getByRole('link').first());
  const people = page.getByRole('table', { name: 'Fees by: Person' });
  await expect(people).toBeVisible();
  await act(people.getByRole('link', { name: /: the entries$/ }).first());
  await expect(page).toHaveURL(/by=entry/);
  const { keys, presses } = await acts.taken();
  expect(keys + presses).toBeLessThanOrEqual(4);
}

test('J22 by keys: from recovery that fell to the people and their entries, four at most', ({ page }) => drill(page, byKey));
otherHand('J22 by mouse: the same in four clicks at most', ({ page }) => drill(page, byMouse));

/** Everybody of a band is reminded. */
async function remind(page: Page, band: string, [choose, act]: [Act, Act]): Promise<void> {
  await signIn(page, account('hr', 'Partner'), `/reporting/timesheet_completion?band=${band}`);
  const all = page.getByRole('checkbox', { name: 'Select all rows on this page' });
  await all.waitFor();
  const acts = await tally(page);
  await choose(all);
  await act(page.getByRole('button', { name: 'Remind…' }));
  await act(page.getByRole('dialog').getByRole('button', { name: 'Remind' }));
  await expect(page.getByText(/(person was|people were) reminded/)).toBeVisible();
  const { keys, presses } = await acts.taken();
  expect(keys + presses).toBe(3);
}

test('J23 by keys: who is late is reminded by three', ({ page }) =>
  remind(page, 'partly', [(target) => target.press('Space'), byKey]));
otherHand('J23 by mouse: the same in three clicks', ({ page }) => remind(page, 'partly', [byMouse, byMouse]));
