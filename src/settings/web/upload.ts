import { caller } from '../../web/api.ts';
import type { settingsContract } from '../contract.ts';

const call = caller<typeof settingsContract>();

/** Stores a file for a table import. @returns the name under which the import finds it */
export async function uploadTable(file: File): Promise<string> {
  const form = new FormData();
  form.append('file', file);
  const { filename } = await call('POST /api/files', {}, { upload: form });
  return filename;
}
