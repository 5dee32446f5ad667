import fs from 'node:fs';
import path from 'node:path';
import { type BackupManifest, backUp } from './backup.ts';
import type { Command } from './commands-kit.ts';
import { readConfig } from './config.ts';
import { storeOf } from './files.ts';
import { restore } from './restore.ts';
import { keyId } from './secrets.ts';
import { openDatabase } from './start.ts';

function fileOf(positionals: readonly string[]): string {
  const [file] = positionals;
  if (!file || positionals.length > 1) throw new Error('Name one file.');
  return path.resolve(file);
}

const rowsIn = ({ tables }: BackupManifest): number => Object.values(tables).reduce((sum, { rows }) => sum + rows, 0);

/** `cadre backup`: the whole installation in one file. */
export const backupCommand: Command = {
  usage: 'backup FILE',
  summary:
    'Writes everything of every firm into one file, as of one moment and while people work. Whoever can read it can read all of it. The key of secrets (secret.key, CADRE_SECRET_KEY) is not in it.',
  options: {},
  async run({ positionals }) {
    const file = fileOf(positionals);
    const config = readConfig();
    const database = await openDatabase(config, { join: true });
    try {
      const source = { adminUrl: database.adminUrl, store: storeOf(config), key: keyId(config) };
      const manifest = await backUp(file, source);
      const { size } = fs.statSync(file);
      const text = `${rowsIn(manifest)} rows of ${Object.keys(manifest.tables).length} tables and ${manifest.files.count} files stand in ${file} (${(size / 1e6).toFixed(1)} MB).`;
      return { json: { file, bytes: size, rows: rowsIn(manifest), ...manifest }, text };
    } finally {
      await database.stop();
    }
  },
};

/** `cadre restore`: a backup, into an installation that has no firm yet. */
export const restoreCommand: Command = {
  usage: 'restore FILE',
  summary:
    'Brings a backup back into an empty database, all of it or nothing, and proves it row by row. Everybody signs in anew; links that were sent are void.',
  options: {},
  async run({ positionals }) {
    const file = fileOf(positionals);
    if (!fs.existsSync(file)) throw new Error(`There is no ${file}.`);
    const config = readConfig();
    const database = await openDatabase(config);
    try {
      const { header, manifest } = await restore(file, { adminUrl: database.adminUrl, store: storeOf(config) });
      const sealed = manifest.tables['access.providers']?.rows ?? 0;
      const otherKey = sealed > 0 && header.key !== keyId(config);
      const lines = [
        `${rowsIn(manifest)} rows and ${manifest.files.count} files of ${header.made_at} are back, each proven.`,
        ...(otherKey
          ? ['The secrets of identity providers were sealed by another key: bring secret.key along, or enter them anew.']
          : []),
      ];
      const json = { made_at: header.made_at, rows: rowsIn(manifest), files: manifest.files.count, other_key: otherKey };
      return { json, text: lines.join('\n') };
    } finally {
      await database.stop();
    }
  },
};
