import type { Locator, Page } from '@playwright/test';

/** Counts what a user does: a click or a key is one; typed text is counted apart and not here. */
export function counted(page: Page) {
  let actions = 0;
  return {
    get actions(): number {
      return actions;
    },
    click: async (target: Locator, options: Parameters<Locator['click']>[0] = {}): Promise<void> => {
      actions += 1;
      await target.click(options);
    },
    press: async (key: string): Promise<void> => {
      actions += 1;
      await page.keyboard.press(key);
    },
  };
}

/**
 * Counts what is done on a page as the page sees it: keys without those that are held (typed letters too), and presses of a pointer,
 * of which a drag is one. Begins anew with each look.
 */
export async function tally(page: Page): Promise<{ taken(): Promise<{ keys: number; presses: number }> }> {
  await page.evaluate(() => {
    const held = new Set(['Control', 'Shift', 'Alt', 'Meta']);
    const seen = { keys: 0, presses: 0 };
    Object.assign(globalThis, { seen });
    addEventListener('keydown', ({ key }) => void (held.has(key) || (seen.keys += 1)), true);
    addEventListener('pointerdown', () => void (seen.presses += 1), true);
  });
  return {
    taken: () =>
      page.evaluate(() => {
        const { seen } = globalThis as unknown as { seen: { keys: number; presses: number } };
        const taken = { ...seen };
        Object.assign(seen, { keys: 0, presses: 0 });
        return taken;
      }),
  };
}
