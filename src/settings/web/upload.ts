import { caller } from '../../web/api.ts';
import type { settingsContract } from '../contract.ts';

const call = caller<typeof settingsContract>();

async function upload(file: File, documents: boolean): Promise<string> {
  const form = new FormData();
  form.append('file', file);
  const { filename } = await call('POST /api/files', { query: documents ? { documents } : {} }, { upload: form });
  return filename;
}

/** Stores a file for a table import. @returns the name under which the import finds it */
export const uploadTable = (file: File): Promise<string> => upload(file, false);

/** Stores a file that is kept with a record: a table, a picture or a PDF. @returns the name under which the next call finds it */
export const uploadDocument = (file: File): Promise<string> => upload(file, true);
