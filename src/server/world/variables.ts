import { type Day, addDays } from '../../kit/day.ts';
import type { Grade } from '../../kit/grades.ts';
import { newId } from '../../kit/ids.ts';
import { gradesBetween, raised } from '../../rates/rules.ts';
import { sql } from '../sql.ts';
import { type TxHost, withTenant } from '../tx.ts';

interface DemoLine {
  name: string;
  /** Hundredths of a per cent of the usual rate. */
  above: number;
  margins: [target: number, floor: number];
  recovery: [target: number, floor: number];
  roles: [name: string, lowest: Grade, highest: Grade][];
}

const LINES: readonly DemoLine[] = [
  {
    name: 'Audit',
    above: 0,
    margins: [3200, 2000],
    recovery: [8500, 7000],
    roles: [
      ['Audit staff', 'Intern', 'Senior'],
      ['Audit manager', 'Manager', 'Senior Manager'],
      ['Engagement lead', 'Senior Manager', 'Partner'],
    ],
  },
  {
    name: 'Tax',
    above: 1200,
    margins: [3800, 2400],
    recovery: [9000, 7500],
    roles: [
      ['Preparer', 'Junior', 'Senior'],
      ['Reviewer', 'Senior', 'Senior Manager'],
      ['Tax lead', 'Director', 'Partner'],
    ],
  },
  {
    name: 'Advisory',
    above: 2000,
    margins: [4000, 2500],
    recovery: [9200, 8000],
    roles: [
      ['Analyst', 'Intern', 'Junior'],
      ['Consultant', 'Senior', 'Manager'],
      ['Principal', 'Senior Manager', 'Partner'],
    ],
  },
];

/** Of an hour in cents of EUR: list price and cost. */
const USUAL: Readonly<Record<Grade, [standard: number, cost: number]>> = {
  Intern: [6500, 3200],
  Junior: [9500, 4700],
  Senior: [14_500, 7000],
  Manager: [20_500, 9900],
  'Senior Manager': [26_000, 12_600],
  Director: [32_000, 16_400],
  Partner: [41_000, 22_000],
};
const LEVELS: Readonly<Record<string, number>> = { DE: 0, GB: 1000, FR: -300, ES: -1500 };
/** What one unit is worth in EUR, in millionths: the year before, and since this one began. */
const WORTH: Readonly<Record<string, [number, number]>> = {
  GBP: [1_163_000, 1_148_500],
  USD: [919_000, 863_000],
  CHF: [1_031_000, 1_068_000],
};

/** Whole euros: nobody has list prices with cents. */
const whole = (cents: number): number => Math.round(cents / 100) * 100;

/**
 * Service lines with roles and rates of last year, this one and the next, and what currencies are worth. Nothing is drawn by
 * chance, so that the rest of the firm stays what it is.
 */
export async function layVariables(host: TxHost, tenant: number, today: Day): Promise<void> {
  const year = Number(today.slice(0, 4));
  await withTenant(host, { tenant }, async (tx) => {
    const [leads, countries] = await Promise.all([
      tx.all<{ id: string }>(sql`
        select id from access.memberships where tenant_id = ${tenant} and grade = 'Partner' order by id limit 3`),
      tx.all<{ code: string }>(sql`select code from settings.countries where tenant_id = ${tenant} order by code`),
    ]);
    const lead = (index: number): string | null => leads[index % Math.max(1, leads.length)]?.id ?? null;
    const lines = LINES.map((line, index) => ({ ...line, id: newId(), lead: lead(index) }));
    await tx.write.insert(
      'rates.service_lines',
      lines.map(({ id, name, lead: lead_id, margins, recovery }) => ({
        id,
        name,
        lead_id,
        target_margin: margins[0],
        floor_margin: margins[1],
        target_recovery: recovery[0],
        floor_recovery: recovery[1],
      })),
    );
    const roles = lines.flatMap(({ id, above, roles: own }) =>
      own.map(([name, lowest, highest]) => ({ id: newId(), line: id, above, name, lowest, highest })),
    );
    await tx.write.insert(
      'rates.sl_roles',
      roles.map(({ id, line, name, lowest, highest }) => ({
        id,
        service_line_id: line,
        name,
        lowest_grade: lowest,
        highest_grade: highest,
      })),
    );
    // The oldest time of the firm has rates, too.
    const days = [`${year - 2}-01-01`, `${year}-01-01`, `${year + 1}-01-01`, 'infinity'];
    const ratesOf = (raise: number, index: number) =>
      roles.flatMap(({ id, above, lowest, highest }) =>
        gradesBetween(lowest, highest).flatMap((grade) =>
          countries.map(({ code }) => {
            const [standard, cost] = USUAL[grade].map((cents) => raised(raised(raised(cents, above), LEVELS[code] ?? 0), raise));
            const standard_rate = whole(standard ?? 0);
            return {
              sl_role_id: id,
              grade,
              country: code,
              currency: 'EUR',
              standard_rate,
              charge_rate: whole(raised(standard_rate, -800)),
              cost_rate: cost ?? 0,
              nfi_rate: whole(raised(standard_rate, -1200)),
              valid_from: days[index],
              valid_to: days[index + 1],
            };
          }),
        ),
      );
    // Rates are decided in the autumn before they hold; those of next year may have been yesterday.
    const yesterday = addDays(today, -1);
    const decided = (autumn: number): Day => (`${autumn}-10-12` < yesterday ? `${autumn}-10-12` : yesterday);
    for (const [index, raise] of [0, 350, 650].entries()) {
      const rates = ratesOf(raise, index);
      const change = newId();
      const user = lead(0);
      if (!user) return;
      await tx.write.insert('rates.changes', [
        {
          id: change,
          user_id: user,
          at: new Date(`${decided(year - 2 + index)}T09:30:00Z`),
          origin: 'table',
          note: `Rates ${year - 1 + index}`,
          valid_from: days[index],
          added: index === 0 ? rates.length : 0,
          changed: index === 0 ? 0 : rates.length,
        },
      ]);
      await tx.write.insert(
        'rates.rates',
        rates.map((rate) => ({ ...rate, change_id: change })),
      );
    }
    await tx.write.insert(
      'rates.exchange',
      Object.entries(WORTH).flatMap(([currency, [before, now]]) => [
        { currency, base: 'EUR', millionths: before, valid_from: days[0], valid_to: days[1] },
        { currency, base: 'EUR', millionths: now, valid_from: days[1], valid_to: 'infinity' },
      ]),
    );
  });
}
