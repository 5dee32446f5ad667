import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, type TestFirm, type TestUser, makeFirm, startTestApp } from '../../../test/app.ts';
import { firmDay } from '../../../test/today.ts';
import { type Day, addDays, addMonths, monthOf } from '../../kit/day.ts';
import { GRADES } from '../../kit/grades.ts';
import { newId } from '../../kit/ids.ts';
import { raw, sql } from '../../server/sql.ts';
import type { Tx } from '../../server/tx.ts';
import { NIL } from './facts.ts';
import { keepWorth } from './worth-keep.ts';
import { worthDifferences } from './worth-proof.ts';
import { unsettled } from './worth.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** Numbers that look random and are the same at each run. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

interface World {
  firm: TestFirm;
  partner: TestUser;
  manager: TestUser;
  people: TestUser[];
  projects: { id: string; kind: string; currency: string }[];
  role: string;
  line: string;
}

const FROM = '2026-01-01';
const TO = '2026-05-31';

/** People of three grades, one of whom is promoted; projects of every kind and two currencies; rates that change in March. */
async function world(seed: number): Promise<World> {
  const roll = dice(seed);
  const firm = await makeFirm(app, ['DE', 'FR']);
  const boss = await firm.user({ category: 'hr', grade: 'Partner', isSuperuser: true });
  const page = { view_page: true, can_see_cost: true };
  await firm.call(boss, 'POST', '/api/settings/add_role_access', {
    role: 'cost',
    accesses: { management_reporting: page, kpi_reporting: page, clients_projects: page },
  });
  const partner = await firm.user({ grade: 'Partner', role: 'cost' });
  const manager = await firm.user({ grade: 'Manager' });
  const people = [
    await firm.user({ grade: 'Senior' }),
    await firm.user({ grade: 'Junior', country: 'FR' }),
    await firm.user({ grade: 'Manager' }),
  ];
  const [client, line, role] = [newId(), newId(), newId()];
  const kinds = ['time_and_materials', 'fixed', 'capped', 'time_and_materials', 'internal'];
  const projects = kinds.map((kind, index) => ({ id: newId(), kind, currency: index === 3 ? 'GBP' : 'EUR' }));
  await firm.within(async (tx) => {
    await tx.write.insert('clients.clients', [{ id: client, name: 'Acme', sector: 'Steel' }]);
    await tx.write.insert(
      'clients.projects',
      projects.map(({ id, kind, currency }, index) => ({
        id,
        code: `P${index}`,
        name: `Project ${index}`,
        client_id: kind === 'internal' ? null : client,
        chargeable: kind !== 'internal',
        currency,
        fee_kind: kind,
        budget_fee: kind === 'time_and_materials' || kind === 'internal' ? null : 1_000_000 + roll(9_000_000),
      })),
    );
    await tx.write.insert('rates.service_lines', [{ id: line, name: 'Audit', lead_id: null }]);
    await tx.write.insert('rates.sl_roles', [
      { id: role, service_line_id: line, name: 'Staff', lowest_grade: 'Intern', highest_grade: 'Partner' },
    ]);
    const rates = GRADES.slice(1, 4).flatMap((grade) =>
      ['DE', 'FR'].flatMap((country) => [
        { grade, country, valid_from: '2025-01-01', valid_to: '2026-03-11', base: 6000 + roll(9000) },
        { grade, country, valid_from: '2026-03-11', valid_to: 'infinity', base: 6000 + roll(9000) },
      ]),
    );
    await tx.write.insert(
      'rates.rates',
      rates.map(({ base, ...rate }) => ({
        ...rate,
        sl_role_id: role,
        currency: 'EUR',
        standard_rate: base,
        charge_rate: roll(3) > 0 ? base - roll(2000) : null,
        cost_rate: roll(4) > 0 ? Math.floor(base / 2) : null,
      })),
    );
    await tx.write.insert('rates.exchange', [
      { currency: 'GBP', base: 'EUR', millionths: 1_150_000, valid_from: '2025-01-01', valid_to: '2026-02-15' },
      { currency: 'GBP', base: 'EUR', millionths: 1_213_457, valid_from: '2026-02-15', valid_to: 'infinity' },
    ]);
    const rows = Array.from({ length: 120 }, () => entry(roll, people, projects));
    await tx.write.insert('time.entries', rows);
    await tx.write.insert(
      'invoicing.costs',
      Array.from({ length: 24 }, () => cost(roll, projects)),
    );
  });
  return { firm, partner, manager, people, projects, role, line };
}

function entry(roll: (sides: number) => number, people: TestUser[], projects: World['projects']) {
  const project = projects[roll(5)];
  return {
    user_id: people[roll(people.length)]?.id,
    day: addDays(FROM, roll(150)),
    project_id: project?.id,
    task_type_id: null,
    seconds: 60 * (1 + roll(59)),
    chargeable: project?.kind !== 'internal' && roll(5) > 0,
  };
}

const cost = (roll: (sides: number) => number, projects: World['projects']) => ({
  project_id: projects[roll(5)]?.id,
  day: addDays(FROM, roll(150)),
  kind: ['subcontractor', 'other_firm', 'disbursement'][roll(3)],
  amount: 1 + roll(90_000),
  currency: roll(3) > 0 ? 'EUR' : 'GBP',
  is_rebillable: roll(4) === 0,
});

interface Truth {
  id: string;
  user_id: string;
  day: Day;
  project_id: string;
  seconds: number;
  chargeable: boolean;
  grade: string | null;
  country: string;
  standard: bigint;
  charge: bigint;
  cost: bigint;
  third_party: bigint;
  currency: string;
}

type Held = { valid_from: Day; valid_to: Day };
const holds = (day: Day) => (row: Held) => row.valid_from <= day && row.valid_to > day;
const halfUp = (value: bigint, by: bigint): bigint => {
  const doubled = 2n * value + by;
  const whole = doubled / (2n * by);
  return doubled < 0n && whole * 2n * by !== doubled ? whole - 1n : whole;
};

const table = <Row>(tx: Tx, name: string): Promise<Row[]> =>
  tx.all<Row>(sql`select x.* from ${raw(name)} x where x.tenant_id = ${tx.tenant}`);

/** Every entry with what it is worth, one after the other: a second reading of the rules that shares no line with the first. */
async function truthOf(w: World): Promise<{ entries: Truth[]; fees: (of: (row: Truth) => boolean, from: Day, to: Day) => Sums }> {
  return w.firm.within(async (tx) => {
    const entries = await table<{
      id: string;
      user_id: string;
      day: Day;
      project_id: string | null;
      seconds: number;
      chargeable: boolean;
    }>(tx, 'time.entries');
    const grades = await table<Held & { user_id: string; grade: string }>(tx, 'people.grades');
    const users = await table<{ id: string; country: string }>(tx, 'people.users');
    const rates = await table<
      Held & {
        grade: string;
        country: string;
        currency: string;
        standard_rate: number;
        charge_rate: number | null;
        cost_rate: number | null;
      }
    >(tx, 'rates.rates');
    const exchange = await table<Held & { millionths: number }>(tx, 'rates.exchange');
    const agreed = await table<Held & { project_id: string; user_id: string | null; grade: string | null; rate: number }>(
      tx,
      'clients.project_rates',
    );
    const stamps = await table<{
      id: string;
      user_id: string;
      project_id: string;
      day: Day;
      standard_rate: number | null;
      charge_rate: number | null;
      cost_rate: number | null;
    }>(tx, 'invoicing.stamps');
    const projects = await table<{
      id: string;
      client_id: string | null;
      currency: string;
      fee_kind: string;
      budget_fee: number | null;
    }>(tx, 'clients.projects');
    const gbp = (day: Day): bigint => BigInt(exchange.find(holds(day))?.millionths ?? 0);
    const rated = entries
      .filter((row) => projects.some(({ id, client_id }) => id === row.project_id && client_id !== null))
      .map((row): Truth => {
        const grade = grades.find((each) => each.user_id === row.user_id && holds(row.day)(each))?.grade ?? null;
        const country = users.find(({ id }) => id === row.user_id)?.country ?? '';
        const { currency } = projects.find(({ id }) => id === row.project_id) as { currency: string };
        // One euro in pounds, as the house rounds it, and a rate in pounds from one in euros.
        const cross = currency === 'EUR' ? 1_000_000n : halfUp(1_000_000n * 1_000_000n, gbp(row.day));
        const into = (value: number | null | undefined): number | null =>
          value === null || value === undefined ? null : Number(halfUp(BigInt(value) * cross, 1_000_000n));
        const list = rates.find((each) => each.grade === grade && each.country === country && holds(row.day)(each));
        const deal =
          agreed.find((each) => each.project_id === row.project_id && each.user_id === row.user_id && holds(row.day)(each)) ??
          agreed.find(
            (each) => each.project_id === row.project_id && each.user_id === null && each.grade === grade && holds(row.day)(each),
          );
        const stamp = stamps.find(
          ({ id, user_id, day, project_id }) =>
            id === row.id && user_id === row.user_id && day === row.day && project_id === row.project_id,
        );
        const found = stamp ?? {
          standard_rate: into(list?.standard_rate),
          charge_rate: deal?.rate ?? into(list?.charge_rate),
          cost_rate: into(list?.cost_rate),
        };
        const times = (value: number | null | undefined): bigint => BigInt(row.seconds) * BigInt(value ?? 0);
        return {
          ...row,
          project_id: row.project_id as string,
          grade,
          country,
          standard: times(found.standard_rate),
          charge: row.chargeable ? times(found.charge_rate ?? found.standard_rate) : 0n,
          cost: times(found.cost_rate),
          third_party: 0n,
          currency,
        };
      });
    const costs = await table<{
      id: string;
      project_id: string;
      day: Day;
      amount: number;
      currency: string;
      is_rebillable: boolean;
    }>(tx, 'invoicing.costs');
    // Costs are time of nobody that lasts no second.
    const nobodys = { user_id: NIL, seconds: 0, chargeable: false, grade: null, country: '', standard: 0n, charge: 0n, cost: 0n };
    for (const { amount, is_rebillable, ...row } of costs)
      if (!is_rebillable && projects.some(({ id, client_id }) => id === row.project_id && client_id !== null))
        rated.push({ ...nobodys, ...row, third_party: 3600n * BigInt(amount) });
    const whole = (id: string, of: 'standard' | 'charge'): bigint =>
      rated.filter((row) => row.project_id === id && row.chargeable).reduce((sum, row) => sum + row[of], 0n);
    const GRAIN = 10n ** 15n;
    const fees = (of: (row: Truth) => boolean, from: Day, to: Day): Sums => {
      const sums = { seconds: 0, chargeable_seconds: 0, standard: 0n, charge: 0n, fee: 0n, cost: 0n, third_party: 0n };
      for (const row of rated.filter((each) => each.day >= from && each.day <= to && of(each))) {
        const project = projects.find(({ id }) => id === row.project_id);
        const last = addDays(addMonths(monthOf(row.day), 1), -1);
        const millionths = row.currency === 'EUR' ? 1_000_000n : gbp(last);
        const fee = BigInt(project?.budget_fee ?? 0) * 3600n;
        const [standard, charge] = [whole(row.project_id, 'standard'), whole(row.project_id, 'charge')];
        const earned =
          project?.fee_kind === 'fixed'
            ? row.chargeable && standard > 0n
              ? (row.standard * fee * GRAIN) / standard
              : 0n
            : project?.fee_kind === 'capped' && charge > fee
              ? (row.charge * fee * GRAIN) / charge
              : row.charge * GRAIN;
        sums.seconds += row.seconds;
        if (row.chargeable) {
          sums.chargeable_seconds += row.seconds;
          sums.standard += row.standard * millionths;
        }
        sums.charge += row.charge * millionths;
        sums.cost += row.cost * millionths;
        sums.third_party += row.third_party * millionths;
        sums.fee += earned * millionths;
      }
      const money = (value: bigint, grain = 1n): number => Number(halfUp(value, 3_600_000_000n * grain));
      return {
        seconds: sums.seconds,
        chargeable_seconds: sums.chargeable_seconds,
        standard: money(sums.standard),
        charge: money(sums.charge),
        fee: money(sums.fee, GRAIN),
        cost: money(sums.cost),
        third_party: money(sums.third_party),
      };
    };
    return { entries: rated, fees };
  });
}

interface Sums {
  seconds: number;
  chargeable_seconds: number;
  standard: number;
  charge: number;
  fee: number;
  cost: number;
  third_party: number;
}

const sumsOf = ({ seconds, chargeable_seconds, standard, charge, fee, cost, third_party }: Sums): Sums => ({
  seconds,
  chargeable_seconds,
  standard,
  charge,
  fee,
  cost,
  third_party,
});

const periods: [Day, Day][] = [
  [FROM, TO],
  ['2026-02-01', '2026-03-31'],
  ['2026-01-20', '2026-04-09'],
  ['2026-03-08', '2026-03-14'],
];

/** Reports equal the slow reading, as a whole, by person, by project, by grade and by month. */
async function compare(w: World, when: string): Promise<void> {
  const truth = await truthOf(w);
  for (const [from, to] of periods) {
    for (const group of ['person', 'project', 'grade', 'month'] as const) {
      const { status, body } = await w.firm.call(w.partner, 'POST', '/api/utilization/rate', { from, to, group });
      expect(status, JSON.stringify(body)).toBe(200);
      expect(sumsOf(body.total), `${when}: ${from} ${to}`).toEqual(truth.fees(() => true, from, to));
      for (const row of body.rows) {
        const mine = (each: Truth): boolean =>
          ({ person: each.user_id, project: each.project_id, grade: each.grade ?? '', month: monthOf(each.day) })[group] ===
          row.key;
        expect(sumsOf(row), `${when}: ${from} ${to} ${group} ${row.key}`).toEqual(truth.fees(mine, from, to));
      }
    }
  }
}

const settle = async (w: World): Promise<void> => {
  while (await w.firm.within(keepWorth)) {
    // Until nothing waits.
  }
};

/** What may happen to a firm between two looks at a report. */
const happenings: ((w: World, roll: (sides: number) => number) => Promise<unknown>)[] = [
  (w, roll) =>
    w.firm.within((tx) =>
      tx.write.insert(
        'time.entries',
        Array.from({ length: 5 }, () => entry(roll, w.people, w.projects)),
      ),
    ),
  (w, roll) =>
    w.firm.within(async (tx) => {
      const rows = await table<Record<string, unknown>>(tx, 'time.entries');
      const before = rows[roll(rows.length)] as Record<string, unknown>;
      await tx.write.update('time.entries', [{ before, set: { day: addDays(FROM, roll(150)), seconds: 60 * (1 + roll(59)) } }]);
    }),
  (w, roll) =>
    w.firm.within(async (tx) => {
      const rows = await table<Record<string, unknown>>(tx, 'time.entries');
      await tx.write.remove('time.entries', [rows[roll(rows.length)] as Record<string, unknown>]);
    }),
  (w, roll) =>
    w.firm.within(async (tx) => {
      const rows = await table<Record<string, unknown>>(tx, 'rates.rates');
      await tx.write.update('rates.rates', [
        { before: rows[roll(rows.length)] as Record<string, unknown>, set: { standard_rate: 5000 + roll(9000) } },
      ]);
    }),
  (w, roll) =>
    w.firm.within(async (tx) => {
      const day = addDays('2026-02-01', roll(60));
      await tx.write.insert('clients.project_rates', [
        {
          project_id: w.projects[roll(3)]?.id,
          user_id: w.people[roll(3)]?.id,
          grade: null,
          rate: 4000 + roll(9000),
          valid_from: day,
          valid_to: addDays(day, 1),
        },
      ]);
    }),
  (w, roll) =>
    w.firm.within(async (tx) => {
      const rows = await table<Record<string, unknown> & { user_id: string }>(tx, 'people.grades');
      const mine = rows.filter(({ user_id }) => user_id === w.people[roll(3)]?.id);
      const [before] = mine;
      if (before) await tx.write.update('people.grades', [{ before, set: { grade: GRADES[1 + roll(3)] } }]);
    }),
  (w, roll) =>
    w.firm.within(async (tx) => {
      const rows = await table<Record<string, unknown>>(tx, 'time.entries');
      const row = rows.filter((each) => each['chargeable'] && each['project_id'] !== null)[roll(20)];
      const known =
        row && (await tx.one(sql`select 1 from invoicing.stamps where tenant_id = ${tx.tenant} and id = ${row['id']}`));
      if (!row || known) return;
      const { id, user_id, day, project_id } = row;
      await tx.write.insert('invoicing.stamps', [
        {
          id,
          user_id,
          day,
          project_id,
          currency: 'EUR',
          standard_rate: 5000 + roll(9000),
          charge_rate: roll(2) ? 4000 : null,
          cost_rate: 3000,
          stamped_at: tx.now,
        },
      ]);
    }),
];

describe('what hours are worth', () => {
  test('is what their entries are worth at every moment: kept, waiting, half kept, and while rates change', async () => {
    for (const seed of [1, 2]) {
      const w = await world(seed);
      const roll = dice(seed + 100);
      await compare(w, 'before anything is kept');
      await settle(w);
      expect(await w.firm.within((tx) => unsettled(tx, FROM, TO))).toEqual([]);
      await compare(w, 'kept');
      for (let turn = 0; turn < 14; turn++) {
        const happening = turn % happenings.length;
        await happenings[happening]?.(w, roll);
        if (turn % 3 === 0) await w.firm.within(keepWorth);
        await compareOnce(w, `seed ${seed}, turn ${turn}, happening ${happening}`);
      }
      await settle(w);
      await compare(w, 'kept at last');
      expect(await w.firm.within(worthDifferences)).toEqual([]);
    }
  }, 120_000);

  test('is proved: what was tampered with is named, and made anew', async () => {
    const w = await world(7);
    await settle(w);
    expect(await w.firm.within(worthDifferences)).toEqual([]);
    await w.firm.within((tx) =>
      tx.all(
        sql`update reporting.worth set standard = standard + 1 where tenant_id = ${tx.tenant} and user_id = ${w.people[0]?.id} and month = '2026-02-01' returning 1`,
      ),
    );
    const found = await w.firm.within(worthDifferences);
    expect(found.length).toBeGreaterThan(0);
    expect(new Set(found.filter(({ user_id }) => user_id !== NIL).map(({ user_id, month }) => `${user_id} ${month}`))).toEqual(
      new Set([`${w.people[0]?.id} 2026-02-01`]),
    );
  });
});

/** The cheap comparison: the whole of one period. */
async function compareOnce(w: World, when: string): Promise<void> {
  const truth = await truthOf(w);
  for (const [from, to] of periods.slice(0, 2)) {
    const { body } = await w.firm.call(w.partner, 'POST', '/api/utilization/rate', { from, to, group: 'person' });
    expect(sumsOf(body.total), `${when}: ${from} ${to}`).toEqual(truth.fees(() => true, from, to));
  }
}

describe('reports of money', () => {
  test('cost is there for who may see it and absent for everybody else, sorted by or exported too', async () => {
    const w = await world(3);
    const ask = { from: FROM, to: TO, group: 'person' };
    const seen = (await w.firm.call(w.partner, 'POST', '/api/utilization/rate', ask)).body;
    const unseen = (await w.firm.call(w.manager, 'POST', '/api/utilization/rate', { ...ask, sort: '-cost' })).body;
    expect(seen.total.cost).toBeGreaterThan(0);
    expect(JSON.stringify(unseen)).not.toMatch(/cost/);
    expect({ ...unseen.total }).toEqual({ ...seen.total, cost: undefined, third_party: undefined, uncosted_seconds: undefined });
    expect(JSON.stringify(unseen)).not.toMatch(/third_party/);
    for (const [who, columns] of [
      [w.partner, true],
      [w.manager, false],
    ] as const) {
      const file = await w.firm.call(who, 'POST', '/api/utilization/export_kpis?format=csv', { ...ask, by: 'money' });
      expect(file.status).toBe(200);
      expect(/Cost/.test(file.bytes.toString('utf8'))).toBe(columns);
    }
    const margins = await w.firm.call(w.partner, 'GET', `/api/projects/margin?from=${FROM}&to=${TO}`);
    expect(margins.headers['x-pagination-total']).toBe('4');
    expect(margins.body[0]).toMatchObject({ client: 'Acme', currency: 'EUR' });
    expect(margins.body[0].cost).toBeDefined();
    expect(JSON.stringify((await w.firm.call(w.manager, 'GET', `/api/projects/margin?from=${FROM}&to=${TO}`)).body)).not.toMatch(
      /cost/,
    );
  });

  test('are for Managers and above, in groups, beside another period, and lead to projects with time', async () => {
    const w = await world(4);
    const [junior] = w.people;
    for (const path of ['rate', 'underrecovery_ratio'])
      expect((await w.firm.call(junior, 'POST', `/api/utilization/${path}`, { from: FROM, to: TO })).status).toBe(403);
    expect((await w.firm.call(junior, 'GET', '/api/projects/margin')).status).toBe(403);
    expect((await w.firm.call(junior, 'GET', '/api/utilization/project_filter')).status).toBe(403);
    const compare = { from: '2026-02-01', to: '2026-02-28' };
    for (const group of [
      'person',
      'grade',
      'team',
      'country',
      'client',
      'sector',
      'project',
      'service_line',
      'task_type',
      'month',
      'week',
    ]) {
      const { status, body } = await w.firm.call(w.partner, 'POST', '/api/utilization/underrecovery_ratio', {
        from: '2026-03-01',
        to: '2026-03-31',
        group,
        compare,
      });
      expect(status, group).toBe(200);
      expect(body.before.seconds).toBeGreaterThan(0);
      expect(
        body.rows.reduce((sum: number, row: Sums) => sum + row.seconds, 0),
        group,
      ).toBe(body.total.seconds);
      expect(body.rows.length, group).toBeGreaterThan(0);
    }
    const sectors = (await w.firm.call(w.partner, 'POST', '/api/utilization/rate', { from: FROM, to: TO, group: 'sector' })).body;
    expect(sectors.rows.map(({ key }: { key: string }) => key)).toEqual(['Steel']);
    const lines = (await w.firm.call(w.partner, 'POST', '/api/utilization/rate', { from: FROM, to: TO, group: 'service_line' }))
      .body;
    expect(lines.rows.map(({ name }: { name: string }) => name)).toEqual(['Audit']);
    const choices = await w.firm.call(w.partner, 'GET', `/api/utilization/project_filter?from=${FROM}&to=${TO}&search=project`);
    expect(choices.body.map(({ code }: { code: string }) => code)).toEqual(['P0', 'P1', 'P2', 'P3', 'P4']);
    expect((await w.firm.call(w.partner, 'POST', '/api/utilization/rate', { from: TO, to: FROM })).status).toBe(422);
  });

  test('a fixed fee is earned by progress against the confirmed plan, never over the fee, and write-offs come off', async () => {
    const w = await world(5);
    const fixed = w.projects[1]?.id ?? '';
    const only = { projects: [fixed], from: FROM, to: TO, group: 'project' };
    const done = (await w.firm.call(w.partner, 'POST', '/api/utilization/rate', only)).body;
    const [{ fee }] = (await w.firm.within((tx) =>
      tx.all<{ fee: number }>(
        sql`select budget_fee as fee from clients.projects where tenant_id = ${tx.tenant} and id = ${fixed}`,
      ),
    )) as [{ fee: number }];
    // All is done and nothing is planned: the whole fee is earned, and said to stand on no plan.
    expect(done.total.fee).toBe(fee);
    expect(done.flagged.no_plan).toBe(1);
    const next = addDays(firmDay(), 7);
    await w.firm.within((tx) =>
      tx.write.insert('planning.bookings', [
        {
          user_id: w.people[0]?.id,
          project_id: fixed,
          first_day: next,
          last_day: addDays(next, 13),
          minutes_per_day: 240,
          level: 'hard',
          created_by: w.partner.id,
        },
        {
          user_id: w.people[0]?.id,
          project_id: fixed,
          first_day: next,
          last_day: addDays(next, 13),
          minutes_per_day: 240,
          level: 'soft',
          created_by: w.partner.id,
        },
      ]),
    );
    const begun = (await w.firm.call(w.partner, 'POST', '/api/utilization/rate', only)).body;
    expect(begun.flagged.no_plan).toBe(0);
    const [{ rate }] = (await w.firm.within((tx) =>
      tx.all<{ rate: number }>(
        sql`select standard_rate as rate from rates.rates where tenant_id = ${tx.tenant} and grade = 'Senior' and country = 'DE' and valid_to = 'infinity'`,
      ),
    )) as [{ rate: number }];
    const planned = (10 - (await holidaysIn(w, next))) * 4 * rate;
    expect(begun.total.standard).toBe(done.total.standard);
    expect(Math.abs(begun.total.fee - (fee * done.total.standard) / (done.total.standard + planned))).toBeLessThan(2);
  });
});

const holidaysIn = async (w: World, from: Day): Promise<number> => {
  const { body } = await w.firm.call(w.people[0] as TestUser, 'GET', `/api/capacity?from=${from}&to=${addDays(from, 13)}`);
  const text = JSON.stringify(body);
  return text.includes('"holidays":[]') ? 0 : (body.holidays?.length ?? 0);
};
