import { type Day, addDays, addMonths } from '../../kit/day.ts';
import { sql } from '../sql.ts';
import { type Tx, type TxHost, withTenant } from '../tx.ts';
import { family, given } from './names.ts';
import { Random } from './random.ts';

interface Client {
  id: string;
  name: string;
  version: number;
}

interface Project {
  id: string;
  starts_on: Day;
  ends_on: Day;
  budget_minutes: number;
  budget_fee: number;
  version: number;
}

interface Leader {
  id: string;
  grade: string;
}

const CITIES: readonly [country: string, city: string, postalCode: string, vat: string][] = [
  ['DE', 'Berlin', '10115', 'DE'],
  ['DE', 'Hamburg', '20095', 'DE'],
  ['FR', 'Lyon', '69002', 'FR40'],
  ['ES', 'Madrid', '28013', 'ESB'],
  ['GB', 'London', 'EC2A 4NE', 'GB'],
];
const LANGUAGES: Readonly<Record<string, string>> = { DE: 'de', FR: 'fr', ES: 'es', GB: 'en' };
const POSITIONS = ['Chief Financial Officer', 'Head of Accounting', 'Controller', 'Managing Director'];
const PHASES: readonly [name: string, share: number][] = [
  ['Planning', 0.2],
  ['Fieldwork', 0.55],
  ['Reporting', 0.25],
];
const GRADE_SHARES: readonly [grade: string, share: number][] = [
  ['Junior', 0.45],
  ['Senior', 0.35],
  ['Manager', 0.15],
  ['Partner', 0.05],
];

const digits = (random: Random, count: number): string => Array.from({ length: count }, () => random.whole(0, 9)).join('');

/** Billing details, contacts and somebody who answers for it, for every client; every sixth stands in the group of the one before. */
function clientFacts(random: Random, clients: readonly Client[], leaders: readonly Leader[]) {
  const partners = leaders.filter(({ grade }) => grade === 'Partner');
  const contacts: Record<string, unknown>[] = [];
  const changes = clients.map((client, index) => {
    const [country, city, postal_code, vat] = random.pick(CITIES);
    const domain = `${client.name.toLowerCase().replace(/[^a-z]/g, '')}.example`;
    for (let n = random.whole(1, 3); n > 0; n--) {
      const [first, last] = [random.pick(given[country] ?? []), random.pick(family[country] ?? [])];
      contacts.push({
        client_id: client.id,
        name: `${first} ${last}`,
        position: random.pick(POSITIONS),
        email: `office${n}@${domain}`,
        phone: `+49 30 ${digits(random, 6)}`,
        is_billing: n === 1,
      });
    }
    return {
      before: { ...client },
      set: {
        parent_id: index % 6 === 5 ? (clients[index - 1]?.id ?? null) : null,
        responsible_id: random.pick(partners).id,
        legal_name: client.name,
        street: `Main Street ${random.whole(1, 180)}`,
        postal_code,
        city,
        country,
        vat_id: `${vat}${digits(random, country === 'ES' ? 8 : 9)}`,
        billing_email: `invoices@${domain}`,
        language: LANGUAGES[country],
        currency: 'EUR',
        payment_days: random.pick([14, 30, 30, 45]),
      },
    };
  });
  return { changes, contacts };
}

/** Phases and budgets by grade of some projects, and how their clients pay. */
function projectFacts(random: Random, projects: readonly Project[]) {
  const phases: Record<string, unknown>[] = [];
  const grades: Record<string, unknown>[] = [];
  const changes = projects.map((project) => {
    const days = Math.max(3, Math.round((Date.parse(project.ends_on) - Date.parse(project.starts_on)) / 86_400_000));
    if (random.chance(0.4)) {
      let from = 0;
      PHASES.forEach(([name, share], position) => {
        const to = from + Math.round(days * share) - 1;
        phases.push({
          project_id: project.id,
          position,
          name,
          starts_on: addDays(project.starts_on, from),
          ends_on: addDays(project.starts_on, Math.max(from, Math.min(to, days))),
          budget_minutes: Math.round(project.budget_minutes * share),
          budget_fee: Math.round(project.budget_fee * share),
        });
        from = to + 1;
      });
    }
    if (random.chance(0.4))
      for (const [grade, share] of GRADE_SHARES)
        grades.push({
          project_id: project.id,
          grade,
          budget_minutes: Math.round(project.budget_minutes * share),
          budget_fee: null,
        });
    return {
      before: { ...project },
      set: { fee_kind: random.pick(['time_and_materials', 'time_and_materials', 'fixed', 'fixed', 'capped', 'retainer']) },
    };
  });
  return { changes, phases, grades };
}

/** Who is booked within the days of a phase is booked on it. */
async function bookOnPhases(tx: Tx): Promise<void> {
  const booked = await tx.all<{ phase: string; id: string; version: number }>(sql`
    select b.*, h.id as phase from planning.bookings b
    join clients.phases h on h.tenant_id = b.tenant_id and h.project_id = b.project_id
      and h.starts_on <= b.first_day and h.ends_on >= b.last_day
    where b.tenant_id = ${tx.tenant} order by b.id`);
  await tx.write.update(
    'planning.bookings',
    booked.map(({ phase, ...before }) => ({ before, set: { phase_id: phase } })),
  );
}

/**
 * What a firm knows of its clients and projects beside their names. Drawn from a generator of its own, so that the people, time
 * and bookings of the firm stay what they are.
 */
export async function layEngagements(host: TxHost, tenant: number, today: Day): Promise<void> {
  const random = new Random(70_271);
  await withTenant(host, { tenant }, async (tx) => {
    const [clients, projects, leaders, teams] = await Promise.all([
      tx.all<Client>(sql`select * from clients.clients where tenant_id = ${tenant} order by name_lc collate "C"`),
      tx.all<Project>(sql`select * from clients.projects where tenant_id = ${tenant} and client_id is not null order by code_lc`),
      tx.all<Leader>(sql`
        select id, grade from access.memberships where tenant_id = ${tenant} and category = 'operational' order by id`),
      tx.all<{ id: string }>(sql`select id from people.teams where tenant_id = ${tenant} order by name_lc collate "C"`),
    ]);
    const ofClients = clientFacts(
      random,
      clients,
      leaders.some(({ grade }) => grade === 'Partner') ? leaders : leaders.map((each) => ({ ...each, grade: 'Partner' })),
    );
    await tx.write.update('clients.clients', ofClients.changes);
    await tx.write.insert('clients.contacts', ofClients.contacts);
    // Over for a year, or not yet begun: the plan of the firm knows nothing of them.
    const [past, coming] = [addMonths(today, -36), addMonths(today, 14)];
    await tx.write.insert('clients.restrictions', [
      {
        client_id: clients[0]?.id,
        user_id: leaders[0]?.id,
        team_id: null,
        reason: 'Held shares of the client',
        valid_from: past,
        valid_to: addMonths(today, -25),
      },
      {
        client_id: clients[1]?.id,
        user_id: null,
        team_id: teams[0]?.id,
        reason: 'Rotation after seven years',
        valid_from: coming,
        valid_to: 'infinity',
      },
    ]);
    const ofProjects = projectFacts(random, projects);
    await tx.write.update('clients.projects', ofProjects.changes);
    await tx.write.insert('clients.phases', ofProjects.phases);
    await tx.write.insert('clients.grade_budgets', ofProjects.grades);
    await bookOnPhases(tx);
    // What was used up before the firm came here is no news.
    await tx.all(sql`
      insert into time.budgets_told (tenant_id, id, project_id, percent, budget_minutes)
      select p.tenant_id, gen_random_uuid(), p.id, s.percent, p.budget_minutes
      from clients.projects p cross join unnest('{80,100}'::int[]) as s(percent)
      where p.tenant_id = ${tenant} and p.budget_minutes::bigint * 60 * s.percent <= 100 * (
        select coalesce(sum(m.seconds), 0) from time.months m where m.tenant_id = p.tenant_id and m.project_id = p.id)
      returning 1`);
  });
}
