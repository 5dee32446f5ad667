import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { type Day, addDays, addMonths, dayIn } from '../../kit/day.ts';
import { CATEGORIES, type Category, GRADES, type Grade } from '../../kit/grades.ts';
import { newId } from '../../kit/ids.ts';
import { sql } from '../sql.ts';
import { type TxHost, withTenant } from '../tx.ts';
import { type WorkedProject, layActivity, layLeave, layLeaveRules } from './activity.ts';
import { layBudgets } from './budgets.ts';
import { layEngagements } from './engagements.ts';
import { type PersonSpec, addStaff, createFirm } from './firm.ts';
import { clientKinds, clientStems, engagements, family, given, sectors } from './names.ts';
import { layInvoices } from './invoices.ts';
import { layPricings } from './pricings.ts';
import { Random } from './random.ts';
import { layVariables } from './variables.ts';

export interface DemoAccount {
  email: string;
  password: string;
  tenants: string[];
  category: Category;
  grade: Grade;
  role: string;
  is_superuser: boolean;
}

export interface DemoFile {
  baseUrl: string;
  accounts: DemoAccount[];
}

const newPassword = (): string => randomBytes(12).toString('base64url');

/** Staff by grade, lowest first: a firm of about 120 with the usual pyramid. */
const HEADCOUNT: Record<Grade, number> = {
  Intern: 8,
  Junior: 34,
  Senior: 32,
  Manager: 22,
  'Senior Manager': 12,
  Director: 7,
  Partner: 6,
};
const SHARE: Record<Grade, number> = {
  Intern: 0.6,
  Junior: 0.8,
  Senior: 0.82,
  Manager: 0.72,
  'Senior Manager': 0.62,
  Director: 0.5,
  Partner: 0.4,
};
const TARGETS: Record<Grade, number> = {
  Intern: 5500,
  Junior: 7500,
  Senior: 7800,
  Manager: 7000,
  'Senior Manager': 6000,
  Director: 5000,
  Partner: 3500,
};
const COUNTRIES = ['DE', 'GB', 'FR', 'ES'];
const TEAMS: [name: string, parent: string | null, country: string | null][] = [
  ['Audit', null, null],
  ['Audit Berlin', 'Audit', 'DE'],
  ['Audit London', 'Audit', 'GB'],
  ['Tax', null, null],
  ['Tax Paris', 'Tax', 'FR'],
  ['Tax Berlin', 'Tax', 'DE'],
  ['Advisory', null, null],
  ['Advisory Madrid', 'Advisory', 'ES'],
  ['Advisory London', 'Advisory', 'GB'],
  ['Operations', null, 'DE'],
];

export interface Member extends PersonSpec {
  id: string;
  team: string;
  chargeableShare: number;
}

export function makeStaff(random: Random, domain: string, today: Day): Member[] {
  const staff: Member[] = [];
  const emails = new Set<string>();
  const add = (grade: Grade, category: Category, team: string, country: string): Member => {
    const firstName = random.pick(given[country] ?? []);
    const lastName = random.pick(family[country] ?? []);
    const plain = `${firstName}.${lastName}`
      .toLowerCase()
      .normalize('NFD')
      .replace(/[^a-z.]/g, '');
    let email = `${plain}@${domain}`;
    for (let number = 2; emails.has(email); number++) email = `${plain}${number}@${domain}`;
    emails.add(email);
    const years = random.whole(0, 9);
    const employedFrom = addDays(today, -random.whole(years > 0 ? 760 : 120, 760 + years * 300));
    const pattern = random.chance(0.12)
      ? random.chance(0.5)
        ? [480, 480, 480, 480, 0, 0, 0]
        : [360, 360, 360, 360, 360, 0, 0]
      : [480, 480, 480, 480, 480, 0, 0];
    const operational = category === 'operational';
    const member = {
      id: newId(),
      firstName,
      lastName,
      email,
      category,
      grade,
      country,
      employedFrom,
      pattern,
      team,
      chargeableShare: operational ? SHARE[grade] : 0,
    };
    staff.push(member);
    return member;
  };
  const rooms = TEAMS.filter(([, parent]) => parent !== null);
  for (const grade of GRADES) {
    for (let number = 0; number < HEADCOUNT[grade]; number++) {
      const [team, , country] = rooms[number % rooms.length] as (typeof TEAMS)[number];
      add(grade, 'operational', team, country ?? 'DE');
    }
  }
  for (const category of CATEGORIES.filter((each) => each !== 'operational')) {
    for (const grade of GRADES) add(grade, category, 'Operations', 'DE');
  }
  return staff;
}

/** Everybody reports to somebody of a higher grade in the same team, else in the firm. */
export function setManagers(random: Random, staff: Member[]): void {
  for (const member of staff) {
    const above = staff.filter(
      (other) => GRADES.indexOf(other.grade) > GRADES.indexOf(member.grade) && GRADES.indexOf(other.grade) >= 3,
    );
    const near = above.filter((other) => other.team === member.team);
    const managers = near.length > 0 ? near : above.filter((other) => other.category === 'operational');
    member.managerId = managers.length > 0 ? random.pick(managers).id : null;
  }
}

/** The accounts that can sign in: one for each category and grade, an administrator, and one in both firms. */
export function chooseAccounts(staff: Member[]): { accounts: DemoAccount[]; both: Member } {
  const accounts: DemoAccount[] = [];
  const chosen: Member[] = [];
  for (const category of CATEGORIES) {
    for (const grade of GRADES) {
      const member = staff.find((each) => each.category === category && each.grade === grade) as Member;
      member.password = newPassword();
      member.isSuperuser = category === 'hr' && grade === 'Partner';
      chosen.push(member);
    }
  }
  const both = chosen.find((each) => each.category === 'operational' && each.grade === 'Manager') as Member;
  for (const member of chosen) {
    accounts.push({
      email: member.email as string,
      password: member.password as string,
      tenants: member === both ? ['northgate', 'alder'] : ['northgate'],
      category: member.category,
      grade: member.grade,
      role: 'user',
      is_superuser: member.isSuperuser ?? false,
    });
  }
  return { accounts, both };
}

async function layClients(
  host: TxHost,
  random: Random,
  tenant: number,
  staff: Member[],
  count: number,
  from: Day,
  today: Day,
): Promise<WorkedProject[]> {
  const stems = random.shuffle(clientStems).slice(0, count);
  const clients = stems.map((stem) => {
    const kind = random.pick(clientKinds);
    return { id: newId(), name: `${stem} ${kind}`, sector: sectors[kind] };
  });
  const leads = staff.filter((member) => GRADES.indexOf(member.grade) >= 3 && member.category === 'operational');
  const rows: (WorkedProject & Record<string, unknown>)[] = [];
  const managers: { project_id: string; user_id: string }[] = [];
  clients.forEach((client, index) => {
    for (let number = random.whole(1, 4); number > 0; number--) {
      const id = newId();
      const engagement = engagements[(index * 5 + number * 3) % engagements.length] as string;
      const startsOn = addDays(from, random.whole(-60, 330));
      const endsOn = addDays(today, random.whole(-200, 420));
      const over = endsOn < today;
      rows.push({
        id,
        chargeable: true,
        startsOn,
        endsOn: endsOn > startsOn ? endsOn : addDays(startsOn, 300),
        code: `${client.name.slice(0, 3).toUpperCase()}-${String(index * 10 + number).padStart(3, '0')}`,
        name: `${engagement} ${startsOn.slice(0, 4)}`,
        client_id: client.id,
        status: over ? 'completed' : 'active',
        billing_status: over
          ? random.pick(['billed', 'part_billed', 'ready_to_bill'])
          : random.pick(['not_started', 'in_progress', 'in_progress']),
        budget_minutes: random.whole(20, 260) * 600,
        budget_fee: random.whole(15, 320) * 100_000,
        currency: 'EUR',
      });
      managers.push({ project_id: id, user_id: random.pick(leads).id });
    }
  });
  await withTenant(host, { tenant }, async (tx) => {
    await tx.write.insert('clients.clients', clients);
    await tx.write.insert(
      'clients.projects',
      rows.map(({ startsOn, endsOn, ...row }) => ({ ...row, starts_on: startsOn, ends_on: endsOn })),
    );
    await tx.write.insert('clients.project_managers', managers);
  });
  return random.shuffle(rows);
}

export async function layFirm(
  host: TxHost,
  random: Random,
  tenant: number,
  staff: Member[],
  clients: number,
  today: Day,
  months = 24,
): Promise<void> {
  const from = addMonths(today, -months);
  const teamIds = new Map(TEAMS.map(([name]) => [name, newId()]));
  await withTenant(host, { tenant }, async (tx) => {
    for (const level of [TEAMS.filter(([, parent]) => !parent), TEAMS.filter(([, parent]) => parent)]) {
      await tx.write.insert(
        'people.teams',
        level.map(([name, parent, country]) => ({
          id: teamIds.get(name),
          name,
          parent_id: parent ? teamIds.get(parent) : null,
          country,
        })),
      );
    }
    // Managers first: a person's manager must be there.
    const order = [...staff].sort((a, b) => GRADES.indexOf(b.grade) - GRADES.indexOf(a.grade));
    await addStaff(
      tx,
      order.map((member) => ({ ...member, teamId: teamIds.get(member.team) ?? null })),
    );
    const teams = await tx.all<{ id: string; name: string; version: number }>(
      sql`select * from people.teams where tenant_id = ${tenant}`,
    );
    const leads = teams.flatMap((team) => {
      const lead = order.find((member) => member.team === team.name && GRADES.indexOf(member.grade) >= 3);
      return lead ? [{ before: team, set: { lead_id: lead.id } }] : [];
    });
    await tx.write.update('people.teams', leads);
    await tx.write.insert(
      'people.targets',
      GRADES.map((grade) => ({ grade, basis_points: TARGETS[grade], valid_from: '2020-01-01' })),
    );
  });
  const types = await withTenant(host, { tenant, readOnly: true }, (tx) =>
    tx.all<{ id: string; name: string }>(sql`select id, name from leave.types where tenant_id = ${tenant} order by name`),
  );
  const typeOf = (name: string): string => types.find((type) => type.name === name)?.id ?? '';
  const countries = [...new Set(staff.map((member) => member.country))];
  await layLeaveRules(host, tenant, typeOf('Vacation'), countries, `${Number(today.slice(0, 4)) - 2}-01-01`);
  await layLeave(
    host,
    random,
    tenant,
    staff.map(({ id, managerId }) => ({ id, managerId: managerId ?? null })),
    typeOf('Vacation'),
    typeOf('Sick leave'),
    today,
  );
  const projects = await layClients(host, random, tenant, staff, clients, from, today);
  const tasks = await withTenant(host, { tenant, readOnly: true }, (tx) =>
    tx.all<{ id: string; chargeable: boolean }>(
      sql`select id, chargeable from settings.task_types where tenant_id = ${tenant} order by name_lc`,
    ),
  );
  await layActivity(host, random, {
    tenant,
    staff,
    projects,
    internalTasks: tasks.filter((task) => !task.chargeable).map((task) => task.id),
    chargeableTasks: tasks.filter((task) => task.chargeable).map((task) => task.id),
    from,
    today,
    weeksAhead: 26,
    missing: 0.025,
  });
  await layBudgets(host, tenant, today);
  await layEngagements(host, tenant, today);
  await layVariables(host, tenant, today);
  await layPricings(host, tenant, today);
  await layInvoices(host, tenant, today);
}

/**
 * Makes the two demo firms on an empty database and writes the accounts with their random passwords to `demo.json`,
 * readable by the owner of the data folder alone. The file is written last: a start that was cut off says so.
 */
export async function layDemo(host: TxHost, adminUrl: string, dataDir: string, baseUrl: string): Promise<DemoFile> {
  const today = dayIn('Europe/Berlin', host.clock());
  const year = Number(today.slice(0, 4));
  const years = [year - 3, year - 2, year - 1, year, year + 1, year + 2];
  const random = new Random(20_261);
  const firm = { currency: 'EUR', timeZone: 'Europe/Berlin', years };
  const northgate = await createFirm(host, adminUrl, {
    ...firm,
    slug: 'northgate',
    name: 'Northgate Advisory',
    countries: COUNTRIES,
  });
  const staff = makeStaff(random, 'northgate.example', today);
  setManagers(random, staff);
  const { accounts, both } = chooseAccounts(staff);
  await layFirm(host, random, northgate, staff, 45, today);

  const alder = await createFirm(host, adminUrl, { ...firm, slug: 'alder', name: 'Alder & Partners', countries: ['DE'] });
  const few = makeStaff(random, 'alder.example', today).filter((_, index) => index % 9 === 0);
  const twin: Member = {
    ...both,
    id: newId(),
    team: 'Audit Berlin',
    country: 'DE',
    category: 'hr',
    grade: 'Partner',
    isSuperuser: true,
    managerId: null,
  };
  few.push(twin);
  setManagers(random, few);
  await layFirm(host, random, alder, few, 8, today);

  const file: DemoFile = { baseUrl, accounts };
  fs.writeFileSync(path.join(dataDir, 'demo.json'), `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600 });
  return file;
}
