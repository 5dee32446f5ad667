import type { Page } from '@playwright/test';
import { FULL, account, accessFaults, expect, signIn, test } from './fixtures.ts';
import { cutOff, textsOf } from './inspect.ts';
import { GROUPS, SPOKEN, THEMES, openAddresses, openAll, ownId, screenAddresses, show } from './screens.ts';

/** A key of a text that nobody has: `time.copy_last_week`. */
const KEY = /^(web|settings|access|people|clients|rates|leave|planning|time|pricing|invoicing|reporting|support)\.[a-z_0-9.]+$/;

/** Every rule of accessibility, no text that is missing, nothing that is cut off. */
async function faultsOf(page: Page, where: string): Promise<string[]> {
  const missing = (await textsOf(page)).filter(({ text }) => KEY.test(text.trim())).map(({ text }) => `no text for ${text}`);
  const cut = (await cutOff(page)).map(({ text, where: place }) => `"${text}" ${place}`);
  return [...(await accessFaults(page)), ...missing, ...cut].map((fault) => `${where}: ${fault}`);
}

// By default the walk in a longer language looks at every screen; this one is for the whole matrix.
for (const language of FULL ? SPOKEN : []) {
  for (const colorScheme of THEMES) {
    test.describe(`${language}, ${colorScheme}`, () => {
      test.use({ colorScheme });
      test.setTimeout(FULL ? 600_000 : 180_000);

      test('open pages', async ({ page }) => {
        const found: string[] = [];
        for (const address of openAddresses()) {
          await show(page, address, language);
          found.push(...(await faultsOf(page, address)));
        }
        expect(found).toEqual([]);
        await expect(page.locator('html')).toHaveAttribute('lang', language);
      });

      for (const group of [...GROUPS, 'nowhere']) {
        test(`screens below /${group}`, async ({ page }) => {
          const found: string[] = [];
          const seen = new Set<string>();
          await signIn(page, account('hr', 'Partner'));
          const addresses = group === 'nowhere' ? ['/nowhere'] : screenAddresses(group, await ownId(page));
          for (const address of addresses) {
            await show(page, address, language);
            found.push(...(await faultsOf(page, address)));
            if (!FULL || language !== 'en') continue;
            await openAll(page, seen, async (name) => void found.push(...(await faultsOf(page, `${address} → ${name}`))));
          }
          expect(found).toEqual([]);
          await expect(page.locator('html')).toHaveAttribute('lang', language);
        });
      }
    });
  }
}
