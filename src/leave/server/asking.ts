import type { Day } from '../../kit/day.ts';
import { invalid, notAllowed } from '../../kit/problem.ts';
import { type Text, said } from '../../kit/said.ts';
import { mayActFor } from '../../people/server/public.ts';
import { sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import type { Part } from '../rules.ts';
import { checkDay, checkRange } from './capacity.ts';
import type { AskedRequest, StoredRequest } from './request-rows.ts';
import type { LeaveTypeRow } from './types.ts';

export interface LeaveAsked {
  user_id?: string;
  type_id: string;
  first_day: Day;
  last_day: Day;
  part?: Part;
  /** `14:30`, with the part `hours` alone. */
  starts_at?: string;
  part_minutes?: number;
  comment?: string;
}

const minuteOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));

const ORDER: Record<LeaveTypeRow['smallest'], readonly Part[]> = {
  day: ['day'],
  half_day: ['day', 'first_half', 'second_half'],
  hour: ['day', 'first_half', 'second_half', 'hours'],
};

/** What is asked for, as it is stored. @throws Problem 422 at the field that is wrong */
export async function prepareRequest(tx: Tx, actor: Actor, body: LeaveAsked): Promise<AskedRequest> {
  checkRange(body.first_day, body.last_day);
  checkDay(tx, 'first_day', body.first_day);
  checkDay(tx, 'last_day', body.last_day);
  const part = body.part ?? 'day';
  const errors: { path: string; message: Text }[] = [];
  const type = await tx.one<LeaveTypeRow>(sql`
    select * from leave.types where tenant_id = ${tx.tenant} and id = ${body.type_id} and is_active`);
  if (!type) throw invalid([{ path: 'type_id', message: 'There is no such leave type.' }]);
  if (part !== 'day' && body.first_day !== body.last_day)
    errors.push({ path: 'part', message: 'A part of a day is one day: first and last day must be the same.' });
  if (!ORDER[type.smallest].includes(part))
    errors.push({
      path: 'part',
      message:
        type.smallest === 'day' ? said`${type.name} is taken in whole days.` : said`${type.name} is taken in whole or half days.`,
    });
  const startsAt = part === 'hours' && body.starts_at !== undefined ? minuteOf(body.starts_at) : null;
  const minutes = part === 'hours' ? (body.part_minutes ?? null) : null;
  if (part === 'hours' && startsAt === null)
    errors.push({ path: 'starts_at', message: 'Hours of leave need the time at which they begin.' });
  if (part === 'hours' && minutes === null) errors.push({ path: 'part_minutes', message: 'Hours of leave need their length.' });
  if ((startsAt ?? 0) + (minutes ?? 0) > 1440) errors.push({ path: 'part_minutes', message: 'Must end within the day.' });
  const comment = body.comment?.trim() ?? '';
  if (type.needs_reason && comment === '') errors.push({ path: 'comment', message: said`${type.name} needs a reason.` });
  if (errors.length > 0) throw invalid(errors);
  const userId = body.user_id ?? actor.userId;
  if (!(await mayActFor(tx, actor, userId))) throw notAllowed();
  const { first_day, last_day, type_id } = body;
  return { user_id: userId, type_id, first_day, last_day, part, starts_at: startsAt, part_minutes: minutes, comment };
}

/** Minutes of the day that a request fills, as the constraint of the table has it. */
const slotOf = (row: Pick<StoredRequest, 'part' | 'starts_at' | 'part_minutes'>): [number, number] => {
  if (row.part === 'hours') return [row.starts_at ?? 0, (row.starts_at ?? 0) + (row.part_minutes ?? 0)];
  return [row.part === 'second_half' ? 720 : 0, row.part === 'first_half' ? 720 : 1440];
};

/** What stands at the same time already, in words; undefined: nothing. */
export async function overlapOf(tx: Tx, actor: Actor, asked: AskedRequest): Promise<Text | undefined> {
  const [from, to] = slotOf(asked);
  const rows = await tx.all<StoredRequest & { user: string }>(sql`
    select r.*, u.name as user from leave.requests r join people.users u on u.tenant_id = r.tenant_id and u.id = r.user_id
    where r.tenant_id = ${tx.tenant} and r.user_id = ${asked.user_id} and r.status in ('pending', 'approved')
      and r.first_day <= ${asked.last_day} and r.last_day >= ${asked.first_day} order by r.first_day`);
  const other = rows.find((row) => {
    const [start, end] = slotOf(row);
    return start < to && end > from;
  });
  if (!other) return undefined;
  return asked.user_id === actor.userId
    ? said`You have leave from ${{ day: other.first_day }} to ${{ day: other.last_day }} already.`
    : said`${other.user} has leave from ${{ day: other.first_day }} to ${{ day: other.last_day }} already.`;
}
