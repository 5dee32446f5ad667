import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Lock, billOf, faultsOf, isTaken, overdue } from '../scripts/supply.ts';

const root = path.resolve(import.meta.dirname, '..');
const read = <Json>(file: string): Json => JSON.parse(fs.readFileSync(path.join(root, file), 'utf8')) as Json;
const lock = read<Lock>('package-lock.json');
const bill = billOf(lock);
const byPurl = new Map(bill.components.map((component) => [component.purl, component]));

interface Manifest {
  name: string;
  version: string;
  license?: string;
}

/** Every package that lies in a folder of modules, whoever put it there. */
function installed(folder: string): Manifest[] {
  if (!fs.existsSync(folder)) return [];
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (!entry.isDirectory() || entry.name.startsWith('.')) return [];
    const here = path.join(folder, entry.name);
    if (entry.name.startsWith('@')) return installed(here);
    const file = path.join(here, 'package.json');
    const own = fs.existsSync(file) ? [JSON.parse(fs.readFileSync(file, 'utf8')) as Manifest] : [];
    return [...own, ...installed(path.join(here, 'node_modules'))];
  });
}

describe('G4: the bill of materials', () => {
  const packages = installed(path.join(root, 'node_modules'));

  test('names everything that is installed, in its version and under its licence', () => {
    expect(packages.length).toBeGreaterThan(200);
    const unknown: string[] = [];
    for (const { name, version, license } of packages) {
      const component = byPurl.get(`pkg:npm/${name.replace('@', '%40')}@${version}`);
      const [said] = component?.licenses ?? [];
      const own = said && ('expression' in said ? said.expression : said.license.id);
      if (!component) unknown.push(`${name}@${version}`);
      else if (typeof license === 'string' && license.replace(/^\((.*)\)$/, '$1') !== own)
        unknown.push(`${name}@${version} says ${license}, the lock ${own}`);
    }
    expect(unknown).toEqual([]);
  });

  test('has for each a version, a SHA-512 and a licence that is taken', () => {
    expect(faultsOf(bill)).toEqual([]);
    expect(bill.components.length).toBe(byPurl.size);
    for (const { hashes } of bill.components) expect(hashes[0]?.content).toMatch(/^[0-9a-f]{128}$/);
  });

  test('is CycloneDX 1.6 to its words, and the same for the same lock', () => {
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 });
    expect(bill.serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(bill.metadata.component).toMatchObject({
      name: 'cadre',
      version: lock.version,
      licenses: [{ license: { id: 'MIT' } }],
    });
    expect(JSON.stringify(billOf(lock))).toBe(JSON.stringify(bill));
    expect(billOf({ ...lock, version: '9.9.9' }).serialNumber).not.toBe(bill.serialNumber);
    for (const component of bill.components) expect(component.purl).toMatch(/^pkg:npm\/(%40[\w.-]+\/)?[\w.-]+@\d+\.\d+\.\d+/);
  });

  test('says what asks for what: from the product everything is reached that it ships, and no end is loose', () => {
    const asks = new Map(bill.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
    const reached = new Set<string>();
    const wait = [bill.metadata.component['bom-ref']];
    for (let ref = wait.pop(); ref !== undefined; ref = wait.pop()) {
      if (reached.has(ref)) continue;
      reached.add(ref);
      wait.push(...(asks.get(ref) ?? []));
    }
    for (const ref of reached) if (ref !== bill.metadata.component['bom-ref']) expect(byPurl.has(ref), ref).toBe(true);
    expect(bill.components.filter(({ purl }) => !reached.has(purl)).map(({ purl }) => purl)).toEqual([]);
    const own = read<{ dependencies: Record<string, string>; devDependencies: Record<string, string> }>('package.json');
    const direct = asks.get(bill.metadata.component['bom-ref']) ?? [];
    for (const name of Object.keys(own.dependencies)) {
      const refs = direct.filter((ref) => ref.startsWith(`pkg:npm/${name.replace('@', '%40')}@`));
      // The oldest PostgreSQL that the tests run on lies there under another name.
      expect(refs.map((ref) => byPurl.get(ref)?.scope)).toContain('required');
    }
  });

  /** The lock with one package changed. */
  const changed = (place: string, more: object): Lock => ({
    ...lock,
    packages: { ...lock.packages, [place]: { ...lock.packages[place], ...more } },
  });

  test.each([
    ['a licence that binds the whole', { license: 'GPL-3.0-only' }, 'is under GPL-3.0-only'],
    ['one that binds who runs it', { license: 'AGPL-3.0-or-later' }, 'is under AGPL-3.0-or-later'],
    ['one for tools, on what is shipped', { license: 'MPL-2.0' }, 'is under MPL-2.0'],
    ['one of the picture library, elsewhere', { license: 'LGPL-3.0-or-later' }, 'is under LGPL-3.0-or-later'],
    ['two at once, of which one binds', { license: '(MIT AND GPL-2.0-only)' }, 'is under MIT AND GPL-2.0-only'],
    ['none at all', { license: undefined }, 'names no licence'],
    ['words instead of one', { license: 'SEE LICENSE IN LICENSE.txt' }, 'is under SEE LICENSE'],
    ['nothing that proves it', { integrity: undefined }, 'has no SHA-512'],
    ['a weak proof', { integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' }, 'has no SHA-512'],
  ])('a planted fault is found: %s', (_what, more, fault) => {
    expect(faultsOf(billOf(changed('node_modules/fastify', more))).join('\n')).toContain(fault);
  });

  test('licences that leave a choice are taken when one of them is', () => {
    const free = (licence: string): boolean => licence === 'MIT' || licence === 'ISC';
    for (const taken of [
      'MIT',
      'MIT OR GPL-2.0',
      '(GPL-2.0 OR ISC)',
      'MIT AND ISC',
      '(MIT OR X) AND (Y OR ISC)',
      'X AND Y OR MIT',
    ])
      expect(isTaken(taken, free), taken).toBe(true);
    for (const refused of ['', 'X', 'MIT AND X', '(MIT OR X) AND X', 'X OR (MIT AND X)', 'MIT X', '(X)'])
      expect(isTaken(refused, free), refused).toBe(false);
  });

  test('installing runs no script of a package, and the lock comes from one place', () => {
    expect(fs.readFileSync(path.join(root, '.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m);
    const own = read<{ dependencies: Record<string, string>; devDependencies: Record<string, string> }>('package.json');
    for (const [name, version] of Object.entries({ ...own.dependencies, ...own.devDependencies }))
      expect(version, name).toMatch(/^(npm:[\w@/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/);
    const locked = Object.values(lock.packages) as { resolved?: string; link?: boolean }[];
    expect(new Set(locked.flatMap(({ resolved }) => (resolved ? [new URL(resolved).protocol] : []))).size).toBeLessThanOrEqual(1);
    expect(locked.filter(({ resolved, link }) => link || /^(git|file|http:)/.test(resolved ?? ''))).toEqual([]);
  });
});

describe('G4: advisories', () => {
  const report = {
    badly: { name: 'badly', severity: 'critical', via: [{ source: 11, title: 'Runs what it reads', severity: 'critical' }] },
    above: { name: 'above', severity: 'critical', via: ['badly'] },
    some: {
      name: 'some',
      severity: 'high',
      via: [
        { source: 22, title: 'Waits for ever', severity: 'high' },
        { source: 33, title: 'Says too much', severity: 'moderate' },
      ],
    },
  };
  const noted = (source: number, seen: string) => ({ source, seen, why: 'Not reached by what we call.' });

  test('high and critical ones stop a release at once; what is noted may wait for 30 and for 7 days', () => {
    expect(overdue(report, [], '2026-11-21')).toEqual([
      'critical: badly: Runs what it reads (11)',
      'high: some: Waits for ever (22)',
    ]);
    const known = [noted(11, '2026-11-14'), noted(22, '2026-10-22')];
    expect(overdue(report, known, '2026-11-21')).toEqual([]);
    expect(overdue(report, known, '2026-11-22')).toEqual([
      'critical: badly: Runs what it reads (11), noted 8 days ago, of 7 that it may wait',
      'high: some: Waits for ever (22), noted 31 days ago, of 30 that it may wait',
    ]);
  });

  test('what is noted is noted in full', () => {
    for (const each of read<Record<string, unknown>[]>('.ci/advisories.json'))
      expect(each).toEqual({
        source: expect.any(Number) as number,
        seen: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string,
        why: expect.stringMatching(/.{10}/) as string,
      });
  });
});

test('G5: the server runs no other program but its own database', () => {
  const files = fs
    .readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));
  const runs = files.filter((file) => /child_process/.test(fs.readFileSync(path.join(root, 'src', file), 'utf8')));
  expect(runs).toEqual(['server/database.ts']);
});
