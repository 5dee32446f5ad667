import type { Day } from '../../kit/day.ts';
import { invalid } from '../../kit/problem.ts';
import { said } from '../../kit/said.ts';
import { today } from '../../people/server/public.ts';
import { type AnyNotice, noticeKind, notifyEach } from '../../settings/server/public.ts';
import type { Visit } from '../../server/route.ts';
import { among, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import type { Level } from '../rules.ts';
import { announce } from './place.ts';
import { refuseLevel, refuseReadOnly, standingOf } from './policy.ts';
import { type Booking, loadBooking } from './rows.ts';

interface Asked {
  by: string;
  user: string;
  work: string;
  first: Day;
  last: Day;
  count: number;
}

type Decided = Omit<Asked, 'count'> & { reason: string };

/** Somebody asks to book a member of a team that one leads. */
const BOOKING_ASKED = noticeKind<Asked>('planning.asked', {
  label: said`Requests to book people of your team`,
  words: ({ by, user, work, first, last, count }) => ({
    title: said`${by} asks for ${user} from ${{ day: first }} to ${{ day: last }}.`,
    lines: [work, ...(count > 1 ? [said`Bookings that wait: ${count}.`] : [])],
    action: said`Open the planning page`,
  }),
});

const BOOKING_ACCEPTED = noticeKind<Decided>('planning.accepted', {
  label: said`Requests of yours that were accepted`,
  words: ({ by, user, work, first, last }) => ({
    title: said`${by} confirmed the booking of ${user} from ${{ day: first }} to ${{ day: last }}.`,
    lines: [work],
    action: said`Open the planning page`,
  }),
});

const BOOKING_DECLINED = noticeKind<Decided>('planning.declined', {
  label: said`Requests of yours that were declined`,
  words: ({ by, user, work, first, last, reason }) => ({
    title: said`${by} declined the booking of ${user} from ${{ day: first }} to ${{ day: last }}.`,
    lines: reason === '' ? [work] : [work, reason],
    action: said`Open the planning page`,
  }),
});

export const requestNotices: readonly AnyNotice[] = [BOOKING_ASKED, BOOKING_ACCEPTED, BOOKING_DECLINED];

/** Who makes a booking firm by a write, and when; what is no longer firm has nobody. */
export function confirmation(
  tx: Tx,
  actor: Actor,
  before: { level: Level } | undefined,
  level: Level | undefined,
): Partial<Pick<Booking, 'confirmed_by' | 'confirmed_at'>> {
  if (level === undefined || before?.level === level) return before ? {} : { confirmed_by: null, confirmed_at: null };
  return level === 'hard'
    ? { confirmed_by: actor.userId, confirmed_at: tx.now.toISOString() }
    : { confirmed_by: null, confirmed_at: null };
}

type Told = Pick<Booking, 'id' | 'user_id' | 'level' | 'first_day' | 'last_day' | 'created_by'> & {
  project_id?: string | null;
  task_type_id?: string | null;
};

/** What a notice says of some bookings: whose, on what, who leads the person's team of today, who asked. */
const namesOf = (tx: Tx, ids: readonly string[], day: Day, actor: Actor) =>
  tx.all<{ id: string; user: string; work: string; lead_id: string | null; asked_by: string; by: string }>(sql`
    select b.id, u.name as user, coalesce(p.name, k.name, '') as work, t.lead_id, coalesce(d.created_by, b.created_by) as asked_by,
      (select a.name from people.users a where a.tenant_id = ${tx.tenant} and a.id = ${actor.userId}) as by
    from planning.bookings b
    join people.users u on u.tenant_id = b.tenant_id and u.id = b.user_id
    left join planning.demands d on d.tenant_id = b.tenant_id and d.id = b.demand_id
    left join clients.projects p on p.tenant_id = b.tenant_id and p.id = b.project_id
    left join settings.task_types k on k.tenant_id = b.tenant_id and k.id = b.task_type_id
    left join people.team_members m on m.tenant_id = b.tenant_id and m.user_id = b.user_id and m.is_primary
      and m.valid_from <= ${day} and m.valid_to > ${day}
    left join people.teams t on t.tenant_id = m.tenant_id and t.id = m.team_id
    where b.tenant_id = ${tx.tenant} and ${among('b.id', ids)}`);

const linkTo = ({ user_id, first_day, id }: Told): string =>
  `/planning/planning_page?from=${first_day}&users=${user_id}&id=${id}`;

/** Tells the lead of each person's team what was asked of them, one notice for all bookings of a person. */
export async function tellAsked(tx: Tx, actor: Actor, rows: readonly Told[]): Promise<void> {
  const asked = rows.filter(({ level }) => level === 'requested').toSorted((a, b) => (a.first_day < b.first_day ? -1 : 1));
  if (asked.length === 0) return;
  const ids = asked.map(({ id }) => id);
  const names = new Map((await namesOf(tx, ids, await today(tx), actor)).map((row) => [row.id, row]));
  const notices = [...Map.groupBy(asked, ({ user_id }) => user_id).values()].flatMap((own) => {
    const [first] = own;
    const found = first && names.get(first.id);
    if (!first || !found?.lead_id || found.lead_id === actor.userId) return [];
    const last = own.reduce((day, { last_day }) => (last_day > day ? last_day : day), first.last_day);
    const { by, user, work, lead_id: userId } = found;
    return [{ userId, facts: { by, user, work, first: first.first_day, last, count: own.length }, link: linkTo(first) }];
  });
  await notifyEach(tx, BOOKING_ASKED, notices);
}

/** Tells whoever asked that a request was accepted by somebody else, or declined. */
async function tellDecided(
  tx: Tx,
  actor: Actor,
  kind: typeof BOOKING_ACCEPTED,
  rows: readonly Told[],
  reason = '',
): Promise<void> {
  if (rows.length === 0) return;
  const found = await namesOf(
    tx,
    rows.map(({ id }) => id),
    await today(tx),
    actor,
  );
  const names = new Map(found.map((row) => [row.id, row]));
  const notices = rows.flatMap((row) => {
    const about = names.get(row.id);
    if (!about || about.asked_by === actor.userId) return [];
    const { by, user, work } = about;
    return [
      {
        userId: about.asked_by,
        facts: { by, user, work, first: row.first_day, last: row.last_day, reason },
        link: linkTo(row).replace(/&id=.*$/, ''),
      },
    ];
  });
  await notifyEach(tx, kind, notices);
}

/** Tells what became of requests that a write made firm. */
export const tellAccepted = (tx: Tx, actor: Actor, changes: readonly { before: Booking; after: Told }[]): Promise<void> =>
  tellDecided(
    tx,
    actor,
    BOOKING_ACCEPTED,
    changes.filter(({ before, after }) => before.level === 'requested' && after.level === 'hard').map(({ after }) => after),
  );

/**
 * Declines a request: the booking goes, and whoever asked is told why; the demand that it was for is open again. Whoever may
 * confirm it may decline it. @throws Problem 403, 404, 409 stale, 422 what is no request
 */
export async function declineBooking(
  tx: Tx,
  actor: Actor,
  { params, body }: { params: { id: string }; body: { reason?: string; version?: number } },
  visit: Visit,
): Promise<{ success: boolean }> {
  refuseReadOnly(actor);
  const row = await loadBooking(tx, actor, params.id, visit.ifMatch ?? body.version);
  if (row.level !== 'requested') throw invalid([{ path: 'id', message: 'Only a request can be declined.' }]);
  refuseLevel(actor, await standingOf(tx, actor, row.user_id), 'hard', row.user_id);
  await tellDecided(tx, actor, BOOKING_DECLINED, [row], body.reason?.trim() ?? '');
  await tx.write.remove('planning.bookings', [row]);
  announce(tx, [row]);
  return { success: true };
}
