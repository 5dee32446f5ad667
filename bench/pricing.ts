import { parseArgs } from 'node:util';
import { type Page, chromium } from '@playwright/test';
import { browser } from '../e2e/browser.ts';
import { addMonths, dayIn } from '../src/kit/day.ts';
import { newId } from '../src/kit/ids.ts';
import { type PricedTable, price } from '../src/pricing/rules.ts';
import { readConfig } from '../src/server/config.ts';
import { open } from '../src/server/start.ts';
import { withTenant } from '../src/server/tx.ts';
import { addStaff, createFirm } from '../src/server/world/firm.ts';
import { EMAIL, PASSWORD, asker, often, withServer } from './large.ts';
import { type Line, aboutRun, median, program, report } from './measure.ts';
import { type Server, signIn } from './server.ts';

/** Measures one large pricing: what the server takes to compute it, and a key until the profit is painted. Kept in bench/results. */
const { values } = parseArgs({
  options: { lines: { type: 'string', default: '200' }, months: { type: 'string', default: '24' } },
});
const [LINES, MONTHS] = [Number(values.lines), Number(values.months)];
const ROUNDS = 31;
const KEYS = 60;
/** Between two keys: nobody types faster, and the server is asked only after a pause. */
const TYPING_MS = 60;
const GRADES = ['Junior', 'Senior', 'Manager', 'Senior Manager', 'Director'] as const;

const made = { client: newId(), line: newId(), role: newId() };

async function prepare(dataDir: string): Promise<void> {
  const running = await open({ ...readConfig({ CADRE_DATA: dataDir }), port: 0 });
  const today = dayIn('Europe/Berlin', new Date());
  const year = Number(today.slice(0, 4));
  const tenant = await createFirm(running.host, running.adminUrl, {
    slug: 'bench',
    name: 'Bench',
    currency: 'EUR',
    timeZone: 'Europe/Berlin',
    countries: ['DE'],
    years: [year],
  });
  await withTenant(running.host, { tenant }, async (tx) => {
    const boss = { firstName: 'Bench', lastName: 'Partner', email: EMAIL, password: PASSWORD, employedFrom: `${year - 1}-01-01` };
    await addStaff(tx, [{ ...boss, category: 'admin', grade: 'Partner', country: 'DE' }]);
    await tx.write.insert('clients.clients', [{ id: made.client, name: 'House' }]);
    await tx.write.insert('rates.service_lines', [{ id: made.line, name: 'Audit', target_recovery: 9000, floor_recovery: 7000 }]);
    await tx.write.insert('rates.sl_roles', [{ id: made.role, service_line_id: made.line, name: 'Reviewer' }]);
    await tx.write.insert(
      'rates.rates',
      GRADES.map((grade, index) => ({
        sl_role_id: made.role,
        grade,
        country: 'DE',
        currency: 'EUR',
        standard_rate: 9000 + 4000 * index,
        charge_rate: 8500 + 3900 * index,
        cost_rate: 4500 + 2000 * index,
        nfi_rate: 8000 + 3700 * index,
        valid_from: `${year - 1}-01-01`,
      })),
    );
  });
  await running.close();
}

const tables = () => [
  {
    name: 'Audit',
    service_line_id: made.line,
    country: 'DE',
    currency: 'EUR',
    discount: 500,
    lines: Array.from({ length: LINES }, (_, index) => ({
      sl_role_id: made.role,
      grade: GRADES[index % GRADES.length],
      note: `Work ${index}`,
      minutes: Array.from({ length: MONTHS }, (_unused, month) => 60 * ((index + month) % 40)),
    })),
  },
];

interface Details {
  id: string;
  shown: { tables: (PricedTable & { id: string })[] };
}

/** Milliseconds from keys to the frames in which the fee has changed. */
async function keyToFee(page: Page): Promise<number[]> {
  await page.evaluate(`(() => {
    globalThis.keyTimes = [];
    let pressed;
    // Enter changes nothing that the figures before it did not say: what follows then is the server's word.
    addEventListener('keydown', (event) => { pressed = /^\\d$/.test(event.key) ? event.timeStamp : undefined; }, true);
    const panel = document.querySelector('section[aria-label="Result"] dl');
    new MutationObserver(() => {
      if (pressed === undefined) return;
      const start = pressed;
      pressed = undefined;
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => globalThis.keyTimes.push(performance.now() - start);
        channel.port2.postMessage(0);
      });
    }).observe(panel, { subtree: true, characterData: true, childList: true });
  })()`);
  await page.getByRole('grid').locator('input[tabindex="0"]').first().focus();
  for (let number = 0; number < KEYS; number++) {
    for (const key of [String(1 + (number % 8)), String(number % 10), 'Enter']) {
      await page.keyboard.press(key);
      await page.waitForTimeout(TYPING_MS);
    }
  }
  const times = await page.evaluate<number[]>('globalThis.keyTimes.slice(20)');
  return times.toSorted((a, b) => a - b);
}

async function inBrowser({ url }: Server, id: string): Promise<number[]> {
  const started = await chromium.launch(await browser());
  const page = await started.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`${url}/account/login_management`);
  await page.getByRole('textbox', { name: 'E-mail' }).fill(EMAIL);
  await page.keyboard.press('Tab');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL(/home/);
  await page.goto(`${url}/management/pricing/${id}`);
  await page.getByRole('grid').waitFor();
  const taken = await keyToFee(page);
  await started.close();
  return taken;
}

async function measure(server: Server, lines: Line[]): Promise<void> {
  const ask = asker(server, await signIn(server.url, EMAIL, PASSWORD));
  const today = dayIn('Europe/Berlin', new Date());
  const body = {
    name: 'Bench',
    client_id: made.client,
    kind: 'standard',
    unit: 'month',
    columns: Array.from({ length: MONTHS }, (_, index) => addMonths(today, index)),
    tables: tables(),
  };
  const { id, shown } = (await ask('POST', '/api/pricing/new', body)) as Details;
  const stored = shown.tables.map((table) => ({
    ...tables()[0],
    id: table.id,
    lines: tables()[0]?.lines.map((line, index) => ({ ...line, id: (table.lines[index] as unknown as { id: string }).id })),
  }));
  const add = (what: string, ours: number, target: number): void =>
    void lines.push({ what, ours, target, unit: 'ms', kind: 'most' });
  for (let warm = 0; warm < 10; warm++) await ask('POST', '/api/pricing/handle_change', { id, tables: stored });
  add(
    'handle_change, the whole sent and answered',
    await often(ROUNDS, () => ask('POST', '/api/pricing/handle_change', { id, tables: stored })),
    30,
  );
  add('check_worst with its cases', await often(ROUNDS, () => ask('POST', '/api/pricing/check_worst', { id })), 30);
  add('one pricing, read', await often(ROUNDS, () => ask('GET', `/api/pricings/${id}`)), 30);
  let minutes = 0;
  const edit = (): Promise<unknown> => {
    minutes = (minutes + 60) % 600;
    const [table] = stored;
    const changed = table?.lines?.map((line, index) =>
      index === 7 ? { ...line, minutes: line.minutes.map(() => minutes) } : line,
    );
    return ask('POST', '/api/pricing/edit', { id, tables: [{ ...table, lines: changed }] });
  };
  add('one line changed and saved', await often(ROUNDS, edit), 100);
  const cold = await often(ROUNDS, async () => void price(shown.tables));
  add('the rules alone', cold, 5);
  const keys = await inBrowser(server, id);
  lines.push({
    what: 'a key until the fee is painted, p95',
    ours: keys[Math.floor(keys.length * 0.95)] ?? 0,
    target: 60,
    unit: 'ms',
    kind: 'most',
    beside: `median ${median(keys).toFixed(0)} ms of ${keys.length} keys`,
  });
}

program(async () => {
  const lines: Line[] = [];
  await withServer('pricing', prepare, (server) => measure(server, lines));
  report('pricing', `A pricing of ${LINES} lines × ${MONTHS} months`, aboutRun(`${LINES} lines × ${MONTHS} months`), lines);
});
