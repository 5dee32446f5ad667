import type { Locator, Page } from '@playwright/test';
import { account, begin, call, expect, open, signIn } from './fixtures.ts';

/** Opens the board on weeks that no other test uses, as somebody who may book everybody. */
export async function openBoard(page: Page, from: string, more = ''): Promise<void> {
  await signIn(page, account('operational', 'Partner'), `/planning/planning_page?from=${from}${more}`);
  await expect(page.getByRole('row').nth(3)).toBeVisible();
  await expect(page.locator('[data-cell="0-0"]:not([data-waiting])')).toBeAttached();
}

/**
 * Opens the board on people and a project that no other journey knows, as somebody who may book everybody: what changes others,
 * or is refused whole when others change, meets nobody there. @returns the names, in the order of the rows
 */
export async function openOwnBoard(
  page: Page,
  from: string,
  firstNames: readonly string[],
): Promise<{ names: string[]; project: string }> {
  const mark = `Board${Math.random().toString(36).slice(2, 8)}`;
  await begin(page, account('hr', 'Partner'));
  const fields = { last_name: mark, grade: 'Junior', category: 'operational', employed_from: '2020-01-01' };
  for (const first_name of firstNames) await call(page, 'POST', '/api/user_management/add_user', { ...fields, first_name });
  await begin(page, account('operational', 'Partner'));
  const project = `Work ${mark}`;
  await call(page, 'POST', '/api/projects/create', { name: project });
  await open(page, `/planning/planning_page?from=${from}&q=${mark}`);
  await expect(page.locator('[data-cell="0-0"]:not([data-waiting])')).toBeAttached();
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', String(firstNames.length + 1));
  return { names: firstNames.map((name) => `${name} ${mark}`), project };
}

/** The sentence that a screen reader was told last. */
export const spoken = (page: Page): Locator => page.locator('[aria-live="polite"]').first();

export async function bookHere(page: Page, work = 'Training'): Promise<void> {
  await page.keyboard.press('b');
  const form = page.getByRole('dialog', { name: 'New booking' });
  await expect(form).toBeVisible();
  await page.keyboard.type(work);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(form).toBeHidden();
}

export const bars = (page: Page, row: number): Locator => page.locator(`[data-row="${row}"] [data-bar]`);
