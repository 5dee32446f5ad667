import fs from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** How the browser of a reader of each language names it. */
export const TAGS: Readonly<Record<string, string>> = { en: 'en-GB', de: 'de-DE', fr: 'fr-FR', es: 'es-ES' };

/** What the screens say in a language, from the lists that they say it from: `say('access.email')`. */
export type Say = (key: string, values?: Readonly<Record<string, string | number>>) => string;

export function wordsOf(language: string): Say {
  const lists = new Map<string, Record<string, string>>();
  return (key, values = {}) => {
    const [room = '', ...rest] = key.split('.');
    const folder = room === 'web' ? 'src/web/texts' : `src/${room}/web/texts`;
    const list =
      lists.get(room) ?? (JSON.parse(fs.readFileSync(path.join(folder, `${language}.json`), 'utf8')) as Record<string, string>);
    lists.set(room, list);
    const text = list[rest.join('.')];
    if (text === undefined) throw new Error(`There is no text ${key} in ${language}.`);
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? `{{${name}}}`));
  };
}

/** With what a journey is gone: the pointer, or keys alone. */
export type Hand = 'mouse' | 'keyboard';

const isFocused = (control: Locator): Promise<boolean> => control.evaluate((element) => element === document.activeElement);

/** Goes on from control to control until the keyboard is there; what cannot be reached so is an error. */
export async function tabTo(page: Page, control: Locator, most = 120): Promise<void> {
  // What is drawn by its label alone, such as a radio button, is reached all the same.
  await expect(control).toBeAttached();
  for (let steps = 0; steps < most; steps++) {
    if (await isFocused(control)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`The keyboard does not come to ${String(control)}.`);
}

/** Acts on a button, a link or a box. */
export async function act(page: Page, hand: Hand, control: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  if (hand === 'mouse') return control.click();
  await tabTo(page, control);
  await page.keyboard.press(key);
}

/** Writes into a field, over what stands there. */
export async function write(page: Page, hand: Hand, field: Locator, text: string): Promise<void> {
  if (hand === 'mouse') await field.click();
  else await tabTo(page, field);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

/** Chooses one of a few that stand side by side. */
export async function choose(page: Page, hand: Hand, group: Locator, option: string): Promise<void> {
  if (hand === 'mouse') return group.getByText(option, { exact: true }).click();
  const first = group.locator('input:checked');
  await tabTo(page, first);
  // On the way names may change, and a step may take its moment: languages are chosen so.
  const checked = page.locator(`input[name="${await first.getAttribute('name')}"]:checked`);
  const chosen = (): Promise<string> => checked.evaluate((input) => (input as HTMLInputElement).labels?.[0]?.textContent ?? '');
  for (let now = await chosen(), steps = 0; now !== option && steps < 6; now = await chosen(), steps++) {
    await page.keyboard.press('ArrowRight');
    await expect.poll(chosen).not.toBe(now);
  }
  expect(await chosen()).toBe(option);
}
