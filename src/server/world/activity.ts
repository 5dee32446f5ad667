import { type Day, addDays, eachDay, mondayOf, weekday } from '../../kit/day.ts';
import { newId } from '../../kit/ids.ts';
import { expectedFor } from '../../leave/server/public.ts';
import type { Row } from '../gateway.ts';
import { type TxHost, withTenant } from '../tx.ts';
import { remarks } from './names.ts';
import type { Random } from './random.ts';

export interface WorkedProject {
  id: string;
  chargeable: boolean;
  startsOn: Day;
  endsOn: Day;
}

export interface ActivitySpec {
  tenant: number;
  /** Staff whose time and plan are made, with the share of their time that is chargeable. */
  staff: readonly { id: string; chargeableShare: number; employedFrom: Day }[];
  projects: readonly WorkedProject[];
  internalTasks: readonly string[];
  chargeableTasks: readonly string[];
  from: Day;
  /** The last day with time. */
  today: Day;
  /** Weeks from today's on that are booked. */
  weeksAhead: number;
  /** Part of the working days of the past for which nobody logged anything. */
  missing: number;
}

/** Lines a day: from the measured shape of real firms, two to four of log-normal length. */
const LINES = [0.22, 0.33, 0.26, 0.13, 0.06];
const QUARTER = 900;
const CHUNK = 8_000;

/** Each person's own few projects, the well-known ones more often (Zipf with exponent 1.2, as in real firms: one has a quarter of the hours). */
function ownProjects(random: Random, projects: readonly WorkedProject[], count: number): WorkedProject[] {
  const weights = projects.map((_, index) => 1 / (index + 1) ** 1.2);
  const chosen = new Set<WorkedProject>();
  for (let tries = 0; chosen.size < count && tries < count * 20; tries++) {
    const project = projects[random.weighted(weights)];
    if (project) chosen.add(project);
  }
  return [...chosen];
}

/** Splits a day's seconds into lines that sum to it, most of them on quarters of an hour. */
function splitDay(random: Random, seconds: number): number[] {
  const count = Math.min(random.weighted(LINES) + 1, Math.max(1, Math.floor(seconds / QUARTER)));
  const sizes = Array.from({ length: count }, () => random.logNormal(1.1, 0.6));
  const sum = sizes.reduce((total, size) => total + size, 0);
  const parts = sizes.map((size) => Math.max(QUARTER, Math.round(((size / sum) * seconds) / QUARTER) * QUARTER));
  const rest = seconds - parts.slice(1).reduce((total, part) => total + part, 0);
  return rest > 0 ? [rest, ...parts.slice(1)] : [seconds];
}

interface Person {
  id: string;
  chargeableShare: number;
  projects: WorkedProject[];
}

/** Lays in two years of time and a plan for the coming weeks, in chunks through the one gateway. */
export async function layActivity(
  host: TxHost,
  random: Random,
  spec: ActivitySpec,
): Promise<{ entries: number; bookings: number }> {
  const people: Person[] = spec.staff.map((person) => ({
    ...person,
    projects: ownProjects(random, spec.projects, random.whole(3, 9)),
  }));
  const importId = newId();
  await withTenant(host, { tenant: spec.tenant }, (tx) =>
    tx.write.insert('time.imports', [
      { id: importId, file_name: 'opening data', format: 'opening', row_count: 0, created_count: 0 },
    ]),
  );
  let entries = 0;
  for (let month = spec.from; month <= spec.today; month = addDays(month, 28)) {
    const last = addDays(month, 27) < spec.today ? addDays(month, 27) : spec.today;
    entries += await layTime(host, random, spec, people, importId, month, last);
  }
  const bookings = await layPlan(host, random, spec, people);
  return { entries, bookings };
}

async function layTime(
  host: TxHost,
  random: Random,
  spec: ActivitySpec,
  people: Person[],
  importId: string,
  from: Day,
  to: Day,
): Promise<number> {
  return withTenant(host, { tenant: spec.tenant }, async (tx) => {
    const expected = await expectedFor(
      tx,
      people.map((person) => person.id),
      from,
      to,
    );
    const rows: Row[] = [];
    for (const person of people) {
      const columns = expected.get(person.id);
      eachDay(from, to).forEach((day, index) => {
        const capacity = columns
          ? (columns.pattern[index] ?? 0) - (columns.holiday[index] ?? 0) - (columns.leave[index] ?? 0)
          : 0;
        if (capacity <= 0 || random.chance(day > addDays(spec.today, -5) ? 0.25 : spec.missing)) return;
        const overtime = random.weighted([0.72, 0.14, 0.09, 0.05]);
        const seconds = capacity * 60 + overtime * 2 * QUARTER - (random.chance(0.06) ? 2 * QUARTER : 0);
        for (const part of splitDay(random, Math.max(QUARTER, seconds)))
          rows.push(entry(random, spec, person, importId, day, part));
      });
    }
    for (let start = 0; start < rows.length; start += CHUNK) {
      await tx.write.insert('time.entries', rows.slice(start, start + CHUNK), { covered: true });
    }
    return rows.length;
  });
}

function entry(random: Random, spec: ActivitySpec, person: Person, importId: string, day: Day, seconds: number): Row {
  const open = person.projects.filter((project) => project.startsOn <= day && project.endsOn >= day);
  const weights = open.map((_, index) => 1 / (index + 1));
  const project = random.chance(person.chargeableShare) && open.length > 0 ? open[random.weighted(weights)] : undefined;
  return {
    user_id: person.id,
    day,
    project_id: project?.id ?? null,
    task_type_id: project ? random.pick(spec.chargeableTasks) : random.pick(spec.internalTasks),
    seconds,
    chargeable: project?.chargeable ?? false,
    comment: random.chance(0.95) ? random.pick(remarks) : '',
    created_by: person.id,
    import_id: importId,
  };
}

/** Bookings run for one to six weeks, mostly hard; a few weeks stay free and a few are over-booked. */
async function layPlan(host: TxHost, random: Random, spec: ActivitySpec, people: Person[]): Promise<number> {
  const start = addDays(mondayOf(spec.today), -28);
  const end = addDays(mondayOf(spec.today), 7 * spec.weeksAhead);
  const rows: Row[] = [];
  for (const person of people) {
    const book = (first: Day, weeks: number, minutes: number): void => {
      const open = person.projects.filter(
        (project) => project.startsOn <= first && project.endsOn >= addDays(first, weeks * 7 - 3),
      );
      const project = open.length > 0 ? random.pick(open) : undefined;
      const internal = !project || random.chance(0.05);
      rows.push({
        user_id: person.id,
        project_id: internal ? null : project.id,
        task_type_id: internal ? random.pick(spec.internalTasks) : null,
        first_day: first,
        last_day: addDays(first, weeks * 7 - 3),
        minutes_per_day: minutes,
        level: random.weighted([0.72, 0.22, 0.06]) === 0 ? 'hard' : random.chance(0.75) ? 'soft' : 'requested',
        created_by: person.id,
      });
    };
    for (let day = start; day < end; ) {
      const weeks = random.whole(1, 6);
      if (random.chance(0.82)) book(day, weeks, random.pick([480, 480, 420, 240, 240, 360]));
      if (random.chance(0.35)) book(day, Math.min(weeks, 2), random.pick([120, 240, 240, 180]));
      day = addDays(day, 7 * (weeks + (random.chance(0.2) ? 1 : 0)));
    }
  }
  await withTenant(host, { tenant: spec.tenant }, async (tx) => {
    for (let first = 0; first < rows.length; first += CHUNK)
      await tx.write.insert('planning.bookings', rows.slice(first, first + CHUNK));
  });
  return rows.length;
}

/** Days a year by country: what the law gives, and what the firm adds. */
const PAID_DAYS: Readonly<Record<string, readonly [statutory: number, contractual: number]>> = {
  DE: [20, 8],
  GB: [20, 8],
  FR: [25, 3],
  ES: [22, 3],
};

/** Rules of paid leave: the law's days are lost with the year, of the firm's own five may be used until the end of March. */
export async function layLeaveRules(
  host: TxHost,
  tenant: number,
  typeId: string,
  countries: readonly string[],
  from: Day,
): Promise<void> {
  const rows = countries.flatMap((country): Row[] => {
    const [statutory, contractual] = PAID_DAYS[country] ?? [20, 5];
    const shared = { country, type_id: typeId, valid_from: from, carry_months: 3, negative_days: 500 };
    const manner = country === 'FR' ? { manner: 'accrued', pro_rata: 'months' } : { manner: 'granted', pro_rata: 'days' };
    return [
      { ...shared, ...manner, layer: 'statutory', days: statutory * 100, carry_days: 0, seniority_years: 0, grade: null },
      { ...shared, ...manner, layer: 'contractual', days: contractual * 100, carry_days: 500, seniority_years: 0, grade: null },
      {
        ...shared,
        ...manner,
        layer: 'contractual',
        days: (contractual + 2) * 100,
        carry_days: 500,
        seniority_years: 5,
        grade: null,
      },
      {
        ...shared,
        ...manner,
        layer: 'contractual',
        days: (contractual + 2) * 100,
        carry_days: 500,
        seniority_years: 0,
        grade: 'Partner',
      },
    ];
  });
  await withTenant(host, { tenant }, (tx) => tx.write.insert('leave.policies', rows));
}

/** Of the leave of the next weeks, about a third still waits for an answer; what lies further ahead was answered when it was asked for. */
const ANSWER_DAYS = 60;

/** Leave of two years: one long summer holiday, a winter week and a few single days, all approved but some of the next ones. */
export async function layLeave(
  host: TxHost,
  random: Random,
  tenant: number,
  people: readonly { id: string; managerId: string | null }[],
  typeId: string,
  sickTypeId: string,
  today: Day,
): Promise<void> {
  const rows: Row[] = [];
  for (const person of people) {
    const taken: [Day, Day][] = [];
    const add = (first: Day, last: Day, type: string): void => {
      if (taken.some(([from, to]) => first <= to && last >= from)) return;
      taken.push([first, last]);
      const future = first > addDays(today, 20);
      const waits = future && random.chance(0.35);
      const status = waits && first <= addDays(today, ANSWER_DAYS) ? 'pending' : 'approved';
      const decided = status === 'approved' && person.managerId !== null;
      rows.push({
        user_id: person.id,
        type_id: type,
        first_day: first,
        last_day: last,
        status,
        decided_by: decided ? person.managerId : null,
      });
    };
    for (const year of [-2, -1, 0, 1].map((offset) => Number(today.slice(0, 4)) + offset)) {
      const summer = mondayOf(`${year}-07-${String(random.whole(1, 28)).padStart(2, '0')}`);
      add(summer, addDays(summer, random.pick([11, 11, 18])), typeId);
      const winter = mondayOf(`${year}-12-${String(random.whole(20, 28)).padStart(2, '0')}`);
      if (random.chance(0.6)) add(winter, addDays(winter, 4), typeId);
      for (let days = random.whole(2, 5); days > 0; days--) {
        const day = addDays(`${year}-01-04`, random.whole(0, 340));
        if (weekday(day) <= 5) add(day, day, random.chance(0.3) && day < today ? sickTypeId : typeId);
      }
    }
  }
  await withTenant(host, { tenant }, (tx) => tx.write.insert('leave.requests', rows));
}
