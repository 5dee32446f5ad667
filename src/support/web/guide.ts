/** The sections of the user guide: their ids and their order are fixed. */
export const GUIDE_SECTIONS = [
  'table-of-contents',
  'data-map',
  'data-flows',
  'home',
  'clients-and-projects',
  'action-per-project',
  'timesheet',
  'workload',
  'book-time',
  'client-bookings',
  'internal-bookings',
  'timesheet-completion',
  'project-reporting',
  'users',
  'business-units',
  'country-settings',
  'settings',
  'support',
] as const;

export type GuideSection = (typeof GUIDE_SECTIONS)[number];

/** Section by the key of the page from which the guide is opened. */
const OF_PAGE: Readonly<Record<string, GuideSection>> = {
  home: 'home',
  clients_projects: 'clients-and-projects',
  financial_variables: 'clients-and-projects',
  pricing: 'action-per-project',
  invoices: 'action-per-project',
  add_time: 'timesheet',
  timesheet: 'timesheet',
  workload: 'workload',
  planning: 'book-time',
  clients_bookings: 'client-bookings',
  internal_bookings: 'internal-bookings',
  timesheet_completion: 'timesheet-completion',
  management_reporting: 'project-reporting',
  kpi_reporting: 'project-reporting',
  users: 'users',
  user_details: 'users',
  business_units: 'business-units',
  countries_settings: 'country-settings',
  settings: 'settings',
  profile: 'settings',
};

/** The section that tells of a page; the contents for a page that has none. */
export const sectionOf = (page: string | undefined): GuideSection => OF_PAGE[page ?? ''] ?? 'table-of-contents';

/** One section after the other, in milliseconds: quicker where somebody waits for the section of a page. */
export const SECTION_DELAY = 300;
export const SECTION_DELAY_FROM_PAGE = 100;

/** How many sections have arrived, the first one at once. */
export const arrivedAfter = (elapsed: number, delay: number): number =>
  Math.min(GUIDE_SECTIONS.length, Math.floor(elapsed / delay) + 1);

/** The section that an address names behind its `#`. */
export const sectionNamed = (hash: string): GuideSection | undefined =>
  GUIDE_SECTIONS.find((id) => id === hash.replace(/^#/, ''));
