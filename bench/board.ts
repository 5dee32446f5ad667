import { parseArgs } from 'node:util';
import { type Page, chromium } from '@playwright/test';
import { browser } from '../e2e/browser.ts';
import { accessFaults } from '../e2e/fixtures.ts';
import { addDays, dayIn, mondayOf } from '../src/kit/day.ts';
import { readConfig } from '../src/server/config.ts';
import { open } from '../src/server/start.ts';
import { withTenant } from '../src/server/tx.ts';
import { addStaff } from '../src/server/world/firm.ts';
import { layScale } from '../src/server/world/scale.ts';
import { EMAIL, PASSWORD, withServer } from './large.ts';
import { type Line, aboutRun, median, program, report } from './measure.ts';
import type { Server } from './server.ts';

/**
 * Measures the planning board of 5,000 people in a browser: scrolling, flinging, dragging, zooming, arriving, a minute of use.
 * With `--data FOLDER` the data stays for the next run, and no result is kept.
 */
const { values } = parseArgs({ options: { data: { type: 'string' } } });
const USERS = 5000;
const ROUNDS = 5;
const today = dayIn('Europe/Berlin', new Date());
const BOARD = '/planning/planning_page?span=52';

async function prepare(dataDir: string): Promise<void> {
  const running = await open({ ...readConfig({ CADRE_DATA: dataDir }), port: 0 });
  const { tenant } = await layScale(running.host, running.adminUrl, {
    ...{ slug: 'bench', users: USERS, entries: 20_000, from: addDays(today, -60), to: addDays(today, -1) },
  });
  const boss = { firstName: 'Aaron', lastName: 'Bench', email: EMAIL, password: PASSWORD, employedFrom: addDays(today, -60) };
  await withTenant(running.host, { tenant }, (tx) =>
    addStaff(tx, [{ ...boss, category: 'operational', grade: 'Partner', country: 'DE' }]),
  );
  await running.close();
}

async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/account/login_management`);
  await page.getByRole('textbox', { name: 'E-mail' }).fill(EMAIL);
  await page.locator('input[type=password]').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/home/);
}

interface Frames {
  p95: number;
  most: number;
  /** Share of frames that took more than two of the screen's. */
  slow: number;
}

const TWO_FRAMES = 34;

async function framesDuring(page: Page, use: () => Promise<void>): Promise<Frames> {
  await page.evaluate(() => {
    const frames: number[] = [];
    Object.assign(globalThis, { frames });
    let last = performance.now();
    const tick = (now: number): void => {
      frames.push(now - last);
      last = now;
      if (frames.length < 5000) requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
  await use();
  const frames = await page.evaluate(() => (globalThis as unknown as { frames: number[] }).frames.splice(5));
  frames.sort((a, b) => a - b);
  const slow = frames.filter((each) => each > TWO_FRAMES).length / Math.max(1, frames.length);
  return { p95: frames[Math.floor(frames.length * 0.95)] ?? 0, most: frames.at(-1) ?? 0, slow: 100 * slow };
}

async function wheel(page: Page, x: number, y: number, times: number): Promise<void> {
  for (let turn = 0; turn < times; turn++) await page.mouse.wheel(x, y);
}

/** Flings the board; counts the looks at which a row in the middle had not been drawn. */
async function fling(page: Page): Promise<{ frames: Frames; blank: number }> {
  let [looks, blank] = [0, 0];
  const frames = await framesDuring(page, async () => {
    for (let turn = 0; turn < 30; turn++) {
      await page.mouse.wheel(0, 2400);
      // Two frames later nothing is on its way any more.
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      looks += 1;
      blank += await page.evaluate(() => {
        const grid = document.querySelector('[role=grid]')?.getBoundingClientRect();
        const at = grid && document.elementFromPoint(grid.x + 60, grid.y + grid.height / 2);
        return at?.closest('[data-row]') ? 0 : 1;
      });
    }
  });
  return { frames, blank: (100 * blank) / looks };
}

/** Drags a bar over 480 px; and the longest wait from a pointer move to the frame in which the ghost says what it would do. */
async function drag(page: Page): Promise<{ frames: Frames; ghost: number }> {
  const grid = await page.getByRole('grid').boundingBox();
  const boxes = await page
    .locator('[data-bar]:not([data-fixed])')
    .evaluateAll((all) => all.map((bar) => bar.getBoundingClientRect().toJSON() as DOMRect));
  const box = boxes.find(
    ({ x, y, width }) => grid && x > grid.x + 260 && x + width < grid.x + 800 && y > grid.y + 140 && width > 30,
  );
  if (!box) throw new Error('There is no bar to drag.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 8, y);
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(globalThis, { ghostTimes: times });
    addEventListener(
      'pointermove',
      ({ timeStamp }) => {
        requestAnimationFrame(() => {
          const channel = new MessageChannel();
          channel.port1.onmessage = () => times.push(performance.now() - timeStamp);
          channel.port2.postMessage(0);
        });
      },
      true,
    );
  });
  const frames = await framesDuring(page, async () => {
    for (let number = 1; number <= 120; number++)
      await page.mouse.move(x + 8 + 4 * (number <= 60 ? number : 120 - number), y + (number % 40));
  });
  const times = await page.evaluate(() => (globalThis as unknown as { ghostTimes: number[] }).ghostTimes);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  return { frames, ghost: [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0 };
}

/** From the key to the frame that shows the other scale: the titles of its units. */
async function zoom(page: Page, key: string): Promise<number> {
  const started = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const title = (): string => document.querySelectorAll('[role=columnheader]')[1]?.textContent ?? '';
        addEventListener(
          'keydown',
          ({ timeStamp }) => {
            const before = title();
            const look = (): void => {
              if (title() === before) requestAnimationFrame(look);
              else requestAnimationFrame(() => resolve(performance.now() - timeStamp));
            };
            requestAnimationFrame(look);
          },
          { capture: true, once: true },
        );
      }),
  );
  await page.waitForTimeout(50);
  await page.keyboard.press(key);
  return started;
}

/** From a click in the menu to the first bars, by the page's own clock. */
async function arrive(page: Page): Promise<number> {
  const link = page.getByRole('navigation').first().getByRole('link', { name: 'Planning', exact: true });
  await link.hover();
  const taken = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        addEventListener(
          'click',
          ({ timeStamp }) => {
            const look = (): void => {
              if (document.querySelector('[data-bar]')) resolve(performance.now() - timeStamp);
              else requestAnimationFrame(look);
            };
            look();
          },
          { capture: true, once: true },
        );
      }),
  );
  await page.waitForTimeout(50);
  await link.click();
  return taken;
}

/** Elements of the page and megabytes of its heap after it was used, with what is garbage thrown away. */
async function weight(page: Page): Promise<{ nodes: number; heap: number }> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return { nodes: await page.locator('[role=grid] *').count(), heap: usedSize / 1e6 };
}

async function round(page: Page, url: string) {
  await signIn(page, url);
  await page.waitForTimeout(500);
  const first = await arrive(page);
  await page.goto(url + BOARD);
  await page.locator('[data-bar]').first().waitFor();
  await page.waitForTimeout(1500);
  const dragged = await drag(page);
  const grid = await page.getByRole('grid').boundingBox();
  await page.mouse.move((grid?.x ?? 0) + 600, (grid?.y ?? 0) + 300);
  const down = await framesDuring(page, () => wheel(page, 0, 100, 120));
  const across = await framesDuring(page, () => wheel(page, 60, 0, 120));
  const flung = await fling(page);
  await page.waitForTimeout(1500);
  const zooms = [await zoom(page, '1'), await zoom(page, '2')];
  await page.waitForTimeout(1000);
  return { first, dragged, down, across, flung, zoom: median(zooms), weight: await weight(page) };
}

async function main(): Promise<void> {
  const lines: Line[] = [];
  const measured = async ({ url }: Server): Promise<void> => {
    const chrome = await chromium.launch(await browser());
    const rounds: Awaited<ReturnType<typeof round>>[] = [];
    let violations: string[] = [];
    for (let turn = 0; turn < ROUNDS; turn++) {
      const page = await (await chrome.newContext({ locale: 'en-GB', viewport: { width: 1440, height: 900 } })).newPage();
      rounds.push(await round(page, url));
      if (turn === 0) violations = await accessFaults(page);
      await page.context().close();
    }
    await chrome.close();
    const of = (read: (each: (typeof rounds)[number]) => number): number => median(rounds.map(read));
    const most = (what: string, ours: number, target: number, unit = 'ms'): void =>
      void lines.push({ what, ours, target, unit, kind: 'most' });
    most(
      'scroll down, frame p95',
      of(({ down }) => down.p95),
      24,
    );
    most(
      'scroll down, longest frame',
      of(({ down }) => down.most),
      45,
    );
    most(
      'scroll across, frame p95',
      of(({ across }) => across.p95),
      24,
    );
    most(
      'frames over 34 ms while scrolling',
      of(({ down, across }) => Math.max(down.slow, across.slow)),
      1,
      '%',
    );
    most(
      'fling, frame p95',
      of(({ flung }) => flung.frames.p95),
      38,
    );
    most(
      'fling, rows not drawn after two frames',
      of(({ flung }) => flung.blank),
      0,
      '%',
    );
    most(
      'drag a bar over 480 px, frame p95',
      of(({ dragged }) => dragged.frames.p95),
      20,
    );
    most(
      'drag, longest frame',
      of(({ dragged }) => dragged.frames.most),
      40,
    );
    most(
      'pointer to the ghost that says what it would do, p95',
      of(({ dragged }) => dragged.ghost),
      32,
    );
    most(
      'zoom painted',
      of((each) => each.zoom),
      120,
    );
    most(
      'first bars after navigation',
      of(({ first }) => first),
      500,
    );
    most(
      'elements of the board after use',
      of((each) => each.weight.nodes),
      700,
      '',
    );
    most(
      'heap after use',
      of((each) => each.weight.heap),
      40,
      'MB',
    );
    const beside = violations.join('; ');
    lines.push({
      what: 'accessibility violations, 5,000 rows open',
      ours: violations.length,
      target: 0,
      unit: '',
      kind: 'most',
      beside,
    });
  };
  await withServer('board', prepare, measured, values.data);
  const weeks = `${USERS} people × 52 weeks from ${mondayOf(today)}; median of ${ROUNDS} rounds`;
  report(
    values.data ? undefined : 'board',
    'The planning board in a browser',
    aboutRun(weeks, 'headless Chromium with software drawing'),
    lines,
  );
}

program(main);
