import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { FOLDER, LARGEST, RECORD, SHOTS, digestOf } from '../e2e/guide-shots.ts';
import { GUIDE_SECTIONS } from '../src/support/web/guide.ts';
import { MAP_BOXES, MAP_LINKS } from '../src/support/web/guide-model.ts';

let owner: pg.Client;
beforeAll(async () => {
  owner = new pg.Client({ connectionString: inject('adminUrl') });
  await owner.connect();
});
afterAll(() => owner.end());

test('the map of the guide is that of the database', async () => {
  const { rows } = await owner.query<{ table: string; column: string; other: string }>(`
    select k.conrelid::regclass::text as "table", a.attname as "column", k.confrelid::regclass::text as other
    from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any (k.conkey)
    where k.contype = 'f' and a.attname <> 'tenant_id'`);
  const references = new Set(rows.map(({ table, column, other }) => `${table}.${column} → ${other}`.replaceAll('"', '')));
  const tableOf = (id: string): string => MAP_BOXES.find((box) => box.id === id)?.table ?? '';
  const wanted = MAP_LINKS.flatMap(({ from, to, by, through }) =>
    through
      ? [`${through}.${by} → ${tableOf(from)}`, `${through}.user_id → ${tableOf(to)}`]
      : [`${tableOf(from)}.${by} → ${tableOf(to)}`],
  );
  expect(wanted.filter((reference) => !references.has(reference))).toEqual([]);
});

interface Recorded {
  digest: string;
  marks: number[][];
}

const record = JSON.parse(fs.readFileSync(RECORD, 'utf8')) as Record<string, Recorded>;
const texts = JSON.parse(fs.readFileSync(path.join(path.dirname(RECORD), 'texts/guide.en.json'), 'utf8')) as {
  sections: Record<string, { marks?: string }>;
};

test('every section has its picture, light and dark and small, with a text at each number', () => {
  expect(Object.keys(SHOTS)).toEqual(GUIDE_SECTIONS.filter((id) => !['data-map', 'data-flows'].includes(id)));
  expect(Object.keys(record)).toEqual(Object.keys(SHOTS));
  for (const [id, { marks }] of Object.entries(record)) {
    for (const theme of ['light', 'dark']) {
      const size = fs.statSync(path.join(FOLDER, theme, `${id}.webp`)).size;
      expect(size, `${theme} ${id}`).toBeLessThanOrEqual(LARGEST);
    }
    expect(marks.length, id).toBe(texts.sections[id]?.marks?.split('\n').length ?? 0);
  }
});

// While a screen is being changed its picture may wait; before a release it may not.
test.runIf(process.env['CADRE_FULL'])('no picture is older than its screen (npm run guide-pictures)', () => {
  expect(Object.entries(SHOTS).flatMap(([id, shot]) => (record[id]?.digest === digestOf(shot) ? [] : [id]))).toEqual([]);
});
