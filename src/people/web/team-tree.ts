import { plain } from '../../web/ui/options.ts';

interface Node {
  id: string;
  name: string;
  parent_id: string | null;
  members?: number;
}

/** A team in its place of the tree. */
export interface Branch<T extends Node> {
  team: T;
  depth: number;
  /** Teams right below it. */
  below: number;
  open: boolean;
  /** People of the team and of all teams below it. */
  all: number;
}

/** Teams by parent, in the order given; one whose parent is not among them stands at the top. */
function byParent<T extends Node>(teams: readonly T[]): Map<string | null, T[]> {
  const known = new Set(teams.map(({ id }) => id));
  return Map.groupBy(teams, ({ parent_id }) => (parent_id !== null && known.has(parent_id) ? parent_id : null));
}

/** The tree from top to bottom, without what stands below a closed team. */
export function branches<T extends Node>(teams: readonly T[], closed: ReadonlySet<string> = new Set()): Branch<T>[] {
  const children = byParent(teams);
  const countAll = (team: T): number =>
    (children.get(team.id) ?? []).reduce((sum, child) => sum + countAll(child), team.members ?? 0);
  const lines: Branch<T>[] = [];
  const walk = (parent: string | null, depth: number): void => {
    for (const team of children.get(parent) ?? []) {
      const below = children.get(team.id)?.length ?? 0;
      const open = !closed.has(team.id);
      lines.push({ team, depth, below, open, all: countAll(team) });
      if (below > 0 && open) walk(team.id, depth + 1);
    }
  };
  walk(null, 0);
  return lines;
}

/** The team itself and everything below it: where it cannot be moved to. */
export function subtree(teams: readonly Node[], id: string): Set<string> {
  const children = byParent(teams);
  const found = new Set([id]);
  for (const each of found) for (const child of children.get(each) ?? []) found.add(child.id);
  return found;
}

/** Teams that match, with those above them, so that each stands in its place. */
export function matchingTeams<T extends Node>(teams: readonly T[], matches: (team: T) => boolean): { teams: T[]; hits: number } {
  const byId = new Map(teams.map((team) => [team.id, team]));
  const kept = new Set<string>();
  let hits = 0;
  for (const team of teams) {
    if (!matches(team)) continue;
    hits += 1;
    for (let above: T | undefined = team; above && !kept.has(above.id); above = byId.get(above.parent_id ?? ''))
      kept.add(above.id);
  }
  return { teams: teams.filter(({ id }) => kept.has(id)), hits };
}

/** Names as they were typed, one a line; empty lines fall out. */
export const namesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Names that stand twice, or that a team has already, whatever their case. */
export function takenNames(names: readonly string[], teams: readonly { name: string }[]): string[] {
  const known = new Set(teams.map(({ name }) => name.toLowerCase()));
  return names.filter(
    (name, index) =>
      known.has(name.toLowerCase()) || names.findIndex((other) => other.toLowerCase() === name.toLowerCase()) < index,
  );
}

/** True when a team or one of its people holds every typed word. */
export function holds(team: { name: string; lead: string | null; people: readonly { name: string }[] }, typed: string): boolean {
  const text = plain([team.name, team.lead ?? '', ...team.people.map(({ name }) => name)].join(' '));
  return plain(typed)
    .split(/\s+/)
    .every((word) => text.includes(word));
}
