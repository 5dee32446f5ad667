import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Page, chromium } from '@playwright/test';
import sharp from 'sharp';
import type { DemoFile } from '../src/server/world/demo.ts';
import { browser } from './browser.ts';
import { FOLDER, LARGEST, RECORD, SHOTS, type Shot, digestOf } from './guide-shots.ts';

/**
 * Makes the pictures of the user guide from a running demo: `npm run guide-pictures -- --url http://localhost:3000`.
 * `--demo` names the file of its accounts, further words the sections whose pictures are wanted (default: all).
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    url: { type: 'string', default: 'http://localhost:3000' },
    demo: { type: 'string', default: path.join(process.env['CADRE_DATA'] ?? '.cadre', 'demo.json') },
  },
});

const [WIDTH, HEIGHT] = [1280, 800];

interface Recorded {
  digest: string;
  marks: (readonly number[])[];
}

async function signIn(page: Page): Promise<void> {
  const { accounts } = JSON.parse(fs.readFileSync(values.demo, 'utf8')) as DemoFile;
  const admin = accounts.find((account) => account.is_superuser);
  if (!admin) throw new Error('The demo has no administrator.');
  await page.goto(`${values.url}/account/login_management`);
  await page.getByRole('textbox', { name: 'E-mail' }).fill(admin.email);
  await page.locator('input[type=password]').fill(admin.password);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/home/);
}

/** What a screen fetches, and the last frame that shows it. */
const SETTLED_MS = 2000;

async function bring(page: Page, { address, prepare }: Shot): Promise<void> {
  await page.goto(values.url + address);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForTimeout(SETTLED_MS);
  await prepare?.(page);
  await page.waitForTimeout(SETTLED_MS / 4);
}

/** A number stands at the upper left of what it names, in per cent of the picture. */
async function placesOf(page: Page, id: string, shot: Shot): Promise<(readonly number[])[]> {
  const within = (value: number, most: number): number =>
    Math.round((Math.min(Math.max(value, 16), most - 16) / most) * 1000) / 10;
  return Promise.all(
    shot.marks(page).map(async (locator, index) => {
      const box = await locator.boundingBox({ timeout: 3000 }).catch(() => undefined);
      if (!box) throw new Error(`${id}: there is nothing at mark ${index + 1}.`);
      return [within(box.x, WIDTH), within(box.y, HEIGHT)] as const;
    }),
  );
}

async function save(bytes: Buffer, file: string): Promise<void> {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  // What is full of stripes and small signs is drawn smaller before it is drawn badly.
  for (const width of [WIDTH, 1120, 960]) {
    for (let quality = 80; quality >= 40; quality -= 10) {
      const picture = await sharp(bytes).resize({ width }).webp({ quality, effort: 6 }).toBuffer();
      if (picture.byteLength <= LARGEST) return fs.writeFileSync(file, picture);
    }
  }
  throw new Error(`${file} does not fit into ${LARGEST} bytes.`);
}

async function main(): Promise<void> {
  const wanted = Object.entries(SHOTS).filter(([id]) => positionals.length === 0 || positionals.includes(id));
  const record = JSON.parse(fs.readFileSync(RECORD, 'utf8')) as Record<string, Recorded>;
  const chrome = await chromium.launch(await browser());
  const failed: string[] = [];
  try {
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await chrome.newContext({
        locale: 'en-GB',
        colorScheme,
        reducedMotion: 'reduce',
        viewport: { width: WIDTH, height: HEIGHT },
      });
      const page = await context.newPage();
      await signIn(page);
      for (const [id, shot] of wanted) {
        try {
          await bring(page, shot);
          const marks = await placesOf(page, id, shot);
          await save(await page.screenshot(), path.join(FOLDER, colorScheme, `${id}.webp`));
          record[id] = { digest: digestOf(shot), marks };
        } catch (error) {
          failed.push(`${id} (${colorScheme}): ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`);
        }
      }
      await context.close();
    }
  } finally {
    await chrome.close();
  }
  const sorted = Object.fromEntries(Object.keys(SHOTS).flatMap((id) => (record[id] ? [[id, record[id]]] : [])));
  fs.writeFileSync(RECORD, `${JSON.stringify(sorted, undefined, 2)}\n`);
  process.stdout.write(`${wanted.length} pictures in light and dark.\n`);
  for (const line of failed) process.stderr.write(`${line}\n`);
  process.exitCode = failed.length > 0 ? 1 : 0;
}

await main();
