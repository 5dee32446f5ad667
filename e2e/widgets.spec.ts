import type { Locator, Page } from '@playwright/test';
import { account, baseUrl, expect, expectAccessible, signIn, test } from './fixtures.ts';

const dialog = (page: Page, name: string | RegExp): Locator => page.getByRole('dialog', { name });
/** Where the keyboard is: in the dialog of this name, or nowhere on the page (at its end it passes the browser's own bar). */
const keyboardIn = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement: at } = document;
    const id = at?.closest('[role="dialog"]')?.getAttribute('aria-labelledby') ?? '';
    return at === document.body ? 'nowhere' : (document.getElementById(id)?.textContent ?? `outside: ${at?.outerHTML}`);
  });
/** Journeys run side by side on one firm: each names its own things. */
const mark = (): string => Math.random().toString(36).slice(2, 8);

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

test.describe('lists to choose from', () => {
  test('a closed list holds no options; an arrow opens it on the chosen one', async ({ page }) => {
    await signIn(page, account('operational', 'Partner'), '/management/clients_&_projects');
    await expect(page.getByRole('table')).toBeVisible();
    await expect(page.locator('[role="option"]')).toHaveCount(0);
    const client = page.getByRole('combobox', { name: 'Clients' });
    await client.focus();
    await press(page, 'ArrowDown');
    const options = page.getByRole('listbox').getByRole('option');
    await expect(options.first()).toBeVisible();
    await expect(client).toHaveAttribute('aria-activedescendant', /./);
    await press(page, 'ArrowDown', 'Enter');
    await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true');
    await press(page, 'Escape');
    await expect(page.locator('[role="option"]')).toHaveCount(0);
  });

  test('Enter on what is nowhere in the list keeps the text, says so and sends nothing', async ({ page }) => {
    const sent: string[] = [];
    page.on('request', (request) => request.url().includes('/teams/add') && sent.push(request.url()));
    await signIn(page, account('hr', 'Partner'), '/admin/business_units?id=new');
    await page.getByRole('textbox', { name: 'Name' }).fill(`West ${mark()}`);
    const lead = page.getByRole('combobox', { name: 'Lead' });
    await lead.click();
    await page.keyboard.type('zzzz nobody');
    await press(page, 'Enter');
    await expect(lead).toHaveValue('zzzz nobody');
    await expect(page.getByText('Nothing found').first()).toBeVisible();
    await expect(page.locator('[data-announcer]')).toHaveText('Nothing found');
    await expect(dialog(page, 'Add team')).toBeVisible();
    // An open list in which nothing was typed or pointed at closes first.
    await press(page, 'Escape');
    await lead.click();
    await press(page, 'Enter');
    await expect(lead).toHaveAttribute('aria-expanded', 'false');
    expect(sent).toEqual([]);
    await press(page, 'Enter');
    await expect(dialog(page, 'Add team')).toHaveCount(0);
    expect(sent).toHaveLength(1);
  });
});

test.describe('lines of text', () => {
  const COMMON = 'Invalid character. Please use letters, numbers or symbols: . , _ - % @ * \' " & ( ) / + # : ’';

  test('what a field does not take vanishes, typed or pasted, with one alert and a word at the field', async ({ page }) => {
    await signIn(page, account('hr', 'Partner'), '/admin/business_units?id=new');
    const name = page.getByRole('textbox', { name: 'Name' });
    await name.pressSequentially('Łódź & 東京!? (a+b) #1');
    await expect(name).toHaveValue('Łódź & 東京 (a+b) #1');
    // One alert, however many were typed; the same words stand at the field and go by themselves.
    await expect(page.getByRole('alert').filter({ hasText: COMMON })).toHaveCount(1);
    await expect(dialog(page, 'Add team').getByText(COMMON)).toBeVisible();
    await expectAccessible(page);
    await expect(dialog(page, 'Add team').getByText(COMMON)).toHaveCount(0);
    // The caret stays where it was, and what is pasted is filtered, too.
    await name.fill('');
    await name.pressSequentially('ad');
    await press(page, 'ArrowLeft');
    await name.evaluate((input) => {
      input.focus();
      document.execCommand('insertText', false, 'b{}<>c');
    });
    await page.keyboard.type('-');
    await expect(name).toHaveValue('abc-d');
  });

  test('a letter that is still being composed is not touched', async ({ page }) => {
    await signIn(page, account('hr', 'Partner'), '/admin/business_units?id=new');
    const name = page.getByRole('textbox', { name: 'Name' });
    await name.focus();
    const client = await page.context().newCDPSession(page);
    await client.send('Input.imeSetComposition', { text: 'に~', selectionStart: 2, selectionEnd: 2 });
    await expect(name).toHaveValue('に~');
    await expect(page.getByRole('alert')).toHaveCount(0);
    await client.send('Input.insertText', { text: '日本' });
    await expect(name).toHaveValue('日本');
    await page.keyboard.type('~');
    await expect(name).toHaveValue('日本');
    await expect(page.getByRole('alert').first()).toContainText('Invalid character.');
  });
});

test('Backspace takes no chosen thing away; of several one is drawn, the rest is a number', async ({ page }) => {
  await signIn(page, account('hr', 'Partner'), '/management/clients_&_projects');
  const clients = page.getByRole('combobox', { name: 'Clients' });
  await clients.click();
  for (const index of [0, 1, 2]) await page.getByRole('listbox').getByRole('option').nth(index).click();
  const box = page.locator('[data-color]').filter({ has: clients });
  await expect(box).toContainText('+2');
  await press(page, 'Backspace', 'Backspace', 'Backspace');
  await expect(box).toContainText('+2');
  await page.keyboard.type('x');
  await press(page, 'Backspace', 'Backspace', 'Escape');
  await expect(box).toContainText('+2');
  await expect(page).toHaveURL(/clients=/);
});

test.describe('what lies over the page', () => {
  test('Escape leaves the uppermost alone, and the keyboard goes back to where it was', async ({ page }) => {
    await signIn(page, account('admin', 'Manager'), '/admin/settings?section=tasks');
    const row = page.getByRole('row', { name: /Training/ }).getByRole('button');
    await row.focus();
    await press(page, 'Enter');
    const drawer = dialog(page, 'Training');
    await expect(drawer).toBeVisible();
    for (const time of ['first', 'second']) {
      await drawer.getByRole('button', { name: 'Delete…' }).focus();
      await press(page, 'Enter');
      await expect(dialog(page, 'Delete “Training”?'), time).toBeVisible();
      await press(page, 'Escape');
      await expect(dialog(page, 'Delete “Training”?'), time).toHaveCount(0);
      await expect(drawer, time).toBeVisible();
      await expect(drawer.getByRole('button', { name: 'Delete…' }), time).toBeFocused();
    }
    // A press that comes before the question has taken the keyboard is meant for it all the same.
    await press(page, 'Enter');
    await expect(dialog(page, 'Delete “Training”?')).toBeVisible();
    await page.locator('button', { hasText: 'Delete…' }).dispatchEvent('keydown', { key: 'Escape', bubbles: true });
    await expect(dialog(page, 'Delete “Training”?')).toHaveCount(0);
    await expect(drawer).toBeVisible();
    await expect(drawer.getByRole('button', { name: 'Delete…' })).toBeFocused();
    await press(page, 'Escape');
    await expect(drawer).toHaveCount(0);
    await expect(row).toBeFocused();
  });

  test('a question about leaving: no goes on in the field, yes goes back to the row', async ({ page }) => {
    await signIn(page, account('admin', 'Manager'), '/admin/settings?section=tasks');
    const row = page.getByRole('row', { name: /Training/ }).getByRole('button');
    await row.click();
    const name = page.getByRole('textbox', { name: 'Name' });
    await name.fill('Training and more');
    await press(page, 'Escape');
    const question = dialog(page, 'Leave without saving?');
    await expect(question).toBeVisible();
    await press(page, 'Escape');
    await expect(question).toHaveCount(0);
    await expect(name).toBeFocused();
    await expect(name).toHaveValue('Training and more');
    await press(page, 'Escape');
    await question.getByRole('button', { name: 'Leave' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(row).toBeFocused();
  });

  test('what lies under it is out of reach, by Tab and for screen readers', async ({ page }) => {
    await signIn(page, account('admin', 'Manager'), '/admin/settings?section=tasks');
    await page
      .getByRole('row', { name: /Training/ })
      .getByRole('button')
      .click();
    const drawer = dialog(page, 'Training');
    await expect(drawer).toBeVisible();
    await expect(page.locator('header').first()).toHaveAttribute('inert');
    await expect(page.getByRole('navigation', { name: 'Menu', includeHidden: true })).toHaveAttribute('inert');
    // Even when the keyboard was lost on the page.
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    for (let step = 0; step < 15; step += 1) {
      await press(page, 'Tab');
      expect(['nowhere', 'Training']).toContain(await keyboardIn(page));
    }
    await expectAccessible(page);
    await drawer.getByRole('button', { name: 'Delete…' }).click();
    const question = dialog(page, 'Delete “Training”?');
    await expect(question).toBeVisible();
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    for (let step = 0; step < 8; step += 1) {
      await press(page, 'Tab');
      expect(['nowhere', 'Delete “Training”?']).toContain(await keyboardIn(page));
    }
    await expectAccessible(page);
  });

  test('keys of the page wait until it can be seen again', async ({ page }) => {
    await signIn(page, account('operational', 'Partner'));
    await expect(page.getByRole('button', { name: 'Account' })).toBeVisible();
    await page.getByRole('heading', { level: 1 }).focus();
    await press(page, '?');
    await expect(dialog(page, 'Keyboard short cuts')).toBeVisible();
    await press(page, 'g', 't');
    await expect(page).toHaveURL(`${baseUrl()}/home`);
    await expect(dialog(page, 'Keyboard short cuts')).toBeVisible();
  });
});

test.describe('looks', () => {
  test('filters that do not fit stand behind a button with their number, in one line', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await signIn(page, account('operational', 'Partner'), '/management/clients_&_projects');
    const bar = page.getByRole('search');
    const more = bar.getByRole('button', { name: /^\d more filters?$/ });
    const filters = bar.getByRole('combobox');
    // The project filters, and whatever fields of its own the firm filters by.
    await page.setViewportSize({ width: 2800, height: 900 });
    await expect(more).toHaveCount(0);
    await expect.poll(() => filters.count()).toBeGreaterThanOrEqual(8);
    const all = await filters.count();
    const behind = async (): Promise<number> => Number.parseInt((await more.textContent()) ?? '', 10);
    for (const width of [1600, 1440, 1360, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      // What is typed and not chosen counts behind the button, too.
      await expect
        .poll(async () => (await filters.count()) + (await behind()), { message: `${width}` })
        .toBeGreaterThanOrEqual(all);
      await expect.poll(async () => (await bar.boundingBox())?.height, { message: `${width}` }).toBeLessThan(50);
      expect(await filters.count()).toBeGreaterThanOrEqual(2);
    }
    await more.click();
    await expect(more).toHaveAttribute('aria-expanded', 'true');
    await expect(filters).toHaveCount(all);
    await expectAccessible(page);
    await page.setViewportSize({ width: 2800, height: 900 });
    await expect(more).toHaveCount(0);
    await expect(filters).toHaveCount(all);
  });

  test('on a narrow window the filters stand under each other in a sheet', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await signIn(page, account('operational', 'Partner'), '/management/clients_&_projects');
    await page.getByRole('button', { name: 'Filters', exact: true }).click();
    const filters = dialog(page, 'Filters').getByRole('combobox');
    await expect.poll(() => filters.count()).toBeGreaterThanOrEqual(8);
    const [first, second] = [await filters.nth(0).boundingBox(), await filters.nth(1).boundingBox()];
    expect((second?.y ?? 0) - (first?.y ?? 0)).toBeLessThan(80);
    expect(first?.width).toBeGreaterThan(250);
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`what can be pressed stands out from its ground, ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      await signIn(page, account('admin', 'Manager'), '/admin/settings?section=tasks&id=new');
      await expect(page.getByRole('radio').first()).toBeVisible();
      for (const radio of await page.getByRole('radio').all()) expect(await edgeContrast(radio)).toBeGreaterThanOrEqual(3);
      await press(page, 'Escape');
      await page
        .getByRole('row', { name: /Training/ })
        .getByRole('button')
        .click();
      expect(await edgeContrast(page.getByRole('checkbox', { name: 'Active' }))).toBeGreaterThanOrEqual(3);
    });
  }

  test('all of a table’s foot stands on one ground', async ({ page }) => {
    await signIn(page, account('operational', 'Partner'), '/reporting/kpi/reporting');
    await expect(page.locator('tfoot td').first()).toBeVisible();
    const grounds = await page
      .locator('tfoot td')
      .evaluateAll((cells) => [...new Set(cells.map((cell) => getComputedStyle(cell).backgroundColor))]);
    expect(grounds).toHaveLength(1);
  });
});

/** Contrast of the stronger of edge and fill with the ground that it stands on. */
const edgeContrast = (control: Locator): Promise<number> =>
  control.evaluate((element) => {
    const light = (color: string): number => {
      const [r = 0, g = 0, b = 0] = (color.match(/[\d.]+/g) ?? []).map((part) => {
        const value = Number(part) / 255;
        return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const contrast = (one: string, other: string): number => {
      const [high = 0, low = 0] = [light(one), light(other)].toSorted((a, b) => b - a);
      return (high + 0.05) / (low + 0.05);
    };
    let ground: Element | null = element.parentElement;
    while (ground && /rgba\(0, 0, 0, 0\)|transparent/.test(getComputedStyle(ground).backgroundColor))
      ground = ground.parentElement;
    const style = getComputedStyle(element);
    const under = ground ? getComputedStyle(ground).backgroundColor : 'rgb(255, 255, 255)';
    return Math.max(contrast(style.borderTopColor, under), contrast(style.backgroundColor, under));
  });
