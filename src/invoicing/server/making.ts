import { aside } from '../../server/aside.ts';
import type { Content } from './document.ts';

const work = new URL('./making-work.ts', import.meta.url);

/** What of an invoice has not the form of an e-invoice; nothing when it can be written. */
export const formFaults = aside<Content, string[]>(work, 'check', { first: true });

/** The paper of a draft. */
export const drawPaper = aside<{ content: Content }, Uint8Array>(work, 'draw');

/** The paper of an issued invoice (PDF/A-3b with Factur-X inside) and its e-invoice (UBL). */
export const makeFiles = aside<{ content: Content }, { pdf: Uint8Array; xml: string }>(work, 'make');
