/** A row of a report with those whose time it is made of. */
export interface Group {
  key: string;
  people: ReadonlySet<string>;
}

/**
 * Which rows are not told on their own. Those of fewer than `least` people, and, where these together are still too few, the next
 * larger ones too, until what they come to together is of `least` people at least: it is what is left when the rows that are told
 * are taken from the sum of all, so it must not be of fewer either. What a reader alone did is told to that reader.
 * @param least fewer people than this are too few; below 2 everything is told
 * @returns keys; either none, or together of at least `least` people, or all of them
 */
export function tooSmall(groups: readonly Group[], least: number, reader: string): Set<string> {
  const hidden = new Set<string>();
  if (least < 2) return hidden;
  const people = new Set<string>();
  const hide = (group: Group): void => {
    hidden.add(group.key);
    for (const person of group.people) people.add(person);
  };
  const isOwn = (group: Group): boolean => group.people.size === 1 && group.people.has(reader);
  // Rows of nobody tell nothing.
  const told = groups.filter((group) => group.people.size > 0);
  for (const group of told) if (group.people.size < least && !isOwn(group)) hide(group);
  const rest = told.filter(({ key }) => !hidden.has(key)).sort((a, b) => b.people.size - a.people.size);
  while (hidden.size > 0 && people.size < least) {
    const next = rest.pop();
    if (!next) break;
    hide(next);
  }
  return hidden;
}

/** Whether the sum of all is of too few: then nothing is told. */
export const isTooFew = (people: ReadonlySet<string>, least: number, reader: string): boolean =>
  least >= 2 && people.size > 0 && people.size < least && !(people.size === 1 && people.has(reader));
