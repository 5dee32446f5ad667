import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Page, chromium } from '@playwright/test';
import { browser } from '../e2e/browser.ts';
import { addDays, addMonths, dayIn } from '../src/kit/day.ts';
import { newId } from '../src/kit/ids.ts';
import { readConfig } from '../src/server/config.ts';
import { sql } from '../src/server/sql.ts';
import { open, serve } from '../src/server/start.ts';
import { withTenant } from '../src/server/tx.ts';
import { addStaff } from '../src/server/world/firm.ts';
import { layScale } from '../src/server/world/scale.ts';
import { type Line, aboutRun, median, program, report } from './measure.ts';

/** Measures the pages as a person meets them: a firm of 5,000 people, a person with a full week, a real browser. */
const EMAIL = 'bench@bench.example';
const PASSWORD = 'bench bench bench';
const ROUNDS = 5;

interface World {
  url: string;
  close(): Promise<void>;
}

async function prepare(): Promise<World> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'cadre-bench-'));
  fs.chmodSync(dataDir, 0o755);
  const running = await open({ ...readConfig({ CADRE_DATA: dataDir, LOG_LEVEL: 'warn' }), port: 0 });
  const today = dayIn('Europe/Berlin', new Date());
  const from = addMonths(today, -2);
  const { tenant } = await layScale(running.host, running.adminUrl, {
    slug: 'bench',
    users: 5000,
    entries: 40_000,
    from,
    to: today,
  });
  await withTenant(running.host, { tenant }, async (tx) => {
    const [id] = await addStaff(tx, [
      {
        firstName: 'Aaron',
        lastName: 'Bench',
        email: EMAIL,
        password: PASSWORD,
        category: 'operational',
        grade: 'Partner',
        country: 'DE',
        employedFrom: from,
      },
    ]);
    const projects = await tx.all<{ id: string }>(
      sql`select id from clients.projects where tenant_id = ${tx.tenant} order by code limit 60`,
    );
    const monday = addDays(today, -((new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7));
    await tx.write.insert(
      'time.entries',
      projects.map((project, index) => ({
        id: newId(),
        user_id: id,
        day: addDays(monday, index % 5),
        project_id: project.id,
        seconds: 900,
        chargeable: true,
      })),
    );
  });
  const app = await serve(running);
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://localhost:${port}`,
    close: async () => {
      await app.close();
      await running.close();
      fs.rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

interface Load {
  js: number;
  css: number;
  /** Scripts and styles. */
  files: number;
  lcp: number;
}

/** What the page in view loaded (kB as sent) and when its largest part was painted. */
const loadOf = (page: Page): Promise<Load> =>
  page.evaluate(async () => {
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const size = (kind: RegExp): number =>
      entries.filter((entry) => kind.test(entry.name)).reduce((sum, entry) => sum + entry.encodedBodySize, 0) / 1000;
    const lcp = await new Promise<number>((resolve) => {
      new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0)).observe({
        type: 'largest-contentful-paint',
        buffered: true,
      });
      setTimeout(() => resolve(0), 1000);
    });
    const files = entries.filter((entry) => /\.(js|css)(\?|$)/.test(entry.name)).length;
    return { js: size(/\.js(\?|$)/), css: size(/\.css(\?|$)/), files, lcp };
  });

async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/account/login_management`);
  await page.getByRole('textbox', { name: 'E-mail' }).fill(EMAIL);
  await page.locator('input[type=password]').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/home/);
}

/** Between two keys: nobody types faster, and without a pause the next key stands before the frame that is waited for. */
const TYPING_MS = 60;

/** Milliseconds from a key to the frame that shows it, for each of many keys after a warm-up. */
async function keyToPaint(page: Page): Promise<number> {
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(globalThis, { keyTimes: times });
    addEventListener(
      'keydown',
      (event) => {
        requestAnimationFrame(() => {
          const channel = new MessageChannel();
          channel.port1.onmessage = () => times.push(performance.now() - event.timeStamp);
          channel.port2.postMessage(0);
        });
      },
      true,
    );
  });
  await page.getByRole('grid').locator('[tabindex="0"]').first().focus();
  for (let number = 0; number < 80; number++) {
    for (const key of number % 2 ? [String(number % 8), 'Enter'] : [String(number % 8)]) {
      await page.keyboard.press(key);
      await page.waitForTimeout(TYPING_MS);
    }
  }
  const times = await page.evaluate(() => (globalThis as unknown as { keyTimes: number[] }).keyTimes.slice(20));
  return [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;
}

/** Milliseconds from pasting twenty rows of a week, as a spreadsheet gives them, to the frame that shows them with their totals. */
async function pasteToPaint(page: Page): Promise<number> {
  await page.keyboard.press('Control+Home');
  const row = Array.from({ length: 7 }, (_, day) => (day + 1) / 10).join('\t');
  const times: number[] = [];
  for (let turn = 0; turn < 5; turn++) {
    const taken = await page.evaluate(
      (text) =>
        new Promise<number>((resolve) => {
          const clipboardData = new DataTransfer();
          clipboardData.setData('text/plain', text);
          const start = performance.now();
          document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
          requestAnimationFrame(() => {
            const channel = new MessageChannel();
            channel.port1.onmessage = () => resolve(performance.now() - start);
            channel.port2.postMessage(0);
          });
        }),
      Array.from({ length: 20 }, () => row).join('\n'),
    );
    times.push(taken);
    if (!/[1-9]/.test((await page.getByTestId('total-6').textContent()) ?? '')) throw new Error('Nothing was pasted.');
    await page.keyboard.press('Control+z');
    await page.waitForTimeout(300);
  }
  return median(times);
}

/** Milliseconds from a click in the menu to the frame with the new heading, taken inside the page. */
async function routeChange(page: Page, name: string): Promise<number> {
  const link = page.getByRole('navigation').first().getByRole('link', { name, exact: true });
  await link.hover();
  await page.evaluate((wanted) => {
    const box: { taken?: number } = {};
    Object.assign(globalThis, { change: box });
    addEventListener(
      'click',
      ({ timeStamp }) => {
        const look = (): void => {
          if (document.querySelector('h1')?.textContent === wanted) box.taken = performance.now() - timeStamp;
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      },
      { capture: true, once: true },
    );
  }, name);
  await link.click();
  await page.waitForFunction(() => (globalThis as unknown as { change: { taken?: number } }).change.taken !== undefined);
  return page.evaluate(() => (globalThis as unknown as { change: { taken: number } }).change.taken);
}

async function main(): Promise<void> {
  process.stdout.write('Laying in a firm of 5,000 people…\n');
  const world = await prepare();
  const chrome = await chromium.launch(await browser());
  const lines: Line[] = [];
  try {
    const [signInLoads, homeLoads]: [Load[], Load[]] = [[], []];
    const [keys, changes, pastes]: [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round < ROUNDS; round++) {
      const page = await (await chrome.newContext({ locale: 'en-GB', viewport: { width: 1440, height: 900 } })).newPage();
      await page.goto(`${world.url}/account/login_management`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      signInLoads.push(await loadOf(page));
      await signIn(page, world.url);
      await page.goto(`${world.url}/home`);
      await page.getByRole('heading', { name: 'My week' }).waitFor();
      await page.waitForTimeout(500);
      homeLoads.push(await loadOf(page));
      await routeChange(page, 'Timesheet');
      await routeChange(page, 'Home');
      changes.push(await routeChange(page, 'Timesheet'));
      await page.getByRole('grid').waitFor();
      keys.push(await keyToPaint(page));
      pastes.push(await pasteToPaint(page));
      await page.context().close();
    }
    const of = (loads: Load[], key: keyof Load): number => median(loads.map((load) => load[key]));
    lines.push(
      { what: 'sign-in page, JavaScript as sent', ours: of(signInLoads, 'js'), target: 165, unit: 'kB', kind: 'most' },
      { what: 'sign-in page, CSS as sent', ours: of(signInLoads, 'css'), target: 14, unit: 'kB', kind: 'most' },
      { what: 'shell and home, JavaScript as sent', ours: of(homeLoads, 'js'), target: 230, unit: 'kB', kind: 'most' },
      { what: 'shell and home, CSS as sent', ours: of(homeLoads, 'css'), target: 30, unit: 'kB', kind: 'most' },
      { what: 'shell and home, scripts and styles', ours: of(homeLoads, 'files'), target: 20, unit: 'files', kind: 'most' },
      { what: 'largest paint of home', ours: of(homeLoads, 'lcp'), target: 900, unit: 'ms', kind: 'most' },
      { what: 'route change, warm', ours: median(changes), target: 100, unit: 'ms', kind: 'most' },
      { what: 'timesheet of 60 rows, key to paint, p95', ours: median(keys), target: 30, unit: 'ms', kind: 'most' },
      { what: 'timesheet of 60 rows, paste 20 × 7 to paint', ours: median(pastes), target: 150, unit: 'ms', kind: 'most' },
    );
  } finally {
    await chrome.close();
    await world.close();
  }
  report('pages', 'The pages', aboutRun(`median of ${ROUNDS} rounds`, 'headless Chromium with software drawing'), lines);
}

program(main);
