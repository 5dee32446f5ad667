import { text } from '../../web/i18n/text.ts';
import type { Filter } from '../../web/ui/index.ts';
import type { Option } from '../../web/ui/options.ts';
import { NONE } from './report-filters.ts';
import type { ReportOptions } from './report-data.ts';

/** Options with what has none, the last of them. */
const orNone = (options: Option[], name: string): Option[] =>
  options.length === 0 ? options : [...options, { id: NONE, name: text(`reporting.${name}`) }];

/** The filters that every report has: whose time, and on what. */
export const filtersOf = (options: ReportOptions): Filter[] => [
  { kind: 'many', id: 'teams', label: text('reporting.teams'), options: orNone(options.teams, 'no_team') },
  { kind: 'many', id: 'users', label: text('reporting.people'), options: options.users },
  { kind: 'many', id: 'grades', label: text('reporting.grades'), options: orNone(options.grades, 'no_grade') },
  { kind: 'many', id: 'clients', label: text('reporting.clients'), options: orNone(options.clients, 'no_client') },
  { kind: 'many', id: 'projects', label: text('reporting.projects'), options: orNone(options.projects, 'no_project') },
  { kind: 'many', id: 'sectors', label: text('reporting.sectors'), options: orNone(options.sectors, 'no_sector') },
  { kind: 'many', id: 'lines', label: text('reporting.service_lines'), options: orNone(options.lines, 'no_line') },
  { kind: 'many', id: 'tasks', label: text('reporting.task_types'), options: orNone(options.tasks, 'no_task') },
  { kind: 'many', id: 'countries', label: text('reporting.countries'), options: orNone(options.countries, 'no_country') },
];

/** The filters that narrow, in words: `Teams: Audit, Tax`; that nothing does is said too. */
export function filtersSay(filters: readonly Filter[], values: Readonly<Record<string, unknown>>): string {
  const said = filters.flatMap((filter) => {
    const value = values[filter.id];
    const chosen = Array.isArray(value) ? (value as string[]) : value ? [String(value)] : [];
    if (chosen.length === 0 || !('options' in filter)) return [];
    return [`${filter.label}: ${chosen.map((id) => filter.options.find((option) => option.id === id)?.name ?? id).join(', ')}`];
  });
  return said.length > 0 ? said.join('; ') : text('reporting.no_filters');
}
