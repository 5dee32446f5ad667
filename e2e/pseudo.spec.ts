import type { Page } from '@playwright/test';
import { pseudoText } from '../src/web/i18n/pseudo.ts';
import { FULL, accessFaults, account, expect, signIn, test } from './fixtures.ts';
import { type Answers, answersOf, cutOff, textsOf, untranslated, violationsOf } from './inspect.ts';
import { GROUPS, openAddresses, openAll, ownId, screenAddresses, show } from './screens.ts';

const PSEUDO = 'pseudo';

/** What was found, a line each; the same on two screens is told once. */
class Faults {
  readonly #answers: Answers;
  readonly #found = new Map<string, string>();

  constructor(answers: Answers) {
    this.#answers = answers;
  }

  async look(page: Page, where: string): Promise<void> {
    const texts = new Map((await textsOf(page)).map(({ text, where: place }) => [text, place]));
    await this.#answers.read();
    for (const [text, place] of texts) {
      const left = untranslated(text, this.#answers.data);
      if (left) this.#add(`"${left}" is not translated (${place})`, where);
    }
    for (const { text, where: place } of await cutOff(page)) this.#add(`"${text}" ${place}`, where);
    for (const fault of await accessFaults(page)) this.#add(fault, where);
  }

  /** What the policy of the pages refused on the way. */
  refused(violations: readonly string[]): void {
    for (const violation of violations) this.#add(violation, 'policy');
  }

  #add(fault: string, where: string): void {
    if (!this.#found.has(fault)) this.#found.set(fault, `${where}: ${fault}`);
  }

  get lines(): string[] {
    return [...this.#found.values()];
  }
}

/** Opens what only keys and cells open. */
async function openByKeys(page: Page, faults: Faults): Promise<void> {
  const step = async (address: string, ...keys: string[]): Promise<void> => {
    await show(page, address, PSEUDO);
    for (const key of keys) await page.keyboard.press(key);
    await page.waitForTimeout(400);
    await faults.look(page, `${address} → ${keys.join(' ')}`);
  };
  await step('/home', 'Shift+?');
  await step('/home', 'Control+k', 'a', 'u');
  await step('/time_tracking/timesheet', 'Space');
  await step('/time_tracking/timesheet', 'Shift+F10');
  await step('/planning/planning_page', 'n', 'Enter');
  await step('/admin/settings?section=tasks', 'n', 'Enter');
  await show(page, '/admin/settings?section=tasks', PSEUDO);
  await page.locator('main table tbody tr:first-child td button').click();
  await page.getByRole('button', { name: pseudoText('Delete…') }).click();
  await page.waitForTimeout(300);
  await faults.look(page, '/admin/settings → question');
}

const widths = [
  ['a phone', { width: 390, height: 844 }],
  ['a desk', { width: 1280, height: 900 }],
] as const;

// The narrow one shows the same words and cuts off first; the whole matrix looks at both. Here every screen is walked by default:
// its texts, what is cut off, every rule of accessibility, the policy of the pages.
for (const [name, viewport] of FULL ? widths : widths.slice(0, 1)) {
  test.describe(`in a language 40 % longer, on ${name}`, () => {
    const isPhone = viewport.width < 500;
    test.use({ viewport, hasTouch: isPhone });
    test.setTimeout(FULL ? 600_000 : 180_000);

    test('open pages are translated, fit and break no rule', async ({ page }) => {
      const faults = new Faults(answersOf(page));
      const violations = await violationsOf(page);
      for (const address of openAddresses()) {
        await show(page, address, PSEUDO);
        await faults.look(page, address);
      }
      faults.refused(violations);
      expect(faults.lines).toEqual([]);
    });

    for (const group of GROUPS) {
      test(`screens below /${group} are translated, fit and break no rule`, async ({ page }) => {
        const faults = new Faults(answersOf(page));
        const violations = await violationsOf(page);
        const seen = new Set<string>();
        await signIn(page, account('hr', 'Partner'));
        for (const address of screenAddresses(group, await ownId(page))) {
          await show(page, address, PSEUDO);
          await faults.look(page, address);
          if (FULL) await openAll(page, seen, (opened) => faults.look(page, `${address} → ${opened}`));
        }
        faults.refused(violations);
        expect(faults.lines).toEqual([]);
      });
    }

    if (FULL && !isPhone) {
      test('what keys open is translated and fits', async ({ page }) => {
        const faults = new Faults(answersOf(page));
        await signIn(page, account('hr', 'Partner'));
        await openByKeys(page, faults);
        expect(faults.lines).toEqual([]);
      });
    }
  });
}
