import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import pg from 'pg';
import { pack } from 'tar-stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { backUp } from '../src/server/backup.ts';
import { readConfig } from '../src/server/config.ts';
import { type Database, startEmbedded } from '../src/server/database.ts';
import { keyOf, storeFile, storeOf } from '../src/server/files.ts';
import { restore } from '../src/server/restore.ts';
import { keyId } from '../src/server/secrets.ts';
import { type Running, open } from '../src/server/start.ts';
import { withTenant } from '../src/server/tx.ts';
import { addStaff, createFirm } from '../src/server/world/firm.ts';
import { importTime } from '../src/time/server/public.ts';
import { figure } from './fault.ts';

/** Backups of a whole installation, and what is made of them on another one. */
const root = path.resolve(import.meta.dirname, '..');
const run = promisify(execFile);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cadre-backup-'));
const QUICK = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];
const NOTE = Buffer.from('the plan\n');
const good = path.join(folder, 'good.backup');
let first: Running;
let fileId = '';

const newPlace = (name: string): string => {
  const place = fs.mkdtempSync(path.join(folder, `${name}-`));
  fs.chmodSync(place, 0o755);
  return place;
};

const configOf = (dataDir: string) => ({ ...readConfig({ CADRE_DATA: dataDir, CADRE_DEMO: '0', LOG_LEVEL: 'silent' }), port: 0 });

async function addFirm(slug: string): Promise<number> {
  const tenant = await createFirm(first.host, first.adminUrl, {
    slug,
    name: `Firm ${slug}`,
    currency: 'EUR',
    timeZone: 'Europe/Berlin',
    countries: ['DE'],
    years: [2026],
  });
  await withTenant(first.host, { tenant }, async (tx) => {
    const [user = ''] = await addStaff(tx, [
      {
        firstName: 'Ada',
        lastName: 'Tab\tand "quote"\nand line',
        email: `ada@${slug}.example`,
        password: 'long enough for anybody',
        category: 'hr',
        grade: 'Partner',
        country: 'DE',
        employedFrom: '2020-01-01',
      },
    ]);
    const lines = Array.from({ length: 400 }, (_, index) => `2026-03-0${2 + (index % 4)},P${index % 7},ada@${slug}.example,0.05`);
    const bytes = new TextEncoder().encode(['Date,Project,Email,Hours', ...lines].join('\n'));
    await importTime(tx, undefined, { name: 'time.csv', bytes }, { createMissing: true, skipRejected: false, dryRun: false });
    fileId = (await storeFile(tx, first.config, user, { name: 'plan.txt', media_type: 'text/plain', bytes: NOTE })).id;
  });
  return tenant;
}

let tenant = 0;

beforeAll(async () => {
  fs.chmodSync(folder, 0o755);
  first = await open(configOf(newPlace('first')), { settings: QUICK });
  await addFirm('one');
  tenant = await addFirm('two');
  await backUp(good, { adminUrl: first.adminUrl, store: storeOf(first.config), key: keyId(first.config) });
}, 120_000);

afterAll(async () => {
  await first.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

/** Work on an empty database in a place of its own. */
async function onEmpty<T>(name: string, work: (database: Database, place: string) => Promise<T>): Promise<T> {
  const place = newPlace(name);
  const database = await startEmbedded(place, QUICK);
  try {
    return await work(database, place);
  } finally {
    await database.stop();
  }
}

async function asked<Row extends pg.QueryResultRow>(adminUrl: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

const cadre = (dataDir: string, ...args: string[]): Promise<{ stdout: string }> =>
  run(process.execPath, ['src/server/cli.ts', ...args], {
    cwd: root,
    env: { ...process.env, CADRE_DATA: dataDir, CADRE_DEMO: '0' },
  });

describe('a backup', () => {
  test('is made beside a server that runs, and comes back whole elsewhere: the same rows, files, checks', async () => {
    const file = path.join(newPlace('kept'), 'all.backup');
    const made = JSON.parse((await cadre(first.config.dataDir, 'backup', file, '--json')).stdout) as {
      tables: Record<string, { rows: number; sha256: string }>;
      files: { count: number };
    };
    expect(made.tables['time.entries']?.rows).toBe(800);
    expect(made.files).toEqual({ count: 2, bytes: 2 * NOTE.length });
    expect(Object.keys(made.tables)).not.toContain('access.sessions');
    expect(fs.statSync(file).mode & 0o777).toBe(0o600);

    const place = newPlace('elsewhere');
    const start = performance.now();
    expect(JSON.parse((await cadre(place, 'restore', file, '--json')).stdout)).toMatchObject({ files: 2, other_key: false });
    figure('R25 from a backup to an installation with it', (performance.now() - start) / 1000, 60, 's');
    const second = await open(configOf(place), { settings: QUICK });
    try {
      const again = path.join(newPlace('kept'), 'again.backup');
      const manifest = await backUp(again, { adminUrl: second.adminUrl, store: storeOf(second.config), key: '' });
      expect(manifest.tables).toEqual(made.tables);
      const differing = Object.entries(made.tables).filter(([table, { sha256 }]) => manifest.tables[table]?.sha256 !== sha256);
      const beside = `${Object.keys(made.tables).length} tables`;
      figure('R25 tables whose rows differ after a restore', differing.length, 0, '', { beside });
      expect(Buffer.from(await storeOf(second.config).get(keyOf(tenant, fileId)))).toEqual(NOTE);
      // What counts its rows itself goes on.
      expect(await createFirm(second.host, second.adminUrl, { ...FIRM, slug: 'three' })).toBeGreaterThan(tenant);
      // Walls and bonds stand again.
      const [walls] = await asked<{ open: number }>(
        second.adminUrl,
        `select count(*)::int as open from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where c.relkind = 'r' and n.nspname in ('time', 'people', 'clients') and not c.relforcerowsecurity`,
      );
      expect(walls?.open).toBe(0);
      const bonds = `select conrelid::regclass::text as t, conname, pg_get_constraintdef(oid) as d from pg_constraint where contype = 'f' order by 1, 2`;
      expect(await asked(second.adminUrl, bonds)).toEqual(await asked(first.adminUrl, bonds));
    } finally {
      await second.close();
    }
    const { stdout } = await cadre(place, 'doctor', '--audit', '--json');
    const { ok, checks } = JSON.parse(stdout) as { ok: boolean; checks: { check: string; ok: boolean; detail: string }[] };
    expect(checks.filter((each) => !each.ok)).toEqual([]);
    expect(ok).toBe(true);
  }, 120_000);

  test('never lies over another file, and leaves nothing when it cannot be written', async () => {
    const source = { adminUrl: first.adminUrl, store: storeOf(first.config), key: '' };
    await expect(backUp(good, source)).rejects.toThrow(/is there already/);
    const nowhere = path.join(folder, 'nowhere', 'x.backup');
    await expect(backUp(nowhere, source)).rejects.toThrow(/ENOENT/);
    // A file whose bytes are gone: no backup that pretends to be whole.
    const bytes = path.join(first.config.dataDir, 'files', keyOf(tenant, fileId));
    fs.renameSync(bytes, `${bytes}.away`);
    const target = path.join(folder, 'partial.backup');
    await expect(backUp(target, source)).rejects.toThrow(/ENOENT/);
    fs.renameSync(`${bytes}.away`, bytes);
    expect(fs.readdirSync(folder).filter((name) => name.startsWith('partial'))).toEqual([]);
  }, 60_000);
});

const FIRM = { name: 'Three', currency: 'EUR', timeZone: 'Europe/Berlin', countries: ['DE'], years: [2026] };

/** An archive of these entries, as a backup is packed. */
async function packed(name: string, entries: Record<string, string>): Promise<string> {
  const archive = pack();
  for (const [entry, text] of Object.entries(entries)) archive.entry({ name: entry }, text);
  archive.finalize();
  const chunks: Uint8Array[] = [];
  for await (const chunk of archive as AsyncIterable<Uint8Array>) chunks.push(chunk);
  const file = path.join(folder, name);
  fs.writeFileSync(file, zlib.zstdCompressSync(Buffer.concat(chunks)));
  return file;
}

describe('a restore', () => {
  test('refuses an installation that has a firm, before anything is touched', async () => {
    const target = { adminUrl: first.adminUrl, store: storeOf(first.config) };
    await expect(restore(good, target)).rejects.toThrow('There is a firm already, Firm one: restore into an empty database.');
    expect((await asked(first.adminUrl, 'select 1 from time.entries')).length).toBe(800);
  });

  test('takes nothing of a file that is cut off, changed or none, and all of the good one afterwards', async () => {
    await onEmpty('empty', async ({ adminUrl }, place) => {
      const target = { adminUrl, store: storeOf(configOf(place)) };
      const bytes = fs.readFileSync(good);
      const cut = path.join(folder, 'cut.backup');
      fs.writeFileSync(cut, bytes.subarray(0, Math.floor(bytes.length * 0.7)));
      await expect(restore(cut, target)).rejects.toThrow();
      // One hour more on somebody's sheet: the digests tell.
      const plain = zlib.zstdDecompressSync(bytes);
      const at = plain.indexOf('\t180\t');
      expect(at).toBeGreaterThan(0);
      plain[at + 1] = '9'.charCodeAt(0);
      const forged = path.join(folder, 'forged.backup');
      fs.writeFileSync(forged, zlib.zstdCompressSync(plain));
      await expect(restore(forged, target)).rejects.toThrow(/The backup is damaged: the rows of \S+ are others/);
      await expect(restore(await packed('none.backup', { 'note.txt': 'hello' }), target)).rejects.toThrow(
        'This is no backup of Cadre.',
      );
      const text = path.join(folder, 'text.backup');
      fs.writeFileSync(text, 'not packed at all');
      await expect(restore(text, target)).rejects.toThrow();
      const later = { format: 1, migrations: [{ name: '9999-later.sql', sha256: 'x' }], tables: [], tenants: [] };
      await expect(restore(await packed('later.backup', { 'cadre-backup.json': JSON.stringify(later) }), target)).rejects.toThrow(
        'This backup was made by a later version of Cadre: it knows 9999-later.sql.',
      );
      expect(await asked(adminUrl, 'select 1 from settings.tenants where id > 0')).toEqual([]);
      const { manifest } = await restore(good, target);
      expect(manifest.tables['time.entries']?.rows).toBe(800);
      expect((await asked(adminUrl, 'select 1 from time.entries')).length).toBe(800);
    });
  }, 120_000);
});
