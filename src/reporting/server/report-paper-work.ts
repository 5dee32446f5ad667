import { typeset } from '../../server/typeset.ts';
import type { ReportPaper } from './report-paper.ts';

/** Runs in a thread of its own (`src/server/aside.ts`): a report as it is printed. */
export const draw = (paper: ReportPaper): Uint8Array => typeset(new URL('./report.typ', import.meta.url).href, paper);
