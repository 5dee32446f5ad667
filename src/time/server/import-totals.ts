import { monthOf } from '../../kit/day.ts';
import type { ImportPlan } from './import-plan.ts';

interface Sum {
  name: string;
  seconds: number;
}

/** Seconds that would be imported: the largest sums by person and by project, and every month by its first day. */
export interface ImportTotals {
  people: Sum[];
  projects: Sum[];
  months: Sum[];
}

const MOST = 100;

/** Adds up what an import would bring, as the file names people and projects. */
export function totalsOf({ lines }: ImportPlan): ImportTotals {
  const [people, projects, months] = [new Map<string, number>(), new Map<string, number>(), new Map<string, number>()];
  const add = (sums: Map<string, number>, name: string, seconds: number): void =>
    void sums.set(name, (sums.get(name) ?? 0) + seconds);
  for (const { names, parts } of lines) {
    for (const { day, seconds } of parts) {
      add(people, names.person, seconds);
      add(projects, names.project, seconds);
      add(months, monthOf(day), seconds);
    }
  }
  const largest = (sums: Map<string, number>): Sum[] =>
    rowsOf(sums)
      .sort((a, b) => b.seconds - a.seconds || (a.name < b.name ? -1 : 1))
      .slice(0, MOST);
  return {
    people: largest(people),
    projects: largest(projects),
    months: rowsOf(months)
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .slice(-MOST),
  };
}

const rowsOf = (sums: ReadonlyMap<string, number>): Sum[] => [...sums].map(([name, seconds]) => ({ name, seconds }));
