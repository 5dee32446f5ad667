import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Page, chromium } from '@playwright/test';
import { browser } from '../e2e/browser.ts';
import { median } from './measure.ts';
import { type Server, freePort, startServer } from './server.ts';

/** What the benchmarks of large firms share: a server on data of its own, calls by the clock, and lists as they are painted. */
export const EMAIL = 'bench@bench.example';
export const PASSWORD = 'bench bench bench';
const SCREENS = 5;

/** Milliseconds of a piece of work. */
export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Median of many turns. */
export async function often(rounds: number, work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) times.push(await timeOf(work));
  return median(times);
}

export type Ask = (method: string, url: string, body?: unknown) => Promise<unknown>;

/** One call and its answer. @throws Error for a refusal: what is refused is fast and proves nothing */
export const asker =
  (server: Server, token: string): Ask =>
  async (method, url, body) => {
    const json: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
    const answer = await fetch(`${server.url}${url}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...json },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (answer.status >= 300) throw new Error(`${method} ${url} answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };

/**
 * Lays the data into a folder of its own, starts the server on it, and takes both away in the end, whatever happened.
 * @param kept a folder that stays: what an earlier run laid there is measured again, with what it changed
 */
export async function withServer(
  name: string,
  prepare: (dataDir: string) => Promise<void>,
  work: (server: Server) => Promise<void>,
  kept?: string,
): Promise<void> {
  const laid = kept !== undefined && fs.existsSync(kept);
  const dataDir = kept ?? fs.mkdtempSync(path.join(os.tmpdir(), `cadre-${name}-`));
  if (kept && !laid) fs.mkdirSync(kept, { recursive: true });
  fs.chmodSync(dataDir, 0o755);
  try {
    if (!laid) await prepare(dataDir);
    const server = await startServer(dataDir, await freePort());
    try {
      await work(server);
    } finally {
      await server.stop();
    }
  } finally {
    if (kept === undefined) fs.rmSync(dataDir, { recursive: true, force: true });
  }
}

/** From a change of the address, as a filter makes it, to other rows on the screen: in the page, by its own clock. */
const painted = (page: Page, search: string): Promise<number> =>
  page.evaluate<number>(`(async () => {
    const rows = () => document.querySelector('main table tbody')?.textContent ?? '';
    const before = rows();
    const start = performance.now();
    history.pushState({}, '', location.pathname + ${JSON.stringify(search)});
    dispatchEvent(new PopStateEvent('popstate', { state: {} }));
    while (rows() === before) await new Promise((resolve) => requestAnimationFrame(resolve));
    return performance.now() - start;
  })()`);

/**
 * Filters of a list as they are painted in a browser, each anew: what was asked before is kept by the page.
 * @param start the list before it is filtered
 * @param ways each with the searches that take turns
 */
export async function filtersPainted(
  { url }: Server,
  start: string,
  ways: readonly [what: string, searches: readonly string[]][],
  done: (what: string, milliseconds: number) => void,
): Promise<void> {
  const started = await chromium.launch(await browser());
  const page = await started.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`${url}/account/login_management`);
  await page.getByRole('textbox', { name: 'E-mail' }).fill(EMAIL);
  await page.keyboard.press('Tab');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL(/home/);
  for (const [what, searches] of ways) {
    const times: number[] = [];
    for (let round = 0; round < SCREENS; round++) {
      await page.goto(url + start);
      await page.locator('main table tbody tr').nth(20).waitFor();
      times.push(await painted(page, searches[round % searches.length] ?? ''));
    }
    done(what, median(times));
  }
  await started.close();
}
