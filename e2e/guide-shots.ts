import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';

/** One picture of the guide: where it is taken, of which files the screen is made, and what its numbers stand at. */
export interface Shot {
  address: string;
  /** Files below `src`; when one of them changes, the picture is older than its screen. */
  sources: readonly string[];
  /** Brings the screen into the state that is shown. */
  prepare?: (page: Page) => Promise<unknown>;
  marks: (page: Page) => Locator[];
}

const main = (page: Page): Locator => page.locator('main');
const button = (name: string | RegExp) => (page: Page) => main(page).getByRole('button', { name }).first();
const heading = (name: string | RegExp) => (page: Page) => main(page).getByRole('heading', { name }).first();
const of =
  (...places: ((page: Page) => Locator)[]) =>
  (page: Page): Locator[] =>
    places.map((place) => place(page));
const table = (page: Page): Locator => main(page).getByRole('table').first();
const grid = (page: Page): Locator => main(page).getByRole('grid').first();
const filters = button(/more filters/);

/** By the ids of the sections; the two drawings are drawn from their model and need none. */
export const SHOTS: Readonly<Record<string, Shot>> = {
  'table-of-contents': {
    address: '/home',
    sources: ['web/shell/Shell.tsx', 'web/shell/Header.tsx', 'web/shell/Sidebar.tsx'],
    marks: (page) => [
      page.getByRole('navigation').first(),
      page.getByRole('button', { name: 'Go to, do or find' }),
      page.getByRole('button', { name: 'Help for this page' }),
      page.getByRole('button', { name: 'Account' }),
    ],
  },
  home: {
    address: '/home',
    sources: ['reporting/web/Home.tsx', 'reporting/web/WeekCard.tsx', 'reporting/web/TodoCard.tsx'],
    marks: of(heading('My week'), heading('To do'), heading('My utilization')),
  },
  'clients-and-projects': {
    address: '/management/clients_&_projects',
    sources: ['clients/web/ClientsProjects.tsx', 'clients/web/ProjectsTab.tsx'],
    marks: of(filters, button('New project'), table),
  },
  'action-per-project': {
    address: '/management/clients_&_projects',
    sources: ['clients/web/ProjectPanel.tsx', 'clients/web/ProjectMenu.tsx'],
    prepare: async (page) => {
      await table(page).locator('tbody tr').first().getByRole('button').first().click();
      await page.getByRole('dialog').first().waitFor();
    },
    marks: (page) => [
      page
        .getByRole('dialog')
        .getByRole('button', { name: /actions/i })
        .first(),
      page.getByRole('dialog').getByRole('heading', { level: 3 }).or(page.getByRole('dialog').getByRole('term')).first(),
    ],
  },
  timesheet: {
    address: '/time_tracking/timesheet',
    sources: ['time/web/Timesheet.tsx', 'time/web/SheetHead.tsx', 'time/web/TimesheetGrid.tsx'],
    marks: of(button('Previous week'), button('Fill'), grid),
  },
  workload: {
    address: '/planning/workload_page',
    sources: ['planning/web/Workload.tsx', 'planning/web/WorkloadGrid.tsx', 'planning/web/Legend.tsx'],
    marks: of(
      filters,
      (page) => grid(page).getByRole('gridcell').first(),
      (page) => main(page).getByText('Booked ÷ capacity').first().or(main(page).locator('[class*="legend"]').first()),
    ),
  },
  'book-time': {
    address: '/planning/planning_page',
    sources: ['planning/web/Planning.tsx', 'planning/web/BoardGrid.tsx', 'planning/web/BoardRow.tsx'],
    marks: of(
      filters,
      (page) => grid(page).getByRole('rowheader').first(),
      (page) => page.locator('[data-bar]').first(),
    ),
  },
  'client-bookings': {
    address: '/planning/clients_bookings',
    sources: ['reporting/web/ClientBookings.tsx', 'reporting/web/ClientTree.tsx'],
    marks: () => [],
  },
  'internal-bookings': {
    address: '/planning/internal_bookings',
    sources: ['leave/web/InternalBookings.tsx', 'leave/web/MyLeave.tsx', 'leave/web/BalanceCards.tsx'],
    marks: of(
      button('Request leave'),
      (page) => page.getByRole('tab').first(),
      (page) => main(page).getByRole('region', { name: 'Balance' }),
    ),
  },
  'timesheet-completion': {
    address: '/reporting/timesheet_completion',
    sources: ['time/web/Completion.tsx', 'time/web/CompletionTable.tsx'],
    marks: of(filters, button(/^Everybody/), table),
  },
  'project-reporting': {
    address: '/reporting/kpi/reporting',
    sources: ['reporting/web/FinancialReport.tsx', 'reporting/web/UtilizationFigures.tsx', 'reporting/web/UtilizationTable.tsx'],
    marks: of(
      button('Period before'),
      (page) => main(page).getByText(/÷/).first(),
      (page) => main(page).getByRole('figure').first().or(table(page)).first(),
    ),
  },
  users: {
    address: '/admin/users',
    sources: ['people/web/Users.tsx'],
    marks: of(filters, button('Invite'), table),
  },
  'business-units': {
    address: '/admin/business_units',
    sources: ['people/web/BusinessUnits.tsx'],
    marks: of(button('Add team'), table),
  },
  'country-settings': {
    address: '/admin/countries_settings',
    sources: ['leave/web/CountriesSettings.tsx', 'leave/web/PoliciesTab.tsx'],
    marks: of(
      (page) => page.getByRole('navigation', { name: 'Countries' }),
      (page) => page.getByRole('tab').first(),
    ),
  },
  settings: {
    address: '/admin/settings',
    sources: ['settings/web/Settings.tsx', 'settings/web/General.tsx'],
    marks: of(
      (page) => page.getByRole('navigation', { name: 'Sections of the settings' }),
      (page) => main(page).getByRole('heading', { level: 2 }).first(),
    ),
  },
  support: {
    address: '/admin/support?from=timesheet',
    sources: ['support/web/TicketModal.tsx'],
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Create a ticket' }).click();
      await page.getByRole('dialog').getByRole('textbox').first().fill('The hours of Tuesday vanish when I go to another week.');
    },
    marks: () => [],
  },
};

const src = path.resolve(import.meta.dirname, '../src');

/** Of the files that a screen is made of, as they are now. */
export function digestOf({ sources }: Pick<Shot, 'sources'>): string {
  const hash = createHash('sha256');
  for (const file of sources) hash.update(fs.readFileSync(path.join(src, file)));
  return hash.digest('hex').slice(0, 16);
}

/** Where pictures stand, below the theme's name. */
export const FOLDER = path.join(src, 'web/public/guide');
/** What is recorded of them. */
export const RECORD = path.join(src, 'support/web/guide-pictures.json');
export const LARGEST = 60_000;
