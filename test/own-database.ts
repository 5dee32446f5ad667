import pg from 'pg';
import { inject } from 'vitest';
import { migrate } from '../src/server/migrate.ts';

/** A migrated database for one test file alone, where what it sets holds for the whole installation. @returns the owner's address */
export async function newDatabase(name: string): Promise<string> {
  const unique = `${name}_${process.pid}_${Date.now()}`;
  const template = inject('template');
  const client = new pg.Client({ connectionString: inject('adminUrl') });
  await client.connect();
  await client.query(`create database ${unique} ${template ? `template ${template}` : ''}`);
  await client.end();
  const url = new URL(inject('adminUrl'));
  url.pathname = `/${unique}`;
  await migrate(url.href);
  return url.href;
}
