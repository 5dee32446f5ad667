import type { Grade } from '../../kit/grades.ts';
import { GRADES } from '../../kit/grades.ts';
import { proportion } from '../../kit/money.ts';
import { invalid } from '../../kit/problem.ts';
import { defaultCountry } from '../../settings/server/public.ts';
import { sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import type { LineInput, PricingDetails, TableInput } from '../contract.ts';
import { MOST_LINES } from '../rules.ts';
import { addTables } from './drafts.ts';
import { practiceOf } from './stamps.ts';

export interface Hour {
  service_line_id: string;
  sl_role_id: string;
  grade: Grade;
}

/** Roles and grades of service lines that have a rate in a country on a day: the highest grade first, as staff lists have them. */
export const ratedHours = (
  tx: Tx,
  { lines, country, day }: { lines: readonly string[]; country: string; day: string },
): Promise<Hour[]> =>
  tx.all<Hour>(sql`
    select r.service_line_id, x.sl_role_id, x.grade from rates.rates x
    join rates.sl_roles r on r.tenant_id = x.tenant_id and r.id = x.sl_role_id
    where x.tenant_id = ${tx.tenant} and r.service_line_id = any(${lines}::uuid[]) and r.is_active
      and x.country = ${country} and x.valid_from <= ${day} and x.valid_to > ${day}
    group by r.service_line_id, x.sl_role_id, x.grade, r.name_lc
    order by array_position(${[...GRADES]}::text[], x.grade) desc, r.name_lc collate app.names, x.sl_role_id`);

/** A line of an hour without any time yet. */
export const emptyLine = ({ sl_role_id, grade }: Hour, columns: number): LineInput => ({
  sl_role_id,
  grade,
  minutes: Array.from({ length: columns }, () => 0),
});

interface Place {
  country?: string;
  currency?: string;
}

interface Wanted extends Place {
  id: string;
  version?: number;
  service_line_ids: string[];
  name?: string;
}

/** Adds a table for each service line, with a line for each role and grade that has a rate. */
const addLines = (tx: Tx, actor: Actor, body: Wanted): Promise<PricingDetails> =>
  addTables(tx, actor, {
    id: body.id,
    version: body.version,
    make: async ({ version }) => {
      const country = body.country ?? (await defaultCountry(tx));
      const practice = await practiceOf(tx);
      const hours = await ratedHours(tx, { lines: body.service_line_ids, country, day: version.rate_day });
      return body.service_line_ids.map(
        (line): TableInput => ({
          kind: 'standard',
          name: body.name ?? practice.lines.get(line)?.name ?? '-',
          service_line_id: line,
          country,
          currency: body.currency ?? version.currency,
          lines: hours
            .filter(({ service_line_id }) => service_line_id === line)
            .slice(0, MOST_LINES)
            .map((hour) => emptyLine(hour, version.columns.length)),
        }),
      );
    },
  });

export const createTable = (
  tx: Tx,
  actor: Actor,
  { body }: { body: Place & { id: string; version?: number; service_line_id: string; name?: string } },
): Promise<PricingDetails> => {
  const { service_line_id, ...rest } = body;
  return addLines(tx, actor, { ...rest, service_line_ids: [service_line_id] });
};

export const createTables = (
  tx: Tx,
  actor: Actor,
  { body }: { body: Place & { id: string; version?: number; service_line_ids: string[] } },
): Promise<PricingDetails> => addLines(tx, actor, body);

interface Secondment extends Place {
  id: string;
  version?: number;
  name?: string;
  sl_role_id: string;
  grade: Grade;
  user_id?: string | null;
  days_a_month: number;
  full_time?: number;
  months: number;
  day_rate?: number | null;
  on_cost?: number;
  allowance?: number;
  minutes_per_day?: number;
}

/** Adds a secondment: days a month at full time or a part of it, in the first so many columns. @throws Problem 404, 409, 422 */
export const createSecondment = (tx: Tx, actor: Actor, { body }: { body: Secondment }): Promise<PricingDetails> =>
  addTables(tx, actor, {
    id: body.id,
    version: body.version,
    make: async ({ version }) => {
      const practice = await practiceOf(tx);
      const role = practice.roles.get(body.sl_role_id);
      if (!role) throw invalid([{ path: 'sl_role_id', message: 'There is no such role.' }]);
      if (body.months > version.columns.length) throw invalid([{ path: 'months', message: 'The pricing has fewer columns.' }]);
      const day = body.minutes_per_day ?? 480;
      const minutes = proportion(proportion(body.days_a_month, day, 100), body.full_time ?? 10_000, 10_000);
      return [
        {
          kind: 'secondment',
          name: body.name ?? role.name,
          service_line_id: role.service_line_id,
          country: body.country ?? (await defaultCountry(tx)),
          currency: body.currency ?? version.currency,
          minutes_per_day: day,
          on_cost: body.on_cost ?? 0,
          lines: [
            {
              sl_role_id: body.sl_role_id,
              grade: body.grade,
              user_id: body.user_id ?? null,
              minutes: version.columns.map((_, index) => (index < body.months ? minutes : 0)),
              rate: body.day_rate ?? null,
              allowance: body.allowance ?? 0,
            },
          ],
        },
      ];
    },
  });
