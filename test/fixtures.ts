import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/**
 * Files that real systems wrote. They have licences of their own and are not part of this repository: tests that need them
 * say so and are skipped where they are missing.
 */
const folder = resolve(process.env['CADRE_FIXTURES'] ?? join(import.meta.dirname, '..', '..', 'shared', 'fixtures'));

export const haveFixtures = existsSync(join(folder, 'expected.json'));
export const fixturesNote = haveFixtures ? '' : ' (skipped: set CADRE_FIXTURES to the folder of fixtures)';

export const fixture = (path: string): Uint8Array => new Uint8Array(readFileSync(join(folder, path)));

/** Names in a folder of the fixtures, as paths from their root. */
export const fixturesIn = (path: string): string[] => readdirSync(join(folder, path)).map((name) => `${path}/${name}`);

export interface ExpectedFile {
  kind: string;
  rows: number;
  rejected: unknown[];
  hours: number;
  users: number;
  projects: number;
  clients: number;
  first_date: string;
  last_date: string;
  delimiter?: string;
  non_empty_rows?: number;
  unreadable?: string;
  sheets?: { name: string; state?: string; non_empty_rows?: number }[];
}

/** The figures counted by a script that shares no code with any importer; empty where there are no fixtures. */
export const expectedFiles: [string, ExpectedFile][] = haveFixtures
  ? Object.entries(
      (JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) as { files: Record<string, ExpectedFile> }).files,
    )
  : [];

/** A file of `test/samples`: written by us in the style of another system. */
export const sample = (name: string): Uint8Array => new Uint8Array(readFileSync(join(import.meta.dirname, 'samples', name)));
