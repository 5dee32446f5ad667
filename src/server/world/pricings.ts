import { type Day, addDays, addMonths } from '../../kit/day.ts';
import { newId } from '../../kit/ids.ts';
import { sharesOf } from '../../kit/money.ts';
import type { LineInput, TableInput } from '../../pricing/contract.ts';
import { type Kind, type Status, converted, price } from '../../pricing/rules.ts';
import { stressesOf } from '../../pricing/rules/worst.ts';
import { practiceOf, stamped } from '../../pricing/server/stamps.ts';
import { type Hour, emptyLine, ratedHours } from '../../pricing/server/tables.ts';
import { figuresOf, keepTables } from '../../pricing/server/writes.ts';
import { sql } from '../sql.ts';
import { type Tx, type TxHost, withTenant } from '../tx.ts';

interface Project {
  id: string;
  name: string;
  client_id: string;
  budget_minutes: number;
  manager_id: string;
}
interface Person {
  id: string;
  grade: string;
}
type Steps = readonly ('submitted' | 'asked' | 'approved' | 'rejected' | 'won' | 'lost')[];

/** How the pricings of the demo stand: of what kind, how much below their rates, and what became of them. */
const CASES: readonly { kind: Kind; discount: number; status: Status; steps: Steps }[] = [
  { kind: 'standard', discount: 0, status: 'won', steps: ['submitted', 'approved', 'won'] },
  { kind: 'standard', discount: 900, status: 'submitted', steps: ['submitted'] },
  { kind: 'multi', discount: 400, status: 'draft', steps: [] },
  { kind: 'standard', discount: 0, status: 'submitted', steps: ['submitted', 'asked'] },
  { kind: 'secondment', discount: 0, status: 'approved', steps: ['submitted', 'approved'] },
  { kind: 'standard', discount: 2600, status: 'rejected', steps: ['submitted', 'rejected'] },
  { kind: 'multi', discount: 0, status: 'approved', steps: ['submitted', 'approved'] },
  { kind: 'standard', discount: 1500, status: 'lost', steps: ['submitted', 'approved', 'lost'] },
  { kind: 'standard', discount: 500, status: 'draft', steps: [] },
];
const REASONS: Readonly<Record<string, string>> = {
  submitted: 'The client has been with us for years; the scope is that of last year.',
  asked: 'Do the hours of fieldwork hold with the new branch?',
  rejected: 'Too far below the standard rates for this risk.',
  lost: 'The client stayed with its auditor.',
};
/** Of the hours of a table, by grade. */
const SHARES: Readonly<Record<string, number>> = {
  Intern: 10,
  Junior: 34,
  Senior: 30,
  Manager: 14,
  'Senior Manager': 6,
  Director: 3,
  Partner: 3,
};
const PHASES = ['Planning', 'Fieldwork', 'Reporting'];
const PHASE_WEIGHTS = [20, 55, 25];
const MONTHS = 6;
const DAY = 480;

/** The first line of each grade, with its share of the hours over the columns. */
function linesOf(hours: readonly Hour[], minutes: number): LineInput[] {
  const first = hours.filter((hour, index) => hours.findIndex(({ grade }) => grade === hour.grade) === index);
  const parts = sharesOf(
    Math.round(minutes / 30),
    first.map(({ grade }) => SHARES[grade] ?? 0),
  );
  return first.map((hour, index) => ({
    ...emptyLine(hour, PHASES.length),
    minutes: sharesOf(parts[index] ?? 0, PHASE_WEIGHTS).map((halves) => halves * 30),
  }));
}

const tableOf = (name: string, service_line_id: string, lines: LineInput[], more: Partial<TableInput>): TableInput => ({
  name,
  service_line_id,
  country: 'DE',
  currency: 'EUR',
  lines,
  ...more,
});

interface Ground {
  lines: readonly { id: string; name: string }[];
  hours: readonly Hour[];
  people: readonly Person[];
}

/** What is priced for a project. */
function tablesFor(
  project: Project,
  { kind, discount }: (typeof CASES)[number],
  { lines, hours, people }: Ground,
  index: number,
) {
  const of = (id: string): Hour[] => hours.filter(({ service_line_id }) => service_line_id === id);
  const [own, second] = [lines[index % lines.length], lines[(index + 1) % lines.length]];
  if (!own || !second) return [];
  if (kind === 'secondment') {
    const senior = of(own.id).find(({ grade }) => grade === 'Senior');
    const person = people.find(({ grade }) => grade === 'Senior');
    if (!senior || !person) return [];
    const line = { ...emptyLine(senior, MONTHS), user_id: person.id, minutes: Array.from({ length: MONTHS }, () => 18 * DAY) };
    return [tableOf(own.name, own.id, [{ ...line, rate: 98_000, allowance: 35_000 }], { kind: 'secondment', on_cost: 1200 })];
  }
  const expenses = [{ label: 'Travel', paid: 180_000, charged: 180_000 }];
  const first = tableOf(own.name, own.id, linesOf(of(own.id), project.budget_minutes), { discount, expenses });
  if (kind === 'standard') return [first];
  return [first, tableOf(second.name, second.id, linesOf(of(second.id), Math.round(project.budget_minutes / 3)), { discount })];
}

/** Who may decide on what somebody else submitted: somebody of the highest grade. */
const deciderFor = (people: readonly Person[], owner: string, index: number): string =>
  people.filter(({ id, grade }) => grade === 'Partner' && id !== owner)[index % 3]?.id ?? owner;

async function layOne(tx: Tx, project: Project, index: number, ground: Ground, today: Day): Promise<void> {
  const found = CASES[index % CASES.length];
  if (!found) return;
  const { kind, status, steps } = found;
  const isStay = kind === 'secondment';
  const columns = isStay ? Array.from({ length: MONTHS }, (_, month) => addMonths(today, month + 1)) : PHASES;
  const given = tablesFor(project, found, ground, index);
  const tables = await stamped(tx, given, {
    ground: { currency: 'EUR', columns: columns.length, rate_day: today, project_id: project.id, kind },
    practice: await practiceOf(tx),
    before: [],
  });
  const figures = figuresOf(tables);
  const [id, version, owner] = [newId(), newId(), project.manager_id];
  const partner = deciderFor(ground.people, owner, index);
  const at = (days: number): Date => new Date(`${addDays(today, days - 20 - index)}T09:${10 + index}:00Z`);
  await tx.write.insert('pricing.pricings', [
    {
      id,
      client_id: project.client_id,
      project_id: project.id,
      name: project.name,
      kind,
      owner_id: owner,
      partner_id: kind === 'multi' ? partner : null,
    },
  ]);
  await tx.write.insert('pricing.versions', [
    {
      id: version,
      pricing_id: id,
      number: 1,
      is_latest: true,
      status,
      currency: 'EUR',
      unit: isStay ? 'month' : 'phase',
      columns,
      rate_day: today,
      note: '',
      submission: steps.length > 0 ? 1 : 0,
      submitted_by: steps.length > 0 ? owner : null,
      submitted_at: steps.length > 0 ? at(1) : null,
      ...figures,
      created_by: owner,
    },
  ]);
  await keepTables(tx, version, tables);
  if (steps.length === 0) return;
  await tx.write.insert(
    'pricing.history',
    steps.map((action, step) => ({
      pricing_id: id,
      number: 1,
      at: at(step + 1),
      user_id: action === 'submitted' || action === 'won' || action === 'lost' ? owner : partner,
      action,
      reason: REASONS[action] ?? '',
    })),
  );
  if (steps.includes('asked'))
    await tx.write.insert(
      'pricing.messages',
      [
        [partner, 'Who audits the branch itself?', 3],
        [owner, 'A local firm does; we only review its package, so the hours hold.', 4],
      ].map(([user_id, text, days]) => ({ pricing_id: id, user_id, at: at(days as number), text, about: '', mentions: [] })),
    );
  const { tables: own, missing: _missing, ...whole } = price(tables);
  const stored = await tx.all<{ id: string; name: string }>(sql`
    select id, name from pricing.tables where tenant_id = ${tx.tenant} and version_id = ${version} order by position`);
  const seen = {
    whole,
    tables: own.map(({ lines: _lines, missing: _none, tier, ...table }, place) => ({
      id: stored[place]?.id,
      name: stored[place]?.name,
      currency: 'EUR',
      ...converted(table, 1_000_000),
      tier,
    })),
    stresses: stressesOf(tables, () => undefined),
  };
  const decision = status === 'submitted' ? null : status === 'rejected' ? 'rejected' : 'approved';
  const needed = [null, ...(kind === 'multi' ? stored : [])];
  await tx.write.insert(
    'pricing.approvals',
    needed.map((table) => ({
      version_id: version,
      submission: 1,
      table_id: table?.id ?? null,
      tier: whole.tier,
      user_id: kind === 'multi' ? partner : null,
      submitted_by: owner,
      decision,
      decided_by: decision ? partner : null,
      decided_at: decision ? at(2) : null,
      reason: decision === 'rejected' ? (REASONS['rejected'] ?? '') : '',
      seen,
    })),
  );
}

const EVERY = 6;

/** Pricings of every sixth project, in every state and of every kind. Nothing is drawn by chance. */
export async function layPricings(host: TxHost, tenant: number, today: Day): Promise<void> {
  await withTenant(host, { tenant }, async (tx) => {
    const [projects, lines, people] = await Promise.all([
      tx.all<Project>(sql`
        select p.id, p.name, p.client_id, p.budget_minutes, min(m.user_id::text)::uuid as manager_id
        from clients.projects p join clients.project_managers m on m.tenant_id = p.tenant_id and m.project_id = p.id
        where p.tenant_id = ${tenant} and p.client_id is not null and p.budget_minutes is not null and not p.is_template
          and p.status in ('active', 'planned') group by p.tenant_id, p.id order by p.code`),
      tx.all<{ id: string; name: string }>(sql`
        select id, name from rates.service_lines where tenant_id = ${tenant} and is_active order by name_lc collate app.names`),
      tx.all<Person>(sql`select id, grade from access.memberships where tenant_id = ${tenant} and is_active order by id`),
    ]);
    const hours = await ratedHours(tx, { lines: lines.map(({ id }) => id), country: 'DE', day: today });
    const chosen = projects.filter((_, index) => index % EVERY === 0).slice(0, CASES.length * 2);
    for (const [index, project] of chosen.entries()) await layOne(tx, project, index, { lines, hours, people }, today);
  });
}
