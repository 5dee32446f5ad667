import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type AddressValues, choice, list, useAddress } from '../../web/address.ts';
import { type Filter, FilterBar } from '../../web/ui/index.ts';
import { type Choices, type Line, type SheetEntry, lineKey } from './week.ts';
import type { WeekModel } from './week-model.ts';
import { useBook } from './sheet-query.ts';
import { useStored } from './useWeek.ts';

/** A week of fewer rows is read at a glance. */
const WORTH_FILTERING = 8;

export const filterCodecs = {
  clients: list(),
  projects: list(),
  billable: choice(['', 'yes', 'no'], ''),
};

type Wanted = AddressValues<typeof filterCodecs>;

/** Whether a row's time is chargeable: as its entries are, and without any as its work is. */
export function chargeableRows(entries: readonly SheetEntry[], choices: Choices | undefined): (line: Line) => boolean {
  const logged = new Map<string, boolean>();
  for (const entry of entries) logged.set(lineKey(entry), entry.chargeable || logged.get(lineKey(entry)) === true);
  const projects = new Map(choices?.projects.map(({ id, chargeable }) => [id, chargeable]));
  const tasks = new Map(choices?.task_types.map(({ id, chargeable }) => [id, chargeable]));
  return ({ key, project_id, task_type_id }) =>
    logged.get(key) ??
    ((project_id === null || projects.get(project_id) === true) && (task_type_id === null || tasks.get(task_type_id) !== false));
}

/** What the filters leave, or nothing where none is set. Rows without a client are found by `-`. */
export function rowFilter(
  { clients, projects, billable }: Wanted,
  isChargeable: (line: Line) => boolean,
): ((line: Line) => boolean) | undefined {
  if (clients.length === 0 && projects.length === 0 && billable === '') return undefined;
  return (line) =>
    (clients.length === 0 || clients.includes(line.client ?? '-')) &&
    (projects.length === 0 || (line.project_id !== null && projects.includes(line.project_id))) &&
    (billable === '' || isChargeable(line) === (billable === 'yes'));
}

export interface SheetFilterProps {
  model: WeekModel;
  entries: readonly SheetEntry[];
}

/** Filters of the sheet by client, project and whether time is chargeable, once it has rows enough; sums stay those of the week. */
export function SheetFilter({ model, entries }: SheetFilterProps) {
  const { t } = useTranslation();
  const [values, onChange] = useAddress(filterCodecs);
  const { choices } = useBook();
  const { lines, shown } = useStored(model.state);
  // Every saved cell brings new entries; the filter stays the same one, so that rows added under it stay in view.
  const isChargeable = useRef<(line: Line) => boolean>(() => true);
  useEffect(() => {
    isChargeable.current = chargeableRows(entries, choices);
  }, [entries, choices]);
  const key = JSON.stringify(values);
  const holds = useMemo(() => rowFilter(JSON.parse(key) as Wanted, (line) => isChargeable.current(line)), [key]);
  useEffect(() => {
    model.filter(holds);
    return () => model.filter(undefined);
  }, [model, holds]);
  if (!holds && lines.length < WORTH_FILTERING) return null;
  const named = lines.flatMap(({ client }) => client ?? []);
  const filters: Filter[] = [
    {
      kind: 'many',
      id: 'clients',
      label: t('time.clients'),
      options: [
        ...[...new Set(named)].sort((a, b) => a.localeCompare(b)).map((name) => ({ id: name, name })),
        ...(lines.some(({ client }) => client === null) ? [{ id: '-', name: t('time.no_client') }] : []),
      ],
    },
    {
      kind: 'many',
      id: 'projects',
      label: t('time.projects'),
      options: [...new Map(lines.flatMap((line) => (line.project_id ? [[line.project_id, line] as const] : [])))].map(
        ([id, { project, code }]) => ({ id, name: project ?? '', hint: code ?? '' }),
      ),
    },
    {
      kind: 'one',
      id: 'billable',
      label: t('time.chargeable'),
      clearable: true,
      options: [
        { id: 'yes', name: t('time.chargeable') },
        { id: 'no', name: t('time.not_chargeable') },
      ],
    },
  ];
  return (
    <FilterBar
      screen="timesheet"
      filters={filters}
      codecs={filterCodecs}
      values={values}
      onChange={onChange}
      count={holds ? shown.length : undefined}
    />
  );
}
