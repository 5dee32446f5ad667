import { type Day, daysBetween } from '../../kit/day.ts';
import { newId } from '../../kit/ids.ts';
import { conflict, invalid } from '../../kit/problem.ts';
import { said } from '../../kit/said.ts';
import { today } from '../../people/server/public.ts';
import { addDemands, removeDemands, writeTogether } from '../../planning/server/public.ts';
import { sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import type { PricingTeam } from '../contract.ts';
import { type TeamPlace, teamPlaces } from '../rules/team.ts';
import { type StoredVersion, contentOf } from './content.ts';
import { headOf } from './details.ts';
import { note } from './writes.ts';

interface Period {
  from?: Day;
  to?: Day;
}

interface Staffing extends Record<string, unknown> {
  id: string;
  demands: string[];
  bookings: string[];
}

/** A line's places with whom it names. */
interface Wanted extends TeamPlace {
  role: string;
  grade: PricingTeam['places'][number]['grade'];
  user_id: string | null;
  user: string | null;
  country: string;
}

/** What is written at once. */
const MOST = 500;
const LONGEST = 730;
const NOT_AGREED = 'Only what is approved or won asks for people.';

const agreedOf = (tx: Tx, id: string, lock = false): Promise<StoredVersion | undefined> =>
  tx.one<StoredVersion>(sql`
    select * from pricing.versions where tenant_id = ${tx.tenant} and pricing_id = ${id} and status in ('approved', 'won')
    ${lock ? sql`for update` : sql``}`);

/** The period of what has no days of its own. @throws Problem 422 */
function periodOf(given: Period, project: { starts_on: Day | null; ends_on: Day | null } | undefined, now: Day) {
  const starts = project?.starts_on ?? undefined;
  // What is asked for is still to be done.
  const [from, to] = [given.from ?? (starts && starts < now ? now : starts), given.to ?? project?.ends_on ?? undefined];
  if (!from || !to) return undefined;
  // What nobody asked for is not refused: of a project that runs for years a part is chosen.
  const isAsked = given.from !== undefined || given.to !== undefined;
  if (!isAsked && (to < from || daysBetween(from, to) > LONGEST)) return undefined;
  if (to < from) throw invalid([{ path: 'to', message: 'Must not lie before the first day.' }]);
  if (daysBetween(from, to) > LONGEST) throw invalid([{ path: 'to', message: said`At most ${LONGEST} days at a time.` }]);
  return { from, to };
}

/** Whom the lines of a version ask for: three statements, however many there are. */
async function wantedOf(tx: Tx, version: StoredVersion, period: { from: Day; to: Day } | undefined): Promise<Wanted[]> {
  const { tables, lines } = await contentOf(tx, version.id);
  const countries = new Map(tables.map(({ id, country }) => [id, country]));
  const [roles, users] = await Promise.all([
    tx.all<{ id: string; name: string }>(sql`
      select id, name from rates.sl_roles where tenant_id = ${tx.tenant} and id = any(${lines.map(({ sl_role_id }) => sl_role_id)})`),
    tx.all<{ id: string; name: string }>(sql`
      select id, name from people.users where tenant_id = ${tx.tenant} and id = any(${lines.flatMap(({ user_id }) => user_id ?? [])})`),
  ]);
  const [roleOf, userOf] = [new Map(roles.map((row) => [row.id, row.name])), new Map(users.map((row) => [row.id, row.name]))];
  return lines.flatMap(({ table_id, sl_role_id, grade, user_id, minutes }) =>
    teamPlaces(version.unit, version.columns, minutes, period).map((place) => ({
      ...place,
      // Somebody who is named is one, however much that is: the board says by how much it is over.
      ...(user_id ? { people: 1, minutes_per_day: Math.min(1440, place.minutes_per_day * place.people) } : {}),
      ...{ role: roleOf.get(sl_role_id) ?? '', grade, user_id, user: userOf.get(user_id ?? '') ?? null },
      country: countries.get(table_id) ?? '',
    })),
  );
}

/** @throws Problem 404, 409 where nothing is agreed */
async function prepare(tx: Tx, actor: Actor, id: string, given: Period, lock = false) {
  // Whoever comes second waits for the first, and sees what that one did.
  const version = await agreedOf(tx, id, lock);
  const pricing = await headOf(tx, actor, id);
  if (!version) throw conflict(NOT_AGREED);
  const project = pricing.project_id
    ? await tx.one<{ id: string; name: string; starts_on: Day | null; ends_on: Day | null }>(sql`
        select id, name, starts_on, ends_on from clients.projects where tenant_id = ${tx.tenant} and id = ${pricing.project_id}`)
    : undefined;
  const period = version.unit === 'phase' ? periodOf(given, project, await today(tx)) : undefined;
  return { version, project, period, wanted: await wantedOf(tx, version, period) };
}

type Prepared = Awaited<ReturnType<typeof prepare>>;

async function present(tx: Tx, { version, project, period, wanted }: Prepared): Promise<PricingTeam> {
  const asked = await tx.one<NonNullable<PricingTeam['asked']>>(sql`
    select u.name as user, t.at, cardinality(t.demands) as demands, cardinality(t.bookings) as bookings
    from pricing.teams t join people.users u on u.tenant_id = t.tenant_id and u.id = t.user_id
    where t.tenant_id = ${tx.tenant} and t.version_id = ${version.id}`);
  return {
    number: version.number,
    project: project ? { id: project.id, name: project.name } : null,
    needs_period: version.unit === 'phase',
    from: period?.from ?? null,
    to: period?.to ?? null,
    places: wanted.map(({ user_id: _user, country: _country, ...place }) => place),
    asked: asked ?? null,
  };
}

export async function previewTeam(
  tx: Tx,
  actor: Actor,
  { params, query }: { params: { id: string }; query: Period },
): Promise<PricingTeam> {
  return present(tx, await prepare(tx, actor, params.id, query));
}

/**
 * Makes demands by grade of what an agreed version asks for, and tentative bookings of whom it names. Asked for again it changes
 * nothing. @throws Problem 403 levels, 404, 409 not agreed or another version by now, 422 no project, no period, too many
 */
export async function askTeam(
  tx: Tx,
  actor: Actor,
  { params: { id }, body: { number, ...given } }: { params: { id: string }; body: { number: number } & Period },
): Promise<PricingTeam> {
  const prepared = await prepare(tx, actor, id, given, true);
  const { version, project, period, wanted } = prepared;
  const before = await present(tx, prepared);
  if (before.asked) return before;
  if (version.number !== number) throw conflict('Somebody else changed this pricing in the meantime.', before);
  if (!project) throw invalid([{ path: 'project_id', message: 'Choose a project.' }]);
  if (version.unit === 'phase' && !period) throw invalid([{ path: 'from', message: 'Phases need a period in which they lie.' }]);
  const asks = wanted
    .filter(({ user_id }) => user_id === null)
    .flatMap((each) => Array.from({ length: each.people }, () => each));
  const named = wanted.filter(({ user_id }) => user_id !== null);
  if (asks.length + named.length === 0) throw invalid([{ path: 'number', message: 'This pricing has no hours.' }]);
  if (asks.length + named.length > MOST)
    throw invalid([{ path: 'number', message: said`At most ${MOST} people and periods at a time.` }]);
  const work = { project_id: project.id, task_type_id: null };
  const days = ({ first_day, last_day, minutes_per_day }: Wanted) => ({ first_day, last_day, minutes_per_day });
  const demands = asks.map((each) => ({
    id: newId(),
    ...work,
    ...days(each),
    grade: each.grade,
    country: each.country,
    skill: each.role,
  }));
  await addDemands(tx, actor, demands);
  const bookings = named.map((each) => ({
    id: newId(),
    user_id: each.user_id ?? '',
    ...work,
    ...days(each),
    level: 'soft' as const,
  }));
  if (bookings.length > 0) await writeTogether(tx, actor, { body: { create: bookings } });
  await tx.write.insert('pricing.teams', [
    {
      ...{ pricing_id: id, version_id: version.id, project_id: project.id, user_id: actor.userId, at: tx.now },
      demands: demands.map((row) => row.id),
      bookings: bookings.map((row) => row.id),
    },
  ]);
  await note(tx, actor, { id, number, action: 'team_asked' });
  return present(tx, prepared);
}

/** Takes back what `askTeam` made: all or none. @throws Problem 404, 409 changed since, 422 somebody is booked on a demand */
export async function undoTeam(tx: Tx, actor: Actor, { params: { id } }: { params: { id: string } }): Promise<PricingTeam> {
  const prepared = await prepare(tx, actor, id, {}, true);
  const made = await tx.one<Staffing>(sql`
    select * from pricing.teams where tenant_id = ${tx.tenant} and version_id = ${prepared.version.id}`);
  if (!made) return present(tx, prepared);
  await removeDemands(tx, actor, { body: { ids: made.demands } });
  const there = await tx.all<{ id: string }>(sql`
    select id from planning.bookings where tenant_id = ${tx.tenant} and id = any(${made.bookings}::uuid[])`);
  // As they were made: what somebody changed since is somebody's.
  if (there.length > 0) await writeTogether(tx, actor, { body: { remove: there.map((row) => ({ id: row.id, version: 1 })) } });
  await tx.write.remove('pricing.teams', [made]);
  await note(tx, actor, { id, number: prepared.version.number, action: 'team_undone' });
  return present(tx, prepared);
}
