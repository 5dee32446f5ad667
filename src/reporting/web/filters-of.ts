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
  { kind: 'many', id: 'sectors', label: text('reporting.sectors'), options: options.sectors },
  { kind: 'many', id: 'lines', label: text('reporting.service_lines'), options: options.lines },
  { kind: 'many', id: 'tasks', label: text('reporting.task_types'), options: options.tasks },
  { kind: 'many', id: 'countries', label: text('reporting.countries'), options: options.countries },
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
