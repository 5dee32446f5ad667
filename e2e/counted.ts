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
