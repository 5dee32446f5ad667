import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { GUIDE_SECTIONS } from '../src/support/web/guide.ts';
import { account, baseUrl, expect, expectAccessible, signIn, test } from './fixtures.ts';

const arrived = (page: Page): Promise<string[]> =>
  page.locator('[data-guide]').evaluateAll((sections) => sections.map(({ id }) => id));

test.describe('the user guide', () => {
  test('its sections arrive in order, and the list leads to one that is not there yet', async ({ page }) => {
    await signIn(page, account('hr', 'Partner'), '/admin/support');
    await expect(page.getByRole('heading', { name: 'How to read this guide' })).toBeVisible();
    expect((await arrived(page)).length).toBeLessThan(GUIDE_SECTIONS.length);
    const list = page
      .getByRole('textbox', { name: 'Go to…' })
      .or(page.getByRole('combobox', { name: 'Go to…' }))
      .first();
    await expect(list).toHaveAttribute('readonly', '');
    await expect(page.getByRole('button', { name: /^Clear/ })).toHaveCount(0);
    await list.click();
    await expect(page.getByRole('option')).toHaveCount(GUIDE_SECTIONS.length);
    await page.getByRole('option', { name: 'Users', exact: true }).click();
    const heading = page.getByRole('heading', { level: 2, name: 'Users', exact: true });
    await expect(heading).toBeFocused();
    await expect(heading).toBeInViewport();
    await expect.poll(() => arrived(page)).toEqual([...GUIDE_SECTIONS]);
    for (const image of await page.locator('[data-guide] img').all()) expect(await image.getAttribute('alt')).toMatch(/\w+/);
    await expectAccessible(page);
  });

  test('opened from a page it stands over it at its section, without a ticket button', async ({ page }) => {
    await signIn(page, account('hr', 'Partner'), '/admin/business_units');
    await page.getByRole('button', { name: 'Help for this page' }).click();
    const guide = page.getByRole('dialog', { name: 'User guide' });
    await expect(guide.getByRole('heading', { name: 'Business units' })).toBeInViewport();
    await expect(guide.getByRole('button', { name: 'Create a ticket' })).toHaveCount(0);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(guide).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Help for this page' })).toBeFocused();
  });
});

test.describe('a ticket', () => {
  test('by keyboard: open, type, Enter; its text stays when the dialog is closed', async ({ page }) => {
    await signIn(page, account('operational', 'Junior'), '/admin/support?from=timesheet&tab=mine');
    const create = page.getByRole('button', { name: 'Create a ticket' });
    await create.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText('About the page: Timesheet')).toBeVisible();
    await page.keyboard.type('Tuesday loses its hours.');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await create.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('textbox', { name: 'What happened' })).toHaveValue('Tuesday loses its hours.');
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect(page.getByText(/^Ticket T-[0-9A-F]{8} was sent\.$/)).toBeVisible();
    await expect(page.getByRole('row', { name: /Tuesday loses its hours/ })).toContainText('Open');
  });

  test('by mouse: with a picture; an administrator answers, and who asked reads it', async ({ page, browser }) => {
    const who = account('operational', 'Senior');
    await signIn(page, who, '/admin/support?tab=mine');
    await page.getByRole('button', { name: 'Create a ticket' }).click();
    await page.getByRole('textbox', { name: 'What happened' }).fill('The board stays empty.');
    const buffer = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#1B5FA8' } })
      .png()
      .toBuffer();
    await page.getByLabel('Add a picture').setInputFiles({ name: 'board.png', mimeType: 'image/png', buffer });
    await expect(page.getByRole('img', { name: 'board.png' })).toBeVisible();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(page.getByText(/was sent\.$/)).toBeVisible();

    const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1440, height: 900 } });
    const desk = await context.newPage();
    await signIn(desk, account('hr', 'Partner'), '/admin/support?tab=all');
    await desk.getByRole('button', { name: 'The board stays empty.' }).click();
    await expect(desk.getByRole('img', { name: 'board.png' })).toBeVisible();
    await expectAccessible(desk);
    await desk.getByRole('textbox', { name: 'Answer' }).fill('Take the filter away.');
    await desk.getByRole('button', { name: 'Send the answer' }).click();
    await expect(desk.getByRole('dialog').getByText('Answered')).toBeVisible();
    await context.close();

    await page.getByRole('button', { name: 'The board stays empty.' }).click();
    await expect(page.getByRole('dialog').getByText('Take the filter away.')).toBeVisible();
    await page.getByRole('button', { name: 'Close the ticket' }).click();
    await expect(page.getByRole('dialog').getByText('Closed')).toBeVisible();
  });

  test('from a page that broke', async ({ page }) => {
    await page.goto(`${baseUrl()}/pages/500`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Create a ticket' })).toHaveCount(0);
    await signIn(page, account('hr', 'Partner'), '/pages/500?reference=abc123');
    await page.getByRole('button', { name: 'Create a ticket' }).click();
    await page.getByRole('textbox', { name: 'What happened' }).fill('It broke.');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(page.getByText(/was sent\.$/)).toBeVisible();
  });
});
