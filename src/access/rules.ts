import { type Category, type Grade, atLeast } from '../kit/grades.ts';
import { type Text, said } from '../kit/said.ts';

/** What tokens are given one by one: the rooms of the product that others' programs may speak to. */
export const TOKEN_AREAS = [
  'settings',
  'people',
  'clients',
  'rates',
  'leave',
  'planning',
  'time',
  'pricing',
  'invoicing',
  'reporting',
  'support',
] as const;

type Reach = 'all' | 'manager_and_above' | 'none';

interface Row {
  reach: Readonly<Record<Category, Reach>>;
  operations: readonly string[];
}

const named = (group: string, names: string): string[] => names.split(' ').map((name) => `${group}.${name}`);

/** Who may call which operation, by account category and grade: the endpoint access table, row by row. */
const table: readonly Row[] = [
  {
    reach: { hr: 'all', operational: 'none', admin: 'none' },
    operations: [
      ...named('users', 'list edit by_id invitation_template invite validate_table export update_by_admin add_user managers'),
      ...named('users', 'delete business_unit export_leave_balance'),
    ],
  },
  {
    reach: { hr: 'manager_and_above', operational: 'manager_and_above', admin: 'all' },
    operations: [
      ...named('projects', 'margin manager all export create update by_id status_billing import_template bulk_insert'),
      ...named('projects', 'validate_table count_pricing_projects all_managers'),
      ...named('clients', 'all sectors all_only create update remove import_template validate bulk_insert'),
    ],
  },
  {
    reach: { hr: 'manager_and_above', operational: 'manager_and_above', admin: 'manager_and_above' },
    operations: [
      ...named('utilization', 'timespent_by_projects actual_utilization project_filter timesheet_completion'),
      ...named('utilization', 'timespent_by_people rate underrecovery_ratio table_data budget export_kpis export_projects'),
    ],
  },
  { reach: { hr: 'manager_and_above', operational: 'manager_and_above', admin: 'all' }, operations: ['teams.get_details'] },
  {
    reach: { hr: 'all', operational: 'manager_and_above', admin: 'manager_and_above' },
    operations: named('teams', 'booking_levels edit create_empty_teams add delete'),
  },
  {
    reach: { hr: 'all', operational: 'manager_and_above', admin: 'all' },
    operations: named('settings', 'get_tasks delete_type add_type_task edit_type_tasks'),
  },
  {
    reach: { hr: 'manager_and_above', operational: 'manager_and_above', admin: 'all' },
    operations: [
      ...named('invoices', 'push list last_used'),
      ...named('pricing', 'pricings init create_table create_table_secondment create_table_multi update_table update_profit'),
      ...named('pricing', 'existing_pricing new edit delete approve handle_change export check_worst projects_pricing'),
      ...named(
        'pricing_admin',
        'details update_variables nfi_export nfi_import nfi_submit nfi_template delete_sl delete_sl_role',
      ),
      ...named('pricing_chats', 'total_messages messages send'),
    ],
  },
  {
    reach: { hr: 'all', operational: 'none', admin: 'all' },
    operations: named('pto', 'countries create create_many update change_default validate_table import export template'),
  },
  {
    reach: { hr: 'none', operational: 'none', admin: 'none' },
    operations: ['users.available_countries', 'settings.change_default_country'],
  },
];

const reachOf = new Map(table.flatMap(({ reach, operations }) => operations.map((operation) => [operation, reach] as const)));

/** Accesses that are no operation of the table: anybody, anybody with a session, administrators. */
const outside = new Set(['public', 'signed_in', 'administrator']);

export const isKnownAccess = (access: string): boolean => outside.has(access) || reachOf.has(access);

/** Decides an operation of the table for a category and grade; administrators are bound like everybody. */
export function tableAllows(operation: string, category: Category, grade: string): boolean {
  const reach = reachOf.get(operation)?.[category] ?? 'none';
  return reach === 'all' || (reach === 'manager_and_above' && atLeast(grade, 'Manager'));
}

/** Decides any access name: the table's, or one of the three that stand outside of it. */
export function mayCall(access: string, actor: { category: Category; grade: string; isSuperuser: boolean }): boolean {
  if (access === 'signed_in' || access === 'public') return true;
  if (access === 'administrator') return actor.isSuperuser;
  return tableAllows(access, actor.category, actor.grade);
}

/** What a decision rests on, for "why can X not see Y": one sentence. */
export function reasonFor(access: string, category: Category, grade: Grade): Text {
  const reach = reachOf.get(access)?.[category];
  if (!reach) return said`${access} does not stand in the access table.`;
  if (reach === 'none') return said`${access} is closed to the category ${category}.`;
  if (reach === 'all') return said`${access} is open to every grade of the category ${category}.`;
  return atLeast(grade, 'Manager')
    ? said`${access} needs Manager or above in the category ${category}; ${grade} is.`
    : said`${access} needs Manager or above in the category ${category}; ${grade} is not.`;
}

/** Every page key; a new firm's role `user` opens them all, so that the table alone decides until the firm tightens it. */
export const PAGES = [
  'home',
  'add_time',
  'timesheet',
  'planning',
  'workload',
  'clients_bookings',
  'internal_bookings',
  'clients_projects',
  'pricing',
  'invoices',
  'financial_variables',
  'management_reporting',
  'kpi_reporting',
  'timesheet_completion',
  'profile',
  'users',
  'user_details',
  'business_units',
  'countries_settings',
  'settings',
  'support',
] as const;

const openFlags = {
  view_page: true,
  can_create_ticket: true,
  can_edit: true,
  can_export: true,
  can_approve: true,
  can_see_cost: false,
  see_all_teams: true,
};

export const defaultAccesses = (): Record<string, Record<string, boolean>> =>
  Object.fromEntries(PAGES.map((page) => [page, { ...openFlags }]));
