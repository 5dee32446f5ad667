import fs from 'node:fs';
import type { Page } from '@playwright/test';
import type { DemoFile } from '../src/server/world/demo.ts';
import { FULL, baseUrl, expect, signIn, test } from './fixtures.ts';

/** E7: what people type is text wherever it is shown. */

const RUN = 'window.__xss=1';
const SHAPES: readonly ((code: string) => string)[] = [
  (code) => `<script>${code}</script>`,
  (code) => `<img src=x onerror="${code}">`,
  (code) => `<svg onload=${code}>`,
  (code) => `"><img src=x onerror=${code}>`,
  (code) => `'><svg/onload=${code}>`,
  (code) => `javascript:${code}`,
  (code) => `<iframe srcdoc="<script>parent.${code}</script>">`,
  (code) => `{{constructor.constructor('${code}')()}}`,
  (code) => `<a href="javascript:${code}">x</a>`,
  (code) => `</title><script>${code}</script>`,
];
const WRAPS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toUpperCase().replace(/WINDOW\.__XSS/g, 'window.__xss'),
  (text) => `<b>${text}</b>`,
  (text) => `&lt;${text}\u2028${text}`,
];
/** Forty in the whole matrix, else each shape once. */
const PAYLOADS = WRAPS.slice(0, FULL ? WRAPS.length : 1).flatMap((wrap) => SHAPES.map((shape) => wrap(shape(RUN))));

const PAGES = [
  '/home',
  '/admin/users',
  '/admin/business_units',
  '/admin/countries_settings?country=types',
  '/admin/settings?section=tasks',
  '/admin/settings?section=fields',
  '/management/clients_&_projects',
  '/management/clients_&_projects?tab=clients',
  '/planning/planning_page',
  '/planning/internal_bookings',
  '/time_tracking/timesheet',
];

async function post(page: Page, path: string, data: unknown): Promise<number> {
  const token = await page.evaluate(() => localStorage.getItem('access_token'));
  const reply = await page.request.post(baseUrl() + path, { headers: { authorization: `Bearer ${token}` }, data });
  expect(reply.status(), `${path}: ${await reply.text()}`).toBeLessThan(500);
  return reply.status();
}

test('nothing that is typed into a name, a note or a label ever runs', async ({ page }) => {
  const { accounts } = JSON.parse(fs.readFileSync(process.env['CADRE_E2E_DEMO'] ?? '', 'utf8')) as DemoFile;
  // A firm of its own: what is laid here is nothing for the eyes of other journeys.
  const who = accounts.find((each) => each.tenants.length === 1 && each.tenants[0] === 'second');
  if (!who) throw new Error('There is no account of the second firm.');
  const refused: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && /Content Security Policy|Trusted|violates/.test(message.text()))
      refused.push(message.text());
  });
  await signIn(page, who);
  let stored = 0;
  const lay = async (path: string, data: unknown): Promise<void> =>
    void (stored += (await post(page, path, data)) === 200 ? 1 : 0);
  for (const [index, text] of PAYLOADS.entries()) {
    await lay('/api/clients/create', { name: `${text} ${index}`, sector: text });
    await lay('/api/projects/create', { name: `${text} ${index}`, code: `X-${index}` });
    await lay('/api/teams/create_empty_teams', { teams: [`${text} ${index}`] });
    await lay('/api/settings/add_type_task', { name: `${text} ${index}`, chargeable: false });
    await lay('/api/leave_types', { name: `${text} ${index}` });
    const field = { collection: 'users', key: `x${index}`, label: text, type: 'text', required: false };
    await lay('/api/settings/add_data_field', field);
    const person = { first_name: text.slice(0, 90), last_name: `${index}`, grade: 'Junior', category: 'operational' };
    await lay('/api/user_management/add_user', { ...person, custom: { [`x${index}`]: text } });
  }
  expect(stored).toBeGreaterThan(PAYLOADS.length * 5);
  for (const path of PAGES) {
    await page.goto(baseUrl() + path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    // The stream of events keeps the network busy: what is drawn by now is what was asked for.
    await page.waitForTimeout(500);
    expect(await page.evaluate(() => (window as unknown as { __xss?: unknown }).__xss), path).toBeUndefined();
  }
  expect(refused).toEqual([]);
});
