import type { Derivation } from '../../server/gateway.ts';
import type { Change } from '../../server/tx.ts';

/** Said whenever a session ends, or a membership, role or account changes: nobody may act on what they were before. */
export const ACCESS_CHANGED: Change = { topic: 'access', inner: true };

/** Memberships and roles decide who an actor is: a write of them is told like a session that ends. */
export const sayAccessChanged: Derivation = async (tx) => tx.say(ACCESS_CHANGED);
