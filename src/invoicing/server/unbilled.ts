import { type Day, addDays, daysBetween } from '../../kit/day.ts';
import type { Page } from '../../kit/endpoint.ts';
import { notFound } from '../../kit/problem.ts';
import { teamsBelow, today } from '../../people/server/public.ts';
import { orderBy, pageOf } from '../../server/paging.ts';
import { and, planned, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import type { UnbilledProject } from '../contract.ts';
import type { Group } from '../rules.ts';
import { AGES, agedAmounts, amountOfWorth } from '../rules/wip.ts';
import { grouped } from './grouping.ts';
import { visibleProject } from './policy.ts';
import { type BilledProject, type RatedSum, isUnbilled, projectFor, ratedEntries, ratedSums } from './rated-time.ts';

/** The project, if the actor sees its billing and it is billed at all. @throws Problem 404 */
export async function billedProject(tx: Tx, actor: Actor, id: string): Promise<BilledProject> {
  const project = await projectFor(tx, id, and(visibleProject(tx, actor)));
  if (!project) throw notFound('There is no such project.');
  return project;
}

interface Filters {
  search?: string;
  clients?: string[];
  projects?: string[];
  teams?: string[];
  until?: Day;
  sort?: string;
  page?: number;
  per_page?: number;
}

const sortable = {
  project: 'project_lc collate app.names',
  client: 'client collate app.names',
  seconds: 'seconds',
  oldest: 'oldest',
};

interface Found extends BilledProject {
  project: string;
  client: string;
  seconds: number;
  oldest: Day | null;
  instalments_due: number;
  drafts: number;
  waiting_off: number;
}

const some = <T>(list: readonly T[] | undefined): list is readonly T[] => list !== undefined && list.length > 0;

/**
 * Projects with chargeable time that stands on no invoice, or with instalments that are due, one page. What the time is worth is
 * computed for the projects of the page alone: every hour has the rate of its own day.
 */
export async function listUnbilled(tx: Tx, actor: Actor, { body = {} }: { body?: Filters }): Promise<Page<UnbilledProject>> {
  const until = body.until ?? (await today(tx));
  const search = body.search?.trim().toLowerCase();
  const condition = and(
    visibleProject(tx, actor),
    search
      ? sql`(position(${search} in p.name_lc) > 0 or position(${search} in p.code_lc) > 0 or position(${search} in c.name_lc) > 0)`
      : undefined,
    some(body.clients) ? sql`p.client_id = any(${body.clients}::uuid[])` : undefined,
    some(body.projects) ? sql`p.id = any(${body.projects}::uuid[])` : undefined,
    some(body.teams) ? sql`p.team_id in (${teamsBelow(tx, body.teams)})` : undefined,
  );
  const select = planned(sql`
    select p.id, p.code, p.name, p.name as project, p.name_lc as project_lc, p.client_id, c.name as client, p.chargeable, p.fee_kind,
      p.billing_status, p.budget_fee, p.currency, coalesce(w.seconds, 0)::bigint as seconds, w.oldest,
      coalesce(n.due, 0)::bigint as instalments_due,
      (select count(*) from invoicing.invoices d where d.tenant_id = p.tenant_id and d.project_id = p.id and d.status = 'draft')::int as drafts,
      (select coalesce(sum(o.value), 0) from invoicing.write_offs o where o.tenant_id = p.tenant_id and o.project_id = p.id
        and o.state = 'waiting')::bigint as waiting_off
    from clients.projects p
    join clients.clients c on c.tenant_id = p.tenant_id and c.id = p.client_id
    left join (
      select e.project_id, sum(e.seconds) as seconds, min(e.day) as oldest from time.entries e
      where e.tenant_id = ${tx.tenant} and e.project_id is not null and ${isUnbilled(until)} group by e.project_id
    ) w on w.project_id = p.id
    left join (
      select x.project_id, sum(x.amount) as due from invoicing.instalments x
      where x.tenant_id = ${tx.tenant} and x.invoice_id is null and (x.due_on <= ${until} or x.reached_on <= ${until}) group by x.project_id
    ) n on n.project_id = p.id
    where p.tenant_id = ${tx.tenant} and p.chargeable and not p.is_template and (w.seconds > 0 or n.due > 0) and ${condition}`);
  const page = await pageOf<Found>(tx, select, sql`${orderBy(body.sort ?? '-seconds', sortable, 'seconds')}, id`, body);
  const ages = AGES.toReversed().map((most) => addDays(until, -most));
  const entries = await ratedSums(tx, page.rows, until, ages);
  const byProject = Map.groupBy(entries, ({ project_id }) => project_id);
  return { ...page, rows: page.rows.map((row) => rowOf(row, byProject.get(row.id) ?? [], until)) };
}

function rowOf(row: Found, entries: readonly RatedSum[], until: Day): UnbilledProject {
  const worth = [0, 0, 0, 0];
  let [standard, unapproved, unrated] = [0, 0, 0];
  for (const entry of entries) {
    const age = daysBetween(entry.day, until);
    const at = AGES.findIndex((most) => age <= most);
    const place = at < 0 ? AGES.length : at;
    worth[place] = (worth[place] ?? 0) + entry.seconds * (entry.rate ?? 0);
    standard += entry.seconds * (entry.standard_rate ?? 0);
    if (!entry.approved) unapproved += entry.seconds;
    if (entry.rate === null) unrated += entry.seconds;
  }
  const ages = agedAmounts(worth);
  return {
    ...row,
    project_id: row.id,
    client_id: row.client_id ?? '',
    unapproved_seconds: unapproved,
    unrated_seconds: unrated,
    value: ages.reduce((all, each) => all + each, 0),
    standard: amountOfWorth(standard),
    ages,
  };
}

interface Preview {
  project_id: string;
  until?: Day;
  group_by?: Group;
}

const GROUP_BY: Group = 'person';

/** How the project's time is put together where nobody says. */
export const usualGroup = async (tx: Tx, projectId: string): Promise<Group> =>
  (
    await tx.one<{ group_by: Group }>(
      sql`select group_by from invoicing.terms where tenant_id = ${tx.tenant} and id = ${projectId}`,
    )
  )?.group_by ?? GROUP_BY;

/** The lines that the approved unbilled time of a project would make, and the instalments that are open. @throws Problem 404 */
export async function previewUnbilled(tx: Tx, actor: Actor, { query }: { query: Preview }) {
  const project = await billedProject(tx, actor, query.project_id);
  const until = query.until ?? (await today(tx));
  const by = query.group_by ?? (await usualGroup(tx, project.id));
  const [entries, instalments] = await Promise.all([
    ratedEntries(tx, [project], isUnbilled(until)),
    tx.all<{ id: string; label: string; amount: number; due_on: Day | null; due: boolean }>(sql`
      select id, label, amount, due_on, (due_on is not null and due_on <= ${until} or reached_on is not null and reached_on <= ${until}) as due
      from invoicing.instalments where tenant_id = ${tx.tenant} and project_id = ${project.id} and invoice_id is null
      order by position, id`),
  ]);
  const approved = entries.filter((entry) => entry.approved);
  const groups = await grouped(tx, project, by, approved);
  const sum = (of: (group: (typeof groups)[number]) => number): number => groups.reduce((all, group) => all + of(group), 0);
  return {
    currency: project.currency,
    until,
    group_by: by,
    first_day: approved[0]?.day ?? null,
    lines: groups.map((group) => ({ ...group, entries: group.entries.length })),
    seconds: sum(({ seconds }) => seconds),
    value: sum(({ value }) => value),
    standard: sum(({ standard }) => standard),
    unapproved_seconds: entries.reduce((all, entry) => all + (entry.approved ? 0 : entry.seconds), 0),
    instalments,
  };
}
