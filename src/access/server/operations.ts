import type { Route } from '../../server/route.ts';

interface Group {
  get: string;
  post: string;
}

/** Operations of the access table by group and method; each answers at `/api/{group}/{name}` unless it stands below. */
const groups: Readonly<Record<string, Group>> = {
  users: {
    get: 'by_id invitation_template managers available_countries',
    post: 'list edit invite validate_table export update_by_admin add_user',
  },
  projects: {
    get: 'margin manager by_id import_template count_pricing_projects all_managers',
    post: 'all export create update status_billing bulk_insert validate_table',
  },
  clients: { get: 'sectors all_only import_template', post: 'all create update remove validate bulk_insert' },
  utilization: {
    get: 'project_filter',
    post: `timespent_by_projects actual_utilization timesheet_completion timespent_by_people rate underrecovery_ratio table_data
      budget export_kpis export_projects`,
  },
  teams: { get: 'get_details booking_levels', post: 'edit create_empty_teams add delete' },
  settings: { get: 'get_tasks', post: 'delete_type add_type_task edit_type_tasks change_default_country' },
  invoices: { get: 'last_used', post: 'push list' },
  pricing: {
    get: 'existing_pricing projects_pricing',
    post: `pricings init create_table create_table_secondment create_table_multi update_table update_profit new edit delete approve
      handle_change export check_worst`,
  },
  pricing_admin: {
    get: 'details nfi_export nfi_template',
    post: 'update_variables nfi_import nfi_submit delete_sl delete_sl_role',
  },
  pricing_chats: { get: 'total_messages messages', post: 'send' },
  pto: { get: 'countries export template', post: 'create create_many update change_default validate_table import' },
};

const elsewhere: Readonly<Record<string, string>> = {
  'users.list': '/api/users',
  'users.by_id': '/api/users/:id',
  'users.export': '/api/users/export_users',
  'users.add_user': '/api/user_management/add_user',
  'users.managers': '/api/user_management/managers',
  'projects.by_id': '/api/projects/:id',
  'pricing_chats.send': '/api/pricing_chats/messages',
};

/** One operation of the access table and where it answers. */
export interface TableOperation {
  access: string;
  method: string;
  path: string;
}

const placed = (group: string, method: string, names: string): TableOperation[] =>
  names.split(/\s+/).map((name) => {
    const access = `${group}.${name}`;
    return { access, method, path: elsewhere[access] ?? `/api/${group}/${name}` };
  });

export const tableOperations: readonly TableOperation[] = Object.entries(groups).flatMap(([group, { get, post }]) => [
  ...placed(group, 'GET', get),
  ...placed(group, 'POST', post),
]);

/** Those that no room answers yet: whom the table closes them to is refused, everybody else finds nothing. */
export function unbuiltOf(routes: readonly Route[]): TableOperation[] {
  const built = new Set(routes.map(({ method, path }) => `${method} ${path}`));
  return tableOperations.filter(({ method, path }) => !built.has(`${method} ${path}`));
}
