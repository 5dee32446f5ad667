/** Every address of the product with its page key. Screens hang on these; what no room brings answers not found. */
export interface Place {
  /** Parameters as `$name`. */
  path: string;
  page: string;
  /** Needs no sign-in. */
  open?: true;
  /** Stands where people sign in: the guard lets it pass first. */
  login?: true;
}

export const LOGIN = '/account/login';
export const LOGIN_MANAGEMENT = '/account/login_management';
export const HOME = '/home';
export const CLIENTS_PROJECTS = '/management/clients_&_projects';

export const PLACES: readonly Place[] = [
  { path: HOME, page: 'home' },
  { path: '/time_tracking/addtime', page: 'add_time' },
  { path: '/time_tracking/timesheet', page: 'timesheet' },
  { path: '/planning/planning_page', page: 'planning' },
  { path: '/planning/workload_page', page: 'workload' },
  { path: '/planning/clients_bookings', page: 'clients_bookings' },
  { path: '/planning/internal_bookings', page: 'internal_bookings' },
  { path: CLIENTS_PROJECTS, page: 'clients_projects' },
  { path: '/management/pricing', page: 'pricing' },
  { path: '/management/pricing/$id', page: 'pricing' },
  { path: '/management/invoices', page: 'invoices' },
  { path: '/management/financial_variables', page: 'financial_variables' },
  { path: '/reporting/management_reporting', page: 'management_reporting' },
  { path: '/reporting/kpi/reporting', page: 'kpi_reporting' },
  { path: '/reporting/timesheet_completion', page: 'timesheet_completion' },
  { path: '/profile', page: 'profile' },
  { path: '/admin/users', page: 'users' },
  { path: '/admin/users/$id', page: 'user_details' },
  { path: '/admin/business_units', page: 'business_units' },
  { path: '/admin/countries_settings', page: 'countries_settings' },
  { path: '/admin/settings', page: 'settings' },
  { path: '/admin/support', page: 'support' },
  { path: '/oauth', page: 'login', open: true, login: true },
  { path: LOGIN, page: 'login', open: true, login: true },
  { path: LOGIN_MANAGEMENT, page: 'login_management', open: true, login: true },
  { path: '/account/cypress_login', page: 'cypress_login', open: true, login: true },
  { path: '/account/forgot', page: 'forgot', open: true },
  { path: '/account/reset/$token', page: 'reset', open: true },
  { path: '/pages/404', page: 'not_found', open: true },
  { path: '/pages/500', page: 'failed', open: true },
  { path: '/pages/register', page: 'register', open: true },
];

const shapes = PLACES.map((place) => ({
  place,
  shape: new RegExp(`^${place.path.replace(/[.*+?^()|[\]\\]/g, '\\$&').replace(/\$\w+/g, '[^/]+')}/?$`),
}));

/** An address as it was typed, with the one escape that people's mail programs put in: `%26` reads as `&`. */
export const plainPath = (path: string): string => path.replaceAll('%26', '&');

/** The place that an address names, or undefined for one that the product does not have. */
export const placeOf = (path: string): Place | undefined => {
  const plain = plainPath(path);
  return shapes.find(({ shape }) => shape.test(plain))?.place;
};

/** Page key of an address; an unknown one stands on the not-found page. */
export const pageOf = (path: string): string => placeOf(path)?.page ?? 'not_found';
