import fs from 'node:fs';

/** One figure of a fault test, as the table of `npm run faults` shows it. */
export interface FaultFigure {
  /** Number of the fault and what is counted: `R1 acknowledged writes that were lost`. */
  what: string;
  ours: number;
  target: number;
  unit: string;
  kind: 'most' | 'least';
  beside?: string;
}

const file = process.env['CADRE_FAULTS'];

/** Whether faults are tried as often as they are to be shown, and not as often as every run of the tests has time for. */
export const inFull = file !== undefined || process.env['CADRE_FULL'] !== undefined;

/** Times or rounds of a fault: many when they are to be shown. */
export const times = (usual: number, full: number): number => (inFull ? full : usual);

/** Keeps a figure for the table; in a usual run of the tests what the test expects is all. */
export function figure(what: string, ours: number, target: number, unit: string, more: Partial<FaultFigure> = {}): void {
  const line: FaultFigure = { what, ours, target, unit, kind: 'most', ...more };
  if (file) fs.appendFileSync(file, `${JSON.stringify(line)}\n`);
}
