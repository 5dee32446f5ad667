import { Worker } from 'node:worker_threads';
import { Problem } from '../kit/problem.ts';
import { Said } from '../kit/said.ts';
import { type TableRow, tooLarge, unreadable } from './tables-limits.ts';
import type { WorkbookJob, WorkbookMessage } from './tables-worker.ts';

/** Workbooks read at the same time; the others wait. */
const AT_ONCE = 2;
const MEMORY = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };
/** Time for the thread itself to come up, which is none of the file's doing. */
const START_MS = 10_000;

let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  else running++;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

function failure(error: Error & { code?: string }): Problem {
  return error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? tooLarge('The workbook needs too much memory to be read. Save it as CSV, or split it.')
    : unreadable('The workbook is damaged and cannot be read.');
}

/** A sheet's rows and its ranges of merged cells. */
interface ReadSheet {
  sheet: string;
  rows: TableRow[];
  merged: string[];
}

function readOnce(job: WorkbookJob): Promise<ReadSheet> {
  return new Promise((resolve, reject) => {
    const copy = new Uint8Array(job.bytes);
    const worker = new Worker(new URL('./tables-worker.ts', import.meta.url), {
      workerData: { ...job, bytes: copy },
      transferList: [copy.buffer],
      resourceLimits: MEMORY,
    });
    const rows: TableRow[] = [];
    let sheet = '';
    const finish = (settle: () => void): void => {
      clearTimeout(timer);
      settle();
      void worker.terminate();
    };
    const late = (): void => finish(() => reject(tooLarge('The workbook takes too long to read. Save it as CSV, or split it.')));
    let timer = setTimeout(late, START_MS);
    worker.on('error', (error) => finish(() => reject(failure(error as Error))));
    worker.on('exit', () => finish(() => reject(unreadable('The workbook is damaged and cannot be read.'))));
    worker.on('message', (message: WorkbookMessage) => {
      if (message.kind === 'ready') {
        clearTimeout(timer);
        timer = setTimeout(late, job.limits.milliseconds);
      } else if (message.kind === 'rows') {
        sheet = message.sheet;
        for (const row of message.rows) rows.push(row);
      } else if (message.kind === 'refused') {
        finish(() => reject(new Problem(message.status, { detail: new Said(message.words, message.values) })));
      } else {
        finish(() => resolve({ sheet, rows, merged: message.merged }));
      }
    });
  });
}

/**
 * Rows of a workbook's first visible sheet that has any, read in a worker thread with bounded memory and time.
 * @throws Problem 413, 415 or 422 in words for the person who sent the file
 */
export function readWorkbook(job: WorkbookJob): Promise<ReadSheet> {
  return inTurn(() => readOnce(job));
}
