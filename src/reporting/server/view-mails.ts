import { buffer } from 'node:stream/consumers';
import { said } from '../../kit/said.ts';
import type { Day } from '../../kit/day.ts';
import { actorFor, mayCall } from '../../access/server/public.ts';
import { reachOf, today } from '../../people/server/public.ts';
import { type Job, forEveryFirm, jobKind, onJob } from '../../server/jobs.ts';
import type { Letter } from '../../server/mail.ts';
import { type FileTable, fileOf } from '../../server/export.ts';
import { pagesOpen } from '../../server/route.ts';
import { sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import type { ReportView } from '../contract.ts';
import { reportingContract } from '../contract.ts';
import { hoursTable } from './hours.ts';
import { MOST_ROWS, drawReport, paperOf } from './report-paper.ts';
import { type ScheduleRow, dueSchedules } from './schedules.ts';
import { kpisTable } from './utilization.ts';
import { type ViewFile, viewOf } from './views.ts';

/** Mail servers refuse more. */
const MOST_BYTES = 10 * 1024 * 1024;
const SCREENS = { management_reporting: '/reporting/management_reporting', kpi_reporting: '/reporting/kpi/reporting' };

interface Asked {
  schedule: string;
  from: Day;
  to: Day;
}

const SEND_VIEW = jobKind<Asked>('reporting.send_view');

/** Asks for the mails whose time has come: the period is noted with the asking, so each is asked for once. */
export async function askForMails(tx: Tx): Promise<number> {
  const due = await dueSchedules(tx);
  if (due.length === 0) return 0;
  await tx.write.update(
    'reporting.schedules',
    due.map(({ row, period }) => ({ before: row, set: { sent_for: period.from } })),
  );
  await tx.sendAll(
    SEND_VIEW,
    due.map(({ row, period }) => ({ schedule: row.id, ...period })),
  );
  return due.length;
}

/** The table of a view over a period, by the operation that its Export button calls, as its reader may have it. */
async function tableOf(
  tx: Tx,
  actor: Actor,
  view: ReportView,
  { kpis, projects }: ViewFile,
  period: { from: Day; to: Day },
): Promise<{ operation: string; table: FileTable } | undefined> {
  const operation = kpis ? 'POST /api/utilization/export_kpis' : 'POST /api/utilization/export_projects';
  const endpoint = reportingContract[operation];
  const mayExport = actor.accesses[view.screen]?.['can_export'] !== false;
  if (!mayCall(endpoint.access, actor) || !pagesOpen(endpoint, actor) || !mayExport) return undefined;
  const {
    compare: _compare,
    as_of: _asOf,
    ...body
  } = { ...(kpis ?? projects), ...period } as Record<string, unknown> & typeof period;
  // Entries are no matter for a mail: who asked for them gets the hours of each person.
  const by = body['by'] === 'entry' ? 'person' : String(body['by'] ?? 'project');
  const table = kpis ? await kpisTable(tx, actor, body) : await hoursTable(tx, actor, { ...body, by });
  return { operation, table };
}

/** The table as what is attached; undefined where it is too large for a mail. */
async function attachmentOf(table: FileTable, format: ScheduleRow['format'], heading: Parameters<typeof paperOf>[1]) {
  if (format === 'pdf') {
    if (table.rows.length > MOST_ROWS) return undefined;
    const bytes = await drawReport(paperOf(table, heading));
    return bytes.byteLength <= MOST_BYTES ? { name: `${table.name}.pdf`, mediaType: 'application/pdf', bytes } : undefined;
  }
  const { name, mediaType, content } = fileOf(table, undefined);
  const made = typeof content === 'function' ? content(heading.language) : content;
  const bytes = made instanceof Uint8Array ? made : await buffer(made);
  return bytes.byteLength <= MOST_BYTES ? { name, mediaType, bytes } : undefined;
}

/** Sends one view to one person, in their language and within what they may see now; who has left or may no more gets nothing. */
async function sendView(tx: Tx, { schedule, from, to }: Asked, send: (letter: Letter) => Promise<void>): Promise<void> {
  const row = await tx.one<ScheduleRow>(sql`
    select * from reporting.schedules where tenant_id = ${tx.tenant} and id = ${schedule}`);
  const actor = row && (await actorFor(tx, row.user_id));
  if (!row || !actor) return;
  const view = await viewOf(tx, actor, row.view_id).catch(() => undefined);
  const stored = await tx.one<{ file: ViewFile | null }>(sql`
    select file from reporting.views where tenant_id = ${tx.tenant} and id = ${row.view_id}`);
  const [person] = await reachOf(tx, [actor.userId]);
  const found = view && stored?.file && person?.email ? await tableOf(tx, actor, view, stored.file, { from, to }) : undefined;
  if (!view || !found || !person?.email) return;
  const { table, operation } = found;
  const reader = await tx.one<{ name: string }>(sql`
    select name from people.users where tenant_id = ${tx.tenant} and id = ${actor.userId}`);
  const about = { language: actor.language, title: view.name, from, to, reader: reader?.name ?? '', made: await today(tx) };
  const file = await attachmentOf(table, row.format, about);
  tx.write.event({
    action: 'exported',
    entity: 'exports',
    entityId: operation.slice(operation.indexOf(' ') + 1),
    facts: { user_id: actor.userId, schedule, view: view.name, from, to },
  });
  await send({
    // The same schedule and period is the same letter, however often it has to be sent.
    id: `${schedule}-${from}`,
    to: person.email,
    language: actor.language,
    subject: said`${view.name}: ${{ day: from }} to ${{ day: to }}`,
    paragraphs: [
      file ? said`Attached is “${view.name}” as you may see it.` : said`“${view.name}” is too large for a mail. Open the report.`,
      'You asked for this mail. You stop it in your profile, under “Reports by mail”.',
    ],
    link: { label: said`Open the report`, path: `${SCREENS[view.screen]}?${searchFor(view.search, from, to)}` },
    ...(file ? { files: [file] } : {}),
  });
}

/** The view over the days that were sent. */
function searchFor(search: string, from: Day, to: Day): string {
  const parameters = new URLSearchParams(search);
  parameters.set('from', from);
  parameters.set('to', to);
  return parameters.toString();
}

/** Hourly, because the hour comes for each firm where the firm is. */
const ask = forEveryFirm('reporting.ask_for_views', { cron: '20 * * * *' }, async (tx, { log }) => {
  const asked = await askForMails(tx);
  if (asked > 0) log.info({ tenant: tx.tenant, asked }, 'views of reports are sent');
});

export const viewJobs: readonly Job[] = [
  ask,
  onJob(SEND_VIEW, (tx, asked, { mail }) => sendView(tx, asked, (letter) => mail.send(letter))),
];
