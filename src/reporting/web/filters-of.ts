import { text } from '../../web/i18n/text.ts';
import type { Filter } from '../../web/ui/index.ts';
import type { ReportOptions } from './report-data.ts';

/** The filters that every report has: whose time, and on what. */
export const filtersOf = (options: ReportOptions): Filter[] => [
  { kind: 'many', id: 'teams', label: text('reporting.teams'), options: options.teams },
  { kind: 'many', id: 'users', label: text('reporting.people'), options: options.users },
  { kind: 'many', id: 'grades', label: text('reporting.grades'), options: options.grades },
  { kind: 'many', id: 'clients', label: text('reporting.clients'), options: options.clients },
  { kind: 'many', id: 'projects', label: text('reporting.projects'), options: options.projects },
];
