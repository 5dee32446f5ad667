import type { Day } from '../../kit/day.ts';
import { newId } from '../../kit/ids.ts';
import { type Text, said } from '../../kit/said.ts';
import { tableAllows } from '../../access/server/public.ts';
import { type NewPerson, managedBy } from '../../people/server/public.ts';
import { sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import type { TimeLine } from './export-rows.ts';

type LineUser = NonNullable<TimeLine['user']>;

/** Who a line speaks of: an id, or why nobody is found. */
export type Resolved = { id: string } | { reason: Text };

interface Person {
  id: string;
  email_lc: string | null;
  name_lc: string;
}

const lower = (text: string | undefined): string => (text ?? '').trim().toLowerCase();
const keyOf = (user: LineUser): string => `${lower(user.email)}\n${lower(user.name)}`;

/** Given and family name of a name as exports write it: the last word is the family name, or "Family, Given". */
function splitName(name: string): { first_name: string; last_name: string } {
  const [family, given] = name.split(',').map((part) => part.trim());
  if (family && given) return { first_name: given, last_name: family };
  const words = name.trim().split(/\s+/);
  return words.length === 1
    ? { first_name: '', last_name: words[0] ?? name }
    : { first_name: words.slice(0, -1).join(' '), last_name: words.at(-1) ?? '' };
}

/**
 * Finds the people of a file by e-mail, else by name, and plans those to be made. An address that the file gives to
 * several names tells people apart by name, and stays with the first of them.
 */
export async function resolvePeople(
  tx: Tx,
  actor: Actor | undefined,
  users: readonly LineUser[],
  options: { createMissing: boolean; employedFrom: Day },
): Promise<{ find: (user: LineUser) => Resolved; missing: NewPerson[] }> {
  const people = await tx.all<Person>(sql`
    select id, email_lc, name_lc from people.users
    where tenant_id = ${tx.tenant} and (email_lc = any(${users.map((user) => lower(user.email))}) or name_lc = any(${users.map((user) => lower(user.name))}))`);
  const allowed = await mayLogFor(tx, actor);
  const byEmail = new Map(people.filter((person) => person.email_lc).map((person) => [person.email_lc as string, person]));
  const byName = Map.groupBy(people, (person) => person.name_lc);
  const namesOfEmail = Map.groupBy(users, (user) => lower(user.email));
  const mayCreate = options.createMissing && (!actor || tableAllows('users.add_user', actor.category, actor.grade));
  const missing: NewPerson[] = [];
  const known = new Map<string, Resolved>();
  const takenEmails = new Set(byEmail.keys());

  const match = (user: LineUser): Person | undefined => {
    const email = lower(user.email);
    const owner = email ? byEmail.get(email) : undefined;
    const shared = email !== '' && new Set(namesOfEmail.get(email)?.map((each) => lower(each.name))).size > 1;
    if (owner && (!shared || owner.name_lc === lower(user.name) || !user.name)) return owner;
    return email && !shared ? undefined : byName.get(lower(user.name))?.[0];
  };
  for (const user of users) {
    const key = keyOf(user);
    if (known.has(key)) continue;
    const found = match(user);
    const label = user.name ?? user.email ?? '';
    if (found) known.set(key, allowed(found.id) ? { id: found.id } : { reason: said`You may not log time for ${label}.` });
    else if (mayCreate) {
      const email = user.email && !takenEmails.has(lower(user.email)) ? user.email.trim() : null;
      if (email) takenEmails.add(lower(email));
      const person = { id: newId(), email, ...splitName(user.name ?? user.email ?? ''), employed_from: options.employedFrom };
      missing.push(person);
      known.set(key, { id: person.id });
    } else known.set(key, { reason: said`There is no user "${label}".` });
  }
  return { find: (user) => known.get(keyOf(user)) ?? { reason: 'No user is named.' }, missing };
}

/** For whom the actor may log; the command line (no actor) for everybody. */
async function mayLogFor(tx: Tx, actor: Actor | undefined): Promise<(id: string) => boolean> {
  if (!actor || actor.category === 'hr') return () => true;
  const rows = await tx.all<{ id: string }>(sql`select id from (${managedBy(tx, actor)}) managed`);
  const managed = new Set(
    ['Manager', 'Senior Manager', 'Director', 'Partner'].includes(actor.grade) ? rows.map((row) => row.id) : [],
  );
  return (id) => id === actor.userId || managed.has(id);
}
