import { createHash, randomBytes } from 'node:crypto';
import { type Day, addDays } from '../../kit/day.ts';
import { invalid, notFound } from '../../kit/problem.ts';
import { type Text, said } from '../../kit/said.ts';
import { newId } from '../../kit/ids.ts';
import { today } from '../../people/server/public.ts';
import type { FileReply, Visit } from '../../server/route.ts';
import { sql } from '../../server/sql.ts';
import { inLanguage } from '../../server/texts.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import type { Part } from '../rules.ts';

interface FeedRow {
  id: string;
  scope: 'own' | 'team';
  created_at: Date;
  last_used_at: Date | null;
}

/** Whole days of one's own calendar that a later room adds to the feed: bookings. */
export interface FeedEntry {
  id: string;
  first_day: Day;
  last_day: Day;
  title: Text;
  /** Not settled yet. */
  tentative: boolean;
  version: number;
}

/** What a later room adds to a person's own feed, from a day to a day. */
export interface FeedPart {
  /** Tells the entries of rooms apart: `bookings`. */
  name: string;
  entries: (tx: Tx, userId: string, from: Day, to: Day) => Promise<FeedEntry[]>;
}

const MOST = 10;
const BACK = 90;
const AHEAD = 400;

const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex');

/** One's own feeds; their secrets were shown when they were made and are not kept. */
export const listFeeds = (tx: Tx, actor: Actor): Promise<FeedRow[]> =>
  tx.all<FeedRow>(sql`
    select id, scope, created_at, last_used_at from leave.feeds where tenant_id = ${tx.tenant} and user_id = ${actor.userId} order by id`);

/**
 * A secret address from which a calendar fetches leave: one's own, or that of one's team. The key names the firm, since a
 * calendar has no session that would. @throws Problem 422 when there are too many
 */
export async function addFeed(
  tx: Tx,
  actor: Actor,
  { body }: { body: { scope: 'own' | 'team' } },
  { config }: Visit,
): Promise<FeedRow & { address: string }> {
  if ((await listFeeds(tx, actor)).length >= MOST)
    throw invalid([{ path: 'scope', message: said`At most ${MOST} calendar addresses. Revoke one first.` }]);
  const key = `${tx.tenant.toString(36)}-${randomBytes(24).toString('base64url')}`;
  const [row] = await tx.write.insert<Record<string, unknown>>('leave.feeds', [
    { id: newId(), user_id: actor.userId, scope: body.scope, key_hash: hashOf(key) },
  ]);
  const { id, scope, created_at, last_used_at } = row as unknown as FeedRow;
  return { id, scope, created_at, last_used_at, address: `${config.publicUrl}/api/calendar_feeds/leave?key=${key}` };
}

/** An address that is taken back answers nothing from that moment on. */
export async function removeFeed(tx: Tx, actor: Actor, { params }: { params: { id: string } }): Promise<{ success: boolean }> {
  const rows = await tx.all<Record<string, unknown>>(sql`
    select * from leave.feeds where tenant_id = ${tx.tenant} and user_id = ${actor.userId} and id = ${params.id} for update`);
  if (rows.length === 0) throw notFound('There is no such calendar address.');
  await tx.write.remove('leave.feeds', rows);
  return { success: true };
}

interface Event {
  id: string;
  user: string;
  own: boolean;
  is_private: boolean;
  type: string;
  first_day: Day;
  last_day: Day;
  part: Part;
  starts_at: number | null;
  part_minutes: number | null;
  version: number;
}

interface Owner {
  user_id: string;
  scope: 'own' | 'team';
  language: string;
}

/** Whose feed a key opens: an active person of an active firm. */
const ownerOf = (tx: Tx, key: string): Promise<(Owner & { id: string; used: boolean }) | undefined> =>
  tx.one(sql`
    select f.id, f.user_id, f.scope, m.language, coalesce(f.last_used_at > ${tx.now}::timestamptz - interval '1 hour', false) as used
    from leave.feeds f
    join settings.tenants s on s.id = f.tenant_id and s.is_active
    join access.memberships m on m.tenant_id = f.tenant_id and m.id = f.user_id and m.is_active
    where f.tenant_id = ${tx.tenant} and f.key_hash = ${hashOf(key)}`);

const eventsOf = (tx: Tx, { user_id: user, scope }: Owner, day: Day): Promise<Event[]> =>
  tx.all<Event>(sql`
    select r.id, u.name as user, r.user_id = ${user} as own, t.is_private, t.name as type, r.first_day, r.last_day, r.part, r.starts_at,
      r.part_minutes, r.version
    from leave.requests r
    join people.users u on u.tenant_id = r.tenant_id and u.id = r.user_id
    join leave.types t on t.tenant_id = r.tenant_id and t.id = r.type_id
    where r.tenant_id = ${tx.tenant} and r.status = 'approved'
      and r.last_day >= ${addDays(day, -BACK)} and r.first_day <= ${addDays(day, AHEAD)}
      and (r.user_id = ${user} or (${scope === 'team'} and r.user_id in (
        select o.user_id from people.team_members o join people.team_members mine on mine.tenant_id = o.tenant_id and mine.team_id = o.team_id
        where o.tenant_id = ${tx.tenant} and o.is_primary and mine.is_primary and mine.user_id = ${user}
          and o.valid_from <= ${day} and o.valid_to > ${day} and mine.valid_from <= ${day} and mine.valid_to > ${day})))
    order by r.first_day, r.id`);

/** Text of a calendar file (RFC 5545 3.3.11). */
const escaped = (text: string): string => text.replace(/[\\;,]/g, String.raw`\$&`).replace(/\r?\n/g, String.raw`\n`);

/** A line of at most 75 bytes, the rest on lines that begin with a blank (RFC 5545 3.1); never within a letter. */
export function folded(line: string): string {
  const parts: string[] = [];
  let part = '';
  for (const letter of line) {
    if (Buffer.byteLength(part + letter) > (parts.length === 0 ? 75 : 74)) {
      parts.push(part);
      part = '';
    }
    part += letter;
  }
  return [...parts, part].join('\r\n ');
}

const compact = (day: Day): string => day.replaceAll('-', '');
const stamp = (moment: Date): string => moment.toISOString().replace(/[-:]|\.\d+/g, '');
const clock = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}${String(minute % 60).padStart(2, '0')}00`;

/** Whole and half days as days, hours with their times as the wall shows them where the person is. */
function eventLines(event: Event, language: string, now: Date): string[] {
  const say = (text: Parameters<typeof inLanguage>[0]): string => inLanguage(text, language);
  const what = event.own || !event.is_private ? event.type : say(said`Absent`);
  const half = { first_half: say(said`first half of the day`), second_half: say(said`second half of the day`) }[
    event.part as 'first_half'
  ];
  const words = half === undefined ? what : `${what}, ${half}`;
  const start = event.starts_at ?? 0;
  const span =
    event.part === 'hours'
      ? [`DTSTART:${compact(event.first_day)}T${clock(start)}`, `DURATION:PT${event.part_minutes ?? 0}M`]
      : [`DTSTART;VALUE=DATE:${compact(event.first_day)}`, `DTEND;VALUE=DATE:${compact(addDays(event.last_day, 1))}`];
  return [
    'BEGIN:VEVENT',
    `UID:${event.id}@leave`,
    `DTSTAMP:${stamp(now)}`,
    `SEQUENCE:${event.version}`,
    ...span,
    `SUMMARY:${escaped(event.own ? words : `${event.user}: ${words}`)}`,
    'TRANSP:OPAQUE',
    'END:VEVENT',
  ];
}

/** A day of work blocks nobody: it shows what it is for. */
const entryLines = (part: string, entry: FeedEntry, language: string, now: Date): string[] => [
  'BEGIN:VEVENT',
  `UID:${entry.id}@${part}`,
  `DTSTAMP:${stamp(now)}`,
  `SEQUENCE:${entry.version}`,
  `DTSTART;VALUE=DATE:${compact(entry.first_day)}`,
  `DTEND;VALUE=DATE:${compact(addDays(entry.last_day, 1))}`,
  `SUMMARY:${escaped(inLanguage(entry.title, language))}`,
  `STATUS:${entry.tentative ? 'TENTATIVE' : 'CONFIRMED'}`,
  'TRANSP:TRANSPARENT',
  'END:VEVENT',
];

/**
 * Leave as a calendar file, for whoever has the address; with one's own leave what later rooms add to it.
 * @throws Problem 404 for an address that is unknown or was revoked
 */
export const feedReader =
  (parts: readonly FeedPart[]) =>
  async (visit: Visit, { query }: { query: { key: string } }): Promise<FileReply> => {
    const tenant = /^([0-9a-z]{1,5})-/.exec(query.key)?.[1];
    const unknown = () => notFound('This calendar address does not exist any more.');
    if (tenant === undefined) throw unknown();
    const number = Number.parseInt(tenant, 36);
    const lines = await visit.within({ tenant: number }, async (tx) => {
      const owner = await ownerOf(tx, query.key);
      if (!owner) throw unknown();
      if (!owner.used)
        await tx.all(
          sql`update leave.feeds f set last_used_at = ${tx.now} where f.tenant_id = ${tx.tenant} and f.id = ${owner.id} returning 1`,
        );
      const day = await today(tx);
      const own = owner.scope === 'own' ? parts : [];
      const [events, ...added] = await Promise.all([
        eventsOf(tx, owner, day),
        ...own.map(async ({ name, entries }) => {
          const found = await entries(tx, owner.user_id, addDays(day, -BACK), addDays(day, AHEAD));
          return found.flatMap((entry) => entryLines(name, entry, owner.language, tx.now));
        }),
      ]);
      return [...events.flatMap((event) => eventLines(event, owner.language, tx.now)), ...added.flat()];
    });
    const text = [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      `PRODID:-//${visit.config.product}//leave//EN`,
      'CALSCALE:GREGORIAN',
      'X-PUBLISHED-TTL:PT4H',
      ...lines,
      'END:VCALENDAR',
    ];
    visit.header('cache-control', 'private, max-age=600');
    return {
      name: 'leave.ics',
      mediaType: 'text/calendar; charset=utf-8',
      content: Buffer.from(`${text.map(folded).join('\r\n')}\r\n`),
    };
  };
