import type { Day } from '../../kit/day.ts';
import { invalid, notFound } from '../../kit/problem.ts';
import { type Text, said } from '../../kit/said.ts';
import { sql } from '../../server/sql.ts';
import { inLanguage } from '../../server/texts.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { accountLines } from './account.ts';
import { type AccountFacts, type Line, type Layer, type Kind, LAYERS } from './account-facts.ts';
import { placeOf, postedFor, settle } from './accounts.ts';
import { type BalanceRow, readAccount } from './balances.ts';
import { checkDay } from './capacity.ts';
import { daysText, hundredths } from './days.ts';
import { today } from '../../people/server/public.ts';

interface LedgerLine {
  day: Day;
  last_day: Day;
  kind: Kind;
  minutes: number;
  /** The balance after it. */
  balance: number;
  layer: Layer | null;
  request_id: string | null;
  /** Stands in the ledger as it is; else it follows from the rules and is yet to be written. */
  posted: boolean;
  text: string;
  comment: string;
  at: Date | null;
  by: string | null;
}

/** Why a line has its minutes, in words. */
function wordsOf({ kind, why, minutes, day }: Line, facts: AccountFacts, row: BalanceRow): Text {
  const days = (value: number): Text => daysText(value / row.day_minutes);
  const policy = facts.policies.find(({ id }) => id === why.policy_id);
  const year = daysText((why.days ?? 0) / 100);
  const share = hundredths((why.share ?? 1) * 100);
  const [served, of] = [why.served ?? 0, why.of ?? 0];
  switch (kind) {
    case 'grant':
      if (!policy) return said`Given back: employment or rule ended with ${served} of ${of} days of the year to come.`;
      if (policy.pro_rata === 'months') return said`${year} a year at ${share} % of full time, by full months.`;
      if (policy.pro_rata === 'none') return said`${year} a year at ${share} % of full time, whole in any year.`;
      return said`${year} a year at ${share} % of full time, for ${served} of ${of} days.`;
    case 'accrual':
      return said`${year} a year at ${share} % of full time, accrued over ${served} of ${of} days.`;
    case 'carry_over':
      if (why.unused === undefined) return said`Taken in advance in the year before.`;
      if (why.cap === undefined) return said`Carried over from the year before: ${days(why.unused)} left there.`;
      return said`Carried over from the year before: ${days(why.unused)} left there, the limit is ${days(why.cap)}.`;
    case 'expiry':
      return why.cap === undefined
        ? said`Carried over and not used in time: ${days(-minutes)}.`
        : said`Lost at the end of the year: ${days(why.unused ?? 0)} left, the limit is ${days(why.cap)}.`;
    case 'taken':
      return day > row.as_of ? said`Approved ahead.` : said`Leave taken.`;
    case 'adjustment':
      return said`Corrected by hand.`;
  }
}

interface Adjusted {
  day: Day;
  minutes: number;
  layer: Layer | null;
  comment: string;
  at: Date;
  by: string | null;
}

/** Runs of days that one request took, one after the other, as one line. */
function joined(lines: readonly LedgerLine[]): LedgerLine[] {
  const result: LedgerLine[] = [];
  for (const line of lines) {
    const last = result.at(-1);
    if (last && line.request_id !== null && last.request_id === line.request_id && last.posted === line.posted) {
      last.minutes += line.minutes;
      last.balance = line.balance;
      last.last_day = line.day;
    } else result.push({ ...line });
  }
  return result;
}

/** The derivation of a balance, line by line, from what was carried into its leave year to the day that was asked for. */
export async function readLedger(
  tx: Tx,
  actor: Actor,
  { query }: { query: { user_id?: string; type_id: string; year?: number; as_of?: Day } },
): Promise<BalanceRow & { lines: LedgerLine[] }> {
  const { row, facts, asOf } = await readAccount(tx, actor, query);
  const [posted, adjusted] = await Promise.all([
    postedFor(tx, [row.user_id]),
    tx.all<Adjusted>(sql`
      select l.day, l.minutes, l.layer, l.comment, l.created_at as at, u.name as by from leave.ledger l
      left join people.users u on u.tenant_id = l.tenant_id and u.id = l.created_by
      where l.tenant_id = ${tx.tenant} and l.user_id = ${row.user_id} and l.type_id = ${row.type_id} and l.kind = 'adjustment'
      order by l.day, l.id`),
  ]);
  const known = new Map(posted.filter((each) => each.type_id === row.type_id).map((each) => [placeOf(each), each]));
  const corrections = [...adjusted];
  const all = accountLines(facts, asOf);
  let balance = all.filter((line) => line.year < row.from).reduce((total, line) => total + line.minutes, 0);
  const lines = all
    .filter((line) => line.year === row.from)
    .map((line): LedgerLine => {
      balance += line.minutes;
      const stands = known.get(placeOf(line));
      const found = corrections.findIndex(
        (each) => line.kind === 'adjustment' && each.day === line.day && each.minutes === line.minutes,
      );
      const correction = found < 0 ? undefined : corrections.splice(found, 1)[0];
      const { day, kind, minutes, layer, request_id } = line;
      return {
        day,
        last_day: day,
        kind,
        minutes,
        balance,
        layer,
        request_id,
        posted: kind === 'adjustment' || stands?.minutes === minutes,
        text: inLanguage(wordsOf(line, facts, row), actor.language),
        comment: correction?.comment ?? '',
        at: correction?.at ?? stands?.at ?? null,
        by: correction?.by ?? null,
      };
    });
  return { ...row, lines: joined(lines) };
}

interface Adjustment {
  id?: string;
  user_id: string;
  type_id: string;
  day: Day;
  minutes: number;
  layer?: Layer;
  comment: string;
}

/** Corrects a balance by hand: an opening balance, days bought or paid out. A line of the ledger, never changed again. */
export async function adjustBalance(tx: Tx, actor: Actor, { body }: { body: Adjustment }) {
  checkDay(tx, 'day', body.day);
  const comment = body.comment.trim();
  if (comment === '') throw invalid([{ path: 'comment', message: 'A correction needs a reason.' }]);
  if (body.minutes === 0) throw invalid([{ path: 'minutes', message: 'Must not be zero.' }]);
  const [user, type] = await Promise.all([
    tx.one(sql`select 1 from people.users where tenant_id = ${tx.tenant} and id = ${body.user_id}`),
    tx.one(sql`select 1 from leave.types where tenant_id = ${tx.tenant} and id = ${body.type_id}`),
  ]);
  if (!user) throw notFound('There is no such person.');
  if (!type) throw invalid([{ path: 'type_id', message: 'There is no such leave type.' }]);
  const layer = body.layer ?? LAYERS[1] ?? null;
  const [row] = await tx.write.insert<{ id: string }>('leave.ledger', [
    { ...body, layer, comment, kind: 'adjustment', created_by: actor.userId },
  ]);
  await settle(tx, [body.user_id], await today(tx));
  tx.say({ topic: 'leave', keys: { user_ids: [body.user_id] } });
  return { id: row?.id ?? '', user_id: body.user_id, type_id: body.type_id, day: body.day, minutes: body.minutes, comment };
}
