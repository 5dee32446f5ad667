import type { Page } from '@playwright/test';
import type { DemoAccount } from '../src/server/world/demo.ts';
import { expect, expectAccessible, open, otherHand, signIn, test } from './fixtures.ts';

const password = 'the people of the strict firm';
const head: DemoAccount = {
  email: 'head@strict.example',
  password,
  category: 'hr',
  grade: 'Partner',
  tenants: ['strict'],
  role: 'user',
  is_superuser: true,
};
const junior: DemoAccount = {
  ...head,
  email: 'junior@strict.example',
  category: 'operational',
  grade: 'Junior',
  is_superuser: false,
};

const SHEET = '/time_tracking/timesheet';

async function logWeek(page: Page, week: string): Promise<void> {
  await open(page, `${SHEET}?w=${week}`);
  await page.getByRole('combobox', { name: 'Add row' }).click();
  await page.keyboard.type('Training');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: /Training.*Monday/ })).toBeFocused();
  await page.keyboard.type('8*5');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Everything is saved')).toBeVisible();
}

// Both have the same week-takers: one after the other.
test.describe.configure({ mode: 'default' });

otherHand(
  'a week is submitted, sent back with a reason, submitted again and approved, by mouse',
  async ({ page, browser }, { retry }) => {
    await signIn(page, junior);
    await logWeek(page, `2026-W${20 + 2 * retry}`);
    await page.getByRole('button', { name: 'Submit week' }).click();
    await expect(page.getByText('Submitted, waiting for approval')).toBeVisible();
    await expectAccessible(page);

    const other = await (await browser.newContext({ locale: 'en-GB' })).newPage();
    await signIn(other, head);
    await other.getByRole('link', { name: /timesheets? waits? for your approval/ }).click();
    await other.getByRole('button', { name: 'Send back: Jo Junior' }).click();
    await other.getByRole('textbox', { name: 'Reason' }).fill('Friday was a holiday.');
    await other.getByRole('dialog').getByRole('button', { name: 'Send back', exact: true }).click();
    await expect(other.getByText('Nothing waits for your approval')).toBeVisible();
    await expectAccessible(other);

    await expect(page.getByText('Ada Strict: Friday was a holiday.')).toBeVisible();
    await page.getByRole('button', { name: 'Submit week' }).click();
    await expect(page.getByText('Submitted, waiting for approval')).toBeVisible();
    await other.getByRole('button', { name: 'Approve Jo Junior' }).click();
    await expect(page.getByRole('region', { name: 'Approval' }).getByText('Approved', { exact: true })).toBeVisible();

    // What the country asks of working time: said once, and seen on every sheet there.
    await open(other, '/admin/settings?section=time');
    await other.getByRole('button', { name: 'Germany' }).click();
    const drawer = other.getByRole('dialog', { name: 'Germany' });
    await drawer.getByRole('textbox', { name: 'Most a day' }).fill('6');
    await drawer.getByRole('textbox', { name: 'Most a week' }).fill('48');
    await expectAccessible(other);
    await drawer.getByRole('button', { name: 'Save' }).click();
    await expect(other.getByRole('row', { name: /Germany/ })).toContainText('6 h');
    await page.reload();
    await expect(page.getByText(/8 h, more than the 6 h that a day should have at most/).first()).toBeVisible();
    await expectAccessible(page);
    await other.context().close();
  },
);

test('a week is submitted and approved with the keyboard alone, and opened again with a reason', async ({ page, browser }, {
  retry,
}) => {
  await signIn(page, junior);
  await logWeek(page, `2026-W${21 + 2 * retry}`);
  await page.getByRole('button', { name: 'Submit week' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Submitted, waiting for approval')).toBeVisible();

  const other = await (await browser.newContext({ locale: 'en-GB' })).newPage();
  await signIn(other, head, `${SHEET}?view=approvals`);
  const row = other.getByRole('row', { name: retry === 0 ? /18 May 2026/ : /1 Jun 2026/ });
  await row.getByRole('link', { name: 'Jo Junior' }).focus();
  await other.keyboard.press('Enter');
  await other.getByRole('button', { name: 'Approve', exact: true }).focus();
  await other.keyboard.press('Enter');
  const bar = other.getByRole('region', { name: 'Approval' });
  await expect(bar.getByText('Approved', { exact: true })).toBeVisible();
  await bar.getByRole('button', { name: 'Open again…' }).focus();
  await other.keyboard.press('Enter');
  const why = other.getByRole('dialog').getByRole('textbox');
  await expect(why).toBeFocused();
  await other.keyboard.type('A meeting is missing.');
  await other.keyboard.press('Control+Enter');
  await other.keyboard.press('Tab');
  await other.keyboard.press('Tab');
  await other.keyboard.press('Enter');
  await expect(bar.getByText('Not submitted')).toBeVisible();
  await expect(bar.getByText('A meeting is missing.').first()).toBeVisible();
  await other.context().close();
});
