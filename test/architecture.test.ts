import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { rooms } from './rooms.ts';

const foundations = ['kit', 'server', 'web'];
/** May name every room: they put the product together. */
const roots = [
  /^server\/(app|commands(-[a-z]+)?|cli|serving|start)\.ts$/,
  /^server\/world\//,
  /^web\/(routes|main)\.tsx$/,
  /^web\/i18n\//,
];
/** May open a transaction or hold a pool. */
const edges = [
  /^server\/(http|tx|db|start|events|serving|cli|commands(-[a-z]+)?|catalogue|migrate|app|idempotency)\.ts$/,
  /^server\/world\//,
];

const src = path.resolve(import.meta.dirname, '../src');

export interface Source {
  file: string;
  text: string;
}

const files: Source[] = fs
  .readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))
  .map((file) => ({ file, text: fs.readFileSync(path.join(src, file), 'utf8') }));

const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file);
const placeOf = (file: string): { place: string; side: string; room: number } => {
  const [place = '', part = ''] = file.split('/');
  const side = foundations.includes(place) ? place : part.replace(/\.tsx?$/, '');
  return { place, side, room: rooms.indexOf(place) };
};

function importsOf({ file, text }: Source): { to: string; typeOnly: boolean }[] {
  const found = text.matchAll(/^\s*(?:import|export)\s+(type\s)?[^'";]*?from\s+'(\.[^']+)'|import\('(\.[^']+)'\)/gm);
  return [...found].map(([, type, named, lazy]) => ({
    to: path.relative(src, path.resolve(src, path.dirname(file), named ?? lazy ?? '')),
    typeOnly: type !== undefined,
  }));
}

/** Why an import breaks the house rules, or undefined. */
export function complaint(from: string, to: string, typeOnly: boolean): string | undefined {
  const a = placeOf(from);
  const b = placeOf(to);
  if (a.side === 'web' && b.side === 'server') return 'browser code reaches the server';
  if (a.side === 'server' && b.side === 'web') return 'server code reaches the browser';
  if (a.side === 'web' && (b.side === 'contract' || to === 'kit/shapes.ts') && !typeOnly)
    return 'the browser takes contracts as types';
  if (a.place === 'kit' && b.place !== 'kit') return 'kit stands on nothing of ours';
  if (['contract', 'rules'].includes(a.side) && !['contract', 'rules', 'kit'].includes(b.side))
    return 'a contract uses only kit and contracts';
  if (/^server\/(db|start)\.ts$/.test(to) && !typeOnly && !edges.some((edge) => edge.test(from)))
    return 'only an edge reaches the pool';
  if (roots.some((root) => root.test(from))) return undefined;
  if (a.room < 0 && b.room >= 0) return 'plumbing knows a room';
  if (b.room >= 0 && a.place !== b.place) {
    if (b.room > a.room) return 'a room uses a later room';
    if (b.side !== 'contract' && !/\/public\.tsx?$/.test(to)) return 'a room enters another past its public file';
  }
  return undefined;
}

test('every folder under src is a room or a foundation', () => {
  const folders = fs.readdirSync(src).filter((name) => fs.statSync(path.join(src, name)).isDirectory());
  expect(folders.filter((name) => !rooms.includes(name) && !foundations.includes(name))).toEqual([]);
});

test('imports follow the house rules', () => {
  const bad = files
    .filter(({ file }) => !isTest(file))
    .flatMap((source) =>
      importsOf(source).flatMap(({ to, typeOnly }) => {
        const reason = complaint(source.file, to, typeOnly);
        return reason ? [`${source.file} → ${to}: ${reason}`] : [];
      }),
    );
  expect(bad).toEqual([]);
});

test.each([
  ['time/web/Timesheet.tsx', 'time/server/entries.ts', false],
  ['people/server/users.ts', 'time/server/public.ts', false],
  ['time/server/entries.ts', 'people/server/users.ts', false],
  ['kit/day.ts', 'server/sql.ts', false],
  ['time/contract.ts', 'server/sql.ts', false],
  ['time/server/entries.ts', 'server/db.ts', false],
  ['server/paging.ts', 'time/server/public.ts', false],
  ['time/web/Timesheet.tsx', 'time/contract.ts', false],
])('the rules refuse %s → %s', (from, to, typeOnly) => {
  expect(complaint(from, to, typeOnly)).toBeTypeOf('string');
});

/** Tables that a text writes, as schema names. */
const writesOf = (text: string): string[] =>
  [
    ...text.matchAll(
      /\b(?:insert into|update|delete from)\s+([a-z_]+)\.[a-z_]+|write\.(?:insert|update|remove)[^(]*\(\s*'([a-z_]+)\./g,
    ),
  ].map(([, plain, gateway]) => plain ?? gateway ?? '');

test('a room writes only its own tables', () => {
  const bad = files
    .filter(({ file }) => rooms.includes(placeOf(file).place) && placeOf(file).side === 'server' && !isTest(file))
    .flatMap(({ file, text }) =>
      writesOf(text)
        .filter((schema) => schema !== placeOf(file).place)
        // The accounts behind people are the access room's rows about the same person.
        .filter((schema) => !(placeOf(file).place === 'people' && schema === 'access'))
        .map((schema) => `${file} writes ${schema}`),
    );
  expect(bad).toEqual([]);
});

test('a room reads only its own tables and those of earlier rooms', () => {
  const bad = files
    .filter(({ file }) => rooms.includes(placeOf(file).place) && placeOf(file).side === 'server' && !isTest(file))
    .flatMap(({ file, text }) =>
      [...text.matchAll(/\b(?:from|join)\s+([a-z_]+)\.[a-z_]+/g)]
        .map(([, schema = '']) => schema)
        .filter((schema) => rooms.indexOf(schema) > placeOf(file).room)
        .map((schema) => `${file} reads ${schema}`),
    );
  expect(bad).toEqual([]);
});

test('no import goes in a circle', () => {
  const graph = new Map(
    files
      .filter(({ file }) => !isTest(file))
      .map((source) => [
        source.file,
        importsOf(source)
          .filter((each) => !each.typeOnly)
          .map((each) => each.to),
      ]),
  );
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, trail: string[]): void => {
    if (trail.includes(file)) {
      circles.push([...trail.slice(trail.indexOf(file)), file].join(' → '));
      return;
    }
    if (done.has(file)) return;
    for (const next of graph.get(file) ?? []) visit(next, [...trail, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  expect(circles).toEqual([]);
});

test('no file is longer than 400 lines', () => {
  expect(files.filter(({ file, text }) => !isTest(file) && text.split('\n').length > 401).map(({ file }) => file)).toEqual([]);
});
