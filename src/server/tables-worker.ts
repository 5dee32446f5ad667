import { parentPort, workerData } from 'node:worker_threads';
import { Problem } from '../kit/problem.ts';
import { Said } from '../kit/said.ts';
import { type TableLimits, type TableRow, unreadable } from './tables-limits.ts';
import { mergedCells, readSheet } from './tables-xlsx.ts';
import type { ZipEntry } from './tables-zip.ts';

/** Runs in a worker thread with little memory, so that no workbook can stall or fill the server. */

export interface WorkbookJob {
  bytes: Uint8Array;
  entries: ZipEntry[];
  sheet?: string | undefined;
  limits: TableLimits;
}

export type WorkbookMessage =
  | { kind: 'ready' }
  | { kind: 'rows'; sheet: string; rows: TableRow[] }
  | { kind: 'done'; merged: string[] }
  | { kind: 'refused'; status: number; words: string; values: readonly (string | number)[] };

/** Rows a message: small enough that taking one over never holds up the receiver. */
const BATCH = 500;
/** Rows beyond the limit that are still passed on, since captions above the header are no rows of the table. */
const CAPTION_ROWS = 100;

const send = (message: WorkbookMessage): void => parentPort?.postMessage(message);

async function run(job: WorkbookJob): Promise<void> {
  let batch: TableRow[] = [];
  let name = '';
  let count = 0;
  for await (const { sheet, row } of readSheet(job.bytes, job.entries, job)) {
    name = sheet;
    batch.push(row);
    if (batch.length === BATCH) {
      send({ kind: 'rows', sheet, rows: batch });
      batch = [];
    }
    if (++count >= job.limits.rows + CAPTION_ROWS) break;
  }
  if (batch.length > 0) send({ kind: 'rows', sheet: name, rows: batch });
  send({ kind: 'done', merged: count === 0 ? [] : mergedCells(job.bytes, job.entries, name) });
}

send({ kind: 'ready' });
try {
  await run(workerData as WorkbookJob);
} catch (error) {
  const problem = error instanceof Problem ? error : unreadable('The workbook is damaged: one of its parts cannot be read.');
  const { detail } = problem.refusal;
  // A thread passes data on and no classes. The refusals of workbooks hold texts and numbers alone.
  const { words, values } = detail instanceof Said ? detail : { words: String(detail), values: [] };
  send({ kind: 'refused', status: problem.status, words, values: values as (string | number)[] });
}
