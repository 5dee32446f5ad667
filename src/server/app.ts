import type { FastifyInstance } from 'fastify';
import { dayIn } from '../kit/day.ts';
import { accessJobs } from '../access/server/jobs.ts';
import { accessNotices } from '../access/server/notices.ts';
import {
  Actors,
  type FirstFirm,
  applySessionLife,
  brandingOf,
  isKnownAccess,
  mayCall,
  sayAccessChanged,
  unbuiltOf,
} from '../access/server/public.ts';
import { accessRoutes } from '../access/server/routes.ts';
import { followMergedTeams } from '../clients/server/merged-teams.ts';
import { clientsRoutes } from '../clients/server/routes.ts';
import { clientsSearch, projectFilters, projectsSearch } from '../clients/server/search.ts';
import { invoicingJobs } from '../invoicing/server/jobs.ts';
import { invoicingNotices } from '../invoicing/server/notices.ts';
import { invoicingRoutes } from '../invoicing/server/routes.ts';
import { invoicesSearch } from '../invoicing/server/search.ts';
import { keepBilled, stampApproved } from '../invoicing/server/stamping.ts';
import { leaveRules } from '../leave/server/explained.ts';
import { leaveJobs } from '../leave/server/jobs.ts';
import { leaveNotices } from '../leave/server/notices.ts';
import { leaveRoutes } from '../leave/server/routes.ts';
import { userRules } from '../people/server/explained.ts';
import { peopleJobs } from '../people/server/jobs.ts';
import { reachOf } from '../people/server/reached.ts';
import { peopleRoutes } from '../people/server/routes.ts';
import { peopleFilters, peopleSearch } from '../people/server/search.ts';
import { bookingRules } from '../planning/server/explained.ts';
import { bookingsFeed } from '../planning/server/feed.ts';
import { refuseRestrictedMoves } from '../planning/server/moved-projects.ts';
import { planningJobs, planningNotices } from '../planning/server/lapse.ts';
import { planningRoutes } from '../planning/server/routes.ts';
import { pricingNotices } from '../pricing/server/notices.ts';
import { pricingRoutes } from '../pricing/server/routes.ts';
import { pricingsSearch } from '../pricing/server/search.ts';
import { ratesRoutes } from '../rates/server/routes.ts';
import { reportingRoutes } from '../reporting/server/routes.ts';
import { viewJobs } from '../reporting/server/view-mails.ts';
import {
  raiseByDays,
  upsetByAgreements,
  upsetByFirm,
  upsetByPricings,
  upsetByProjects,
  upsetByRates,
  upsetByRoles,
  upsetByTerms,
  upsetByVersions,
  worthJobs,
} from '../reporting/server/worth-keep.ts';
import { settingsJobs } from '../settings/server/jobs.ts';
import type { AnyNotice } from '../settings/server/public.ts';
import { settingsRoutes } from '../settings/server/routes.ts';
import { keepSums } from '../time/server/aggregates.ts';
import { budgetNotices } from '../time/server/budgets.ts';
import { timeRule } from '../time/server/explained.ts';
import { timeJobs } from '../time/server/jobs.ts';
import { keepClientOfTimed } from '../time/server/moved-projects.ts';
import { restateCountry, restateDated } from '../time/server/restate.ts';
import { timeNotices } from '../time/server/reminders.ts';
import { timeRoutes } from '../time/server/routes.ts';
import { WEEK_SUMMARY } from '../time/server/weekly.ts';
import { tellOf } from '../support/server/deliveries.ts';
import { supportJobs } from '../support/server/jobs.ts';
import { supportNotices } from '../support/server/notices.ts';
import { supportRoutes } from '../support/server/routes.ts';
import type { Config } from './config.ts';
import { Admission } from './admission.ts';
import { type Derivation } from './gateway.ts';
import { type Gatekeeper, type HttpOptions, admit, buildHttp } from './http.ts';
import { type LiveEvents, mountEvents } from './events.ts';
import { houseJobs } from './jobs-house.ts';
import type { Job } from './jobs.ts';
import { mountOpenApi } from './openapi.ts';
import { Quotas } from './quotas.ts';
import { type Route, inArea } from './route.ts';
import type { Searchable } from './search.ts';
import { mountSite } from './site.ts';
import type { Tx, TxHost } from './tx.ts';
import { nameTables } from './usage.ts';
import { addStaff, layFirm } from './world/firm.ts';

const searchables: Searchable[] = [peopleSearch, clientsSearch, projectsSearch, pricingsSearch, invoicesSearch];

/** Everything that people are notified of, room by room. */
export const allNotices: readonly AnyNotice[] = [
  ...accessNotices,
  ...leaveNotices,
  ...planningNotices,
  ...timeNotices,
  WEEK_SUMMARY,
  ...budgetNotices,
  ...pricingNotices,
  ...invoicingNotices,
  ...supportNotices,
];

/** The first firm of an installation, whose one person is hr, Partner and administrator. */
async function foundFirm(tx: Tx, { person, ...firm }: FirstFirm): Promise<void> {
  const year = tx.now.getUTCFullYear();
  await layFirm(tx, { ...firm, years: [year - 1, year, year + 1, year + 2] });
  const country = firm.countries[0] ?? 'DE';
  const employedFrom = dayIn(firm.timeZone, tx.now);
  await addStaff(tx, [{ ...person, category: 'hr', grade: 'Partner', isSuperuser: true, country, employedFrom }]);
}

/** Every operation of the product, room by room. */
export const allRoutes: readonly Route[] = [
  ...inArea(
    'settings',
    settingsRoutes({ searchables, brandingOf, filters: [peopleFilters, projectFilters], notices: allNotices }),
  ),
  ...accessRoutes({
    foundFirm,
    explained: { routes: () => allRoutes, objects: [timeRule, ...userRules, ...bookingRules, ...leaveRules] },
  }),
  ...inArea('people', peopleRoutes),
  ...inArea('clients', clientsRoutes),
  ...inArea('rates', ratesRoutes),
  ...inArea('leave', leaveRoutes([bookingsFeed])),
  ...inArea('planning', planningRoutes),
  ...inArea('time', timeRoutes),
  ...inArea('pricing', pricingRoutes),
  ...inArea('invoicing', invoicingRoutes),
  ...inArea('reporting', reportingRoutes),
  ...inArea('support', supportRoutes),
];

nameTables({
  'access.memberships': ['membership', 'memberships'],
  'clients.clients': ['client', 'clients'],
  'clients.contacts': ['contact', 'contacts'],
  'clients.grade_budgets': ['budget of a grade', 'budgets of grades'],
  'clients.phases': ['phase', 'phases'],
  'clients.project_files': ['project file', 'project files'],
  'clients.project_managers': ['managed project', 'managed projects'],
  'clients.project_members': ['project membership', 'project memberships'],
  'clients.project_rates': ['agreed rate', 'agreed rates'],
  'clients.project_tasks': ['task type of a project', 'task types of projects'],
  'clients.project_watchers': ['followed project', 'followed projects'],
  'clients.restrictions': ['restriction', 'restrictions'],
  'clients.projects': ['project', 'projects'],
  'invoicing.billed_time': ['billed time entry', 'billed time entries'],
  'invoicing.connectors': ['accounting connector', 'accounting connectors'],
  'invoicing.costs': ['third-party cost', 'third-party costs'],
  'invoicing.documents': ['issued document', 'issued documents'],
  'invoicing.files': ['file of an invoice', 'files of invoices'],
  'invoicing.history': ['step of an invoice', 'steps of invoices'],
  'invoicing.instalments': ['instalment', 'instalments'],
  'invoicing.invoices': ['invoice', 'invoices'],
  'invoicing.issued_lines': ['line of an invoice', 'lines of invoices'],
  'invoicing.ledger': ['movement of work in progress', 'movements of work in progress'],
  'invoicing.lines': ['line of a draft', 'lines of drafts'],
  'invoicing.payments': ['payment', 'payments'],
  'invoicing.pushes': ['delivery of an invoice', 'deliveries of invoices'],
  'invoicing.sellers': ['seller', 'sellers'],
  'invoicing.series': ['series of numbers', 'series of numbers'],
  'invoicing.stamps': ['rate of a time entry', 'rates of time entries'],
  'invoicing.terms': ['terms of billing', 'terms of billing'],
  'invoicing.write_offs': ['write-off', 'write-offs'],
  'leave.feeds': ['calendar address', 'calendar addresses'],
  'leave.ledger': ['leave booking', 'leave bookings'],
  'leave.policies': ['leave rule', 'leave rules'],
  'leave.requests': ['leave request', 'leave requests'],
  'people.booking_levels': ['booking level', 'booking levels'],
  'people.grades': ['grade of a person', 'grades of people'],
  'people.targets': ['target utilization', 'target utilizations'],
  'people.team_members': ['team membership', 'team memberships'],
  'people.teams': ['team', 'teams'],
  'people.users': ['person', 'people'],
  'planning.bookings': ['booking', 'bookings'],
  'planning.demands': ['demand for people', 'demands for people'],
  'pricing.approvals': ['decision on a pricing', 'decisions on pricings'],
  'pricing.expenses': ['expense of a pricing', 'expenses of pricings'],
  'pricing.history': ['step of a pricing', 'steps of pricings'],
  'pricing.lines': ['line of a pricing', 'lines of pricings'],
  'pricing.messages': ['message about a pricing', 'messages about pricings'],
  'pricing.pricings': ['pricing', 'pricings'],
  'pricing.reads': ['read chat of a pricing', 'read chats of pricings'],
  'pricing.tables': ['table of a pricing', 'tables of pricings'],
  'pricing.teams': ['team of a pricing', 'teams of pricings'],
  'pricing.takeovers': ['pricing taken over as a budget', 'pricings taken over as budgets'],
  'pricing.versions': ['version of a pricing', 'versions of pricings'],
  'reporting.worth': ['worth of a month', 'worth of months'],
  'rates.changes': ['change of rates', 'changes of rates'],
  'rates.rates': ['rate', 'rates'],
  'rates.service_lines': ['service line', 'service lines'],
  'rates.sl_roles': ['role of a service line', 'roles of service lines'],
  'support.deliveries': ['delivery of a webhook', 'deliveries of webhooks'],
  'support.webhooks': ['webhook', 'webhooks'],
  'support.messages': ['message of a ticket', 'messages of tickets'],
  'support.tickets': ['support ticket', 'support tickets'],
  'support.images': ['picture of a ticket', 'pictures of tickets'],
  'time.approvals': ['approval of time', 'approvals of time'],
  'time.decisions': ['decision on time', 'decisions on time'],
  'time.entries': ['time entry', 'time entries'],
  'time.months': ['month of time', 'months of time'],
  'time.person_days': ['day of time', 'days of time'],
  'time.person_months': ['month of a person', 'months of people'],
  'time.timers': ['timer', 'timers'],
  'time.submissions': ['week of time', 'weeks of time'],
});

/** Several rooms follow one table: one after the other, in their order. */
const inTurn =
  (...all: readonly Derivation[]): Derivation =>
  async (tx, changes) => {
    for (const each of all) await each(tx, changes);
  };

/**
 * Several that do not look at what the others write: their statements travel together. What the first one refuses breaks the
 * statements behind it: its reason is the one to tell.
 */
const atOnce =
  (...all: readonly Derivation[]): Derivation =>
  async (tx, changes) => {
    const ended = await Promise.allSettled(all.map((each) => each(tx, changes)));
    const refused = ended.find((each) => each.status === 'rejected');
    if (refused) throw refused.reason;
  };

/** What follows from writes of tables, kept by the rooms that own them. */
export const derivations: ReadonlyMap<string, Derivation> = new Map([
  ['time.entries', inTurn(keepBilled, atOnce(keepSums, tellOf('time')))],
  ['time.submissions', stampApproved],
  ['clients.projects', inTurn(refuseRestrictedMoves, keepClientOfTimed, upsetByProjects, tellOf('projects'))],
  ['planning.bookings', tellOf('bookings')],
  ['leave.requests', tellOf('leave')],
  ['clients.project_rates', upsetByAgreements],
  ['invoicing.billed_time', raiseByDays],
  ['invoicing.stamps', raiseByDays],
  ['invoicing.terms', upsetByTerms],
  ['pricing.pricings', upsetByPricings],
  ['pricing.versions', upsetByVersions],
  ['rates.exchange', upsetByRates],
  ['rates.rates', upsetByRates],
  ['rates.service_lines', upsetByRoles],
  ['rates.sl_roles', upsetByRoles],
  ['access.memberships', sayAccessChanged],
  ['access.roles', sayAccessChanged],
  ['people.grades', restateDated],
  ['people.places', restateDated],
  ['people.team_members', restateDated],
  ['people.teams', followMergedTeams],
  ['people.users', restateCountry],
  ['settings.firm', inTurn(applySessionLife, upsetByFirm)],
]);

/** Everything that is done in its own time, room by room. */
export const allJobs: readonly Job[] = [
  ...houseJobs,
  ...settingsJobs(allNotices, reachOf),
  ...accessJobs,
  ...peopleJobs,
  ...leaveJobs,
  ...planningJobs,
  ...timeJobs,
  ...invoicingJobs,
  ...worthJobs,
  ...viewJobs,
  ...supportJobs,
];

export interface AppOptions {
  config: Config;
  host: TxHost;
  live: LiveEvents;
  /** Answers whether the process is ready to serve. */
  ready: () => Promise<boolean>;
}

/** The whole application on an open database, not yet listening. */
export async function buildApp({ config, host, live, ready }: AppOptions): Promise<FastifyInstance> {
  const actors = new Actors();
  live.watch(actors);
  const gatekeeper: Gatekeeper = { actorOf: (token, global) => actors.of(token, global), knows: isKnownAccess, mayCall };
  const options: HttpOptions = {
    config,
    host,
    gatekeeper,
    routes: allRoutes,
    unbuilt: unbuiltOf(allRoutes),
    quotas: new Quotas(),
    admission: new Admission(),
  };
  const app = await buildHttp(options);
  mountEvents(app, live, (request) => admit(request, { endpoint: { access: 'signed_in', summary: '' } }, options));
  mountOpenApi(app, allRoutes, config.product);
  app.get('/livez', async () => ({ status: 'alive' }));
  app.get('/readyz', async (_request, reply) => {
    if (await ready().catch(() => false)) return { status: 'ready' };
    return reply.code(503).send({ detail: 'Not ready' });
  });
  await mountSite(app);
  return app;
}
