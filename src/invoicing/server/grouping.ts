import type { Day } from '../../kit/day.ts';
import { sharesOf } from '../../kit/money.ts';
import { sql } from '../../server/sql.ts';
import type { Tx } from '../../server/tx.ts';
import { type Group, valueOf } from '../rules.ts';
import type { BilledProject, RatedEntry } from './rated-time.ts';

/** Time of one label at one rate: what a line of an invoice will say. */
export interface TimeGroup {
  /** The same for the same time as long as nothing changes of it. */
  key: string;
  description: string;
  rate: number | null;
  entries: RatedEntry[];
  seconds: number;
  value: number;
  standard: number;
}

interface Phase {
  name: string;
  starts_on: Day | null;
  ends_on: Day | null;
}

const holds = (day: Day, { starts_on, ends_on }: Phase): boolean =>
  (starts_on === null || starts_on <= day) && (ends_on === null || ends_on >= day) && (starts_on !== null || ends_on !== null);

const phasesOf = (tx: Tx, projectId: string): Promise<Phase[]> =>
  tx.all<Phase>(sql`
    select name, starts_on, ends_on from clients.phases where tenant_id = ${tx.tenant} and project_id = ${projectId}
    order by position desc, id`);

/** The label of an entry, by which time is put together. */
async function labelsFor(tx: Tx, project: BilledProject, by: Group): Promise<(entry: RatedEntry) => string> {
  if (by === 'person') return ({ user }) => user;
  if (by === 'grade') return ({ grade }) => grade ?? project.name;
  if (by === 'task') return ({ task }) => task ?? project.name;
  if (by === 'project') return () => project.name;
  const phases = await phasesOf(tx, project.id);
  return ({ day }) => phases.find((phase) => holds(day, phase))?.name ?? project.name;
}

/** Entries of a project as the lines that they make: one for each label and rate, in the order of the labels. */
export async function grouped(tx: Tx, project: BilledProject, by: Group, entries: readonly RatedEntry[]): Promise<TimeGroup[]> {
  const labelOf = await labelsFor(tx, project, by);
  const who = (entry: RatedEntry): string => (by === 'person' ? entry.user_id : labelOf(entry));
  const groups = Map.groupBy(entries, (entry) => `${who(entry)} ${entry.rate ?? '-'}`);
  return [...groups]
    .map(([key, own]) => ({ key, ...summed(labelOf(own[0] as RatedEntry), own) }))
    .sort((a, b) =>
      a.description === b.description ? (b.rate ?? 0) - (a.rate ?? 0) : a.description.localeCompare(b.description),
    );
}

/** Entries of one rate together; their list price may differ. */
export function summed(description: string, entries: RatedEntry[]): Omit<TimeGroup, 'key'> {
  const seconds = entries.reduce((all, entry) => all + entry.seconds, 0);
  const rate = entries[0]?.rate ?? null;
  return {
    description,
    rate,
    entries,
    seconds,
    value: valueOf(seconds, rate ?? 0),
    standard: entries.reduce((all, entry) => all + valueOf(entry.seconds, entry.standard_rate ?? 0), 0),
  };
}

/** The value of a line cut over its entries by their time, to the minor unit. */
export const valuesOf = ({ entries, value }: { entries: readonly { seconds: number }[]; value: number }): number[] =>
  sharesOf(
    value,
    entries.map(({ seconds }) => seconds),
  );
