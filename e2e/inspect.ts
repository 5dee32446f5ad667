import type { Page } from '@playwright/test';
import { GRADES } from '../src/kit/grades.ts';

/** Something on a screen that is not as it should be, and where. */
export interface Finding {
  what: 'text' | 'overflow' | 'cut';
  text: string;
  where: string;
}

/** Every text that the server answered on a page: what comes from there is data and is shown as it is. */
export interface Answers {
  data: ReadonlySet<string>;
  /** Waits until all that was answered has been read. */
  read(): Promise<unknown>;
}

/** Keeps the answers of a page from now on. */
export function answersOf(page: Page): Answers {
  const data = new Set<string>();
  const pending = new Set<Promise<void>>();
  const take = (value: unknown): void => {
    if (typeof value === 'string') data.add(value);
    else if (value && typeof value === 'object') Object.values(value).forEach(take);
  };
  page.on('response', (response) => {
    if (!response.url().includes('/api/') || !response.headers()['content-type']?.includes('json')) return;
    const reading = response.json().then(take, () => undefined);
    pending.add(reading);
    void reading.then(() => pending.delete(reading));
  });
  return { data, read: () => Promise.all(pending) };
}

/** Names that Intl gives: months, days of the week, the word between the last two of a list. */
function calendarWords(): string[] {
  const words = ['and', 'to', 'Sept'];
  for (const month of Array.from({ length: 12 }, (_, index) => new Date(Date.UTC(2026, index, 1)))) {
    for (const style of ['long', 'short'] as const)
      words.push(new Intl.DateTimeFormat('en-GB', { month: style, timeZone: 'UTC' }).format(month));
  }
  for (const day of Array.from({ length: 7 }, (_, index) => new Date(Date.UTC(2026, 5, 1 + index)))) {
    for (const style of ['long', 'short', 'narrow'] as const)
      words.push(new Intl.DateTimeFormat('en-GB', { weekday: style, timeZone: 'UTC' }).format(day));
    // Narrow columns have room for two letters.
    words.push((words.at(-2) ?? '').slice(0, 2));
  }
  return words;
}

/** Names that are the same in every language. */
const NAMES = ['Cadre', 'CSV', 'Excel', 'XLSX', ...GRADES, 'English', 'Français', 'Deutsch', 'Español', 'Chrome', 'Linux'];

/** Time zones are called by their place everywhere. */
const ZONE = /^(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)\/[\w/ +-]+$/;

/** Whole words, however they stand in a text. */
const wholeWords = (words: readonly string[]): RegExp =>
  new RegExp(`(?<!\\p{L})(?:${words.map((each) => each.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})(?!\\p{L})`, 'gu');

const longestFirst = (a: string, b: string): number => b.length - a.length;

/** What stands in no dictionary; made once, since a walk asks of thousands of texts. */
const SAME_EVERYWHERE = wholeWords([...NAMES, ...calendarWords()].toSorted(longestFirst));

/** What is left of a text that nobody translated: without brackets, data, figures, dates, addresses and names. */
export function untranslated(text: string, data: ReadonlySet<string>): string {
  if (ZONE.test(text.trim())) return '';
  let rest = text;
  // What stands in brackets was translated; values in it may have brackets of their own.
  for (let before = ''; before !== rest; ) {
    before = rest;
    rest = rest.replace(/\[[^[\]]*\]/g, ' ');
  }
  if (!/\p{L}/u.test(rest) || data.has(rest.trim())) return '';
  const known = [...data].filter((each) => rest.includes(each) && /\p{L}/u.test(each)).sort(longestFirst);
  if (known.length > 0) rest = rest.replace(wholeWords(known), ' ');
  rest = rest.replace(SAME_EVERYWHERE, ' ');
  rest = rest.replace(/\S+@\S+/g, ' ');
  return /\p{L}/u.test(rest) ? rest.replace(/\s+/g, ' ').trim() : '';
}

/** All texts of a page that people see or hear, each with its place. Keys to press and quoted addresses are no texts. */
export function textsOf(page: Page): Promise<{ text: string; where: string }[]> {
  return page.evaluate(() => {
    const found: { text: string; where: string }[] = [{ text: document.title, where: 'title' }];
    const placeOf = (element: Element): string => {
      const role = element.getAttribute('role');
      const name = element.className && typeof element.className === 'string' ? `.${element.className.split(' ')[0]}` : '';
      return `${element.tagName.toLowerCase()}${role ? `[role=${role}]` : ''}${name}`;
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node instanceof Text) {
        const parent = node.parentElement;
        if (!parent || parent.closest('kbd, code, script, style, noscript') || !parent.checkVisibility()) continue;
        // Bars of the board cut the names of projects, which are data.
        if (node.data.endsWith('…') && parent.closest('[data-bar]')) continue;
        if (node.data.trim()) found.push({ text: node.data, where: placeOf(parent) });
        continue;
      }
      const element = node as Element;
      if (!element.checkVisibility()) continue;
      for (const name of [
        'aria-label',
        'title',
        'placeholder',
        'alt',
        'aria-description',
        'aria-valuetext',
        'aria-roledescription',
      ]) {
        const text = element.getAttribute(name);
        if (text) found.push({ text, where: `${placeOf(element)} @${name}` });
      }
    }
    return found;
  });
}

/** Where the page is wider than the window, and controls and headings that are cut off or stick out of what holds them. */
export function cutOff(page: Page): Promise<Finding[]> {
  return page.evaluate(() => {
    const found: { what: 'overflow' | 'cut'; text: string; where: string }[] = [];
    const wide = document.documentElement.scrollWidth - innerWidth;
    if (wide > 0) found.push({ what: 'overflow', text: `${wide} px`, where: 'the page scrolls sideways' });
    const SLACK = 1.5;
    const textOf = (element: Element): string =>
      (element.textContent || element.getAttribute('aria-label') || '').trim().slice(0, 60);
    const placeOf = (element: Element): string =>
      `${element.tagName.toLowerCase()}.${typeof element.className === 'string' ? element.className.split(' ').slice(0, 2).join('.') : ''}`;
    /** What scrolls shows its parts by scrolling; grids and boards clip their cells on purpose. */
    const scrolls = (style: CSSStyleDeclaration): boolean => /auto|scroll/.test(style.overflowX);
    const controls =
      'button, a[href], label, legend, h1, h2, h3, th, [role="tab"], [role="menuitem"], [role="menuitemradio"], [role="option"], input, select, textarea, summary, .mantine-Badge-root';
    for (const element of document.querySelectorAll<HTMLElement>(controls)) {
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const box = element.getBoundingClientRect();
      if (box.width <= 1 || box.height <= 1 || element.closest('[data-cut-is-fine], [aria-hidden="true"]')) continue;
      const style = getComputedStyle(element);
      if (style.clipPath !== 'none' || (style.position === 'fixed' && box.bottom < 0)) continue;
      const place = placeOf(element);
      // Its own text, longer than itself.
      const isField = /^(INPUT|SELECT|TEXTAREA)$/.test(element.tagName);
      if (!isField && element.scrollWidth > element.clientWidth + SLACK && element.clientWidth > 0 && style.display !== 'inline')
        found.push({
          what: 'cut',
          text: textOf(element),
          where: `${place}: its text is ${element.scrollWidth - element.clientWidth} px too wide`,
        });
      else if (
        !isField &&
        element.scrollHeight > element.clientHeight + 3 &&
        element.clientHeight > 0 &&
        style.display !== 'inline' &&
        /hidden|clip/.test(style.overflowY)
      )
        found.push({ what: 'cut', text: textOf(element), where: `${place}: its text is too high` });
      // Itself, wider than what holds it.
      for (let holder = element.parentElement; holder && holder !== document.body; holder = holder.parentElement) {
        const held = getComputedStyle(holder);
        if (scrolls(held)) break;
        if (held.overflowX === 'visible' && held.overflowY === 'visible') continue;
        const hull = holder.getBoundingClientRect();
        if (hull.width <= 1 || hull.height <= 1) break;
        if (box.right > hull.right + SLACK || box.left < hull.left - SLACK) {
          found.push({ what: 'cut', text: textOf(element), where: `${place} sticks out of ${placeOf(holder)}` });
          break;
        }
      }
      const inScroller = ((): boolean => {
        for (let holder = element.parentElement; holder; holder = holder.parentElement)
          if (scrolls(getComputedStyle(holder))) return true;
        return false;
      })();
      if (!inScroller && (box.right > innerWidth + SLACK || box.left < -SLACK))
        found.push({
          what: 'cut',
          text: textOf(element),
          where: `${place} stands ${Math.round(box.right - innerWidth)} px outside of the window`,
        });
    }
    return found;
  });
}

/** What a page's policy refused, as it happens; kept across navigations. */
export async function violationsOf(page: Page): Promise<string[]> {
  const violations: string[] = [];
  await page.exposeFunction('__violated', (what: string) => violations.push(what));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile, lineNumber, sample }) => {
      const at = `${location.pathname}: ${effectiveDirective} ${blockedURI} ${sourceFile}:${lineNumber} ${sample}`;
      (window as unknown as { __violated: (what: string) => void }).__violated(at);
    });
  });
  page.on('console', (message) => {
    if (message.type() === 'error' && /Content Security Policy|Trusted|violates/.test(message.text()))
      violations.push(message.text());
  });
  return violations;
}
