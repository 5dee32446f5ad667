import type { Day } from '../../kit/day.ts';
import type { RowChange } from '../../server/gateway.ts';
import type { Tx } from '../../server/tx.ts';

/** More people than these are told as "everybody": a screen then fetches anew whoever it shows. */
const MOST_NAMED = 100;

interface Told {
  users: Set<string>;
  keys: { user_ids?: string[]; from: Day; to: Day };
}

const told = new WeakMap<Tx, Told>();

/** Tells the open screens whose time changed and between which days: one change a transaction, however many writes it has. */
export function tellTime(tx: Tx, changes: readonly RowChange[]): void {
  const rows = changes.flatMap(({ before, after }) => [before, after].filter((row) => row !== undefined));
  const day = String(rows[0]?.['day']);
  const known = told.get(tx);
  const { users, keys } = known ?? { users: new Set(), keys: { from: day, to: day } };
  for (const row of rows) {
    users.add(String(row['user_id']));
    const at = String(row['day']);
    if (at < keys.from) keys.from = at;
    if (at > keys.to) keys.to = at;
  }
  if (users.size <= MOST_NAMED) keys.user_ids = [...users];
  else delete keys.user_ids;
  if (known) return;
  told.set(tx, { users, keys });
  tx.say({ topic: 'time', keys });
}
