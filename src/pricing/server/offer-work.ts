import { typeset } from '../../server/typeset.ts';
import type { Offer } from './offer.ts';

/** Runs in a thread of its own (`src/server/aside.ts`): a pricing as the client gets it. */
export const draw = (offer: Offer): Uint8Array => typeset(new URL('./offer.typ', import.meta.url).href, offer);
