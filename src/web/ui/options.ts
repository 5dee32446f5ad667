/** One thing that can be chosen. */
export interface Option {
  id: string;
  name: string;
  /** Heading under which it stands. */
  group?: string | undefined;
  /** Small text beside the name: code, client, grade. */
  hint?: string | undefined;
  disabled?: boolean | undefined;
}

/** A list longer than this is searched, not scrolled. */
export const MOST_SHOWN = 100;

/** A text without case and accents, for comparing what is typed with names. */
export const plain = (name: string): string => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Options that hold every typed word, in name, hint or group. Names that start with what was typed come first. */
export function matching<T extends Option>(options: readonly T[], typed: string): T[] {
  const words = plain(typed).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...options];
  const hits = options.filter((option) => {
    const all = plain(`${option.name} ${option.hint ?? ''} ${option.group ?? ''}`);
    return words.every((word) => all.includes(word));
  });
  const starts = (option: T): number => (plain(option.name).startsWith(words[0] ?? '') ? 0 : 1);
  return hits.toSorted((first, second) => starts(first) - starts(second));
}

/** Options under their headings, in the order in which the headings first appear. */
export function grouped<T extends Option>(options: readonly T[]): { group: string; options: T[] }[] {
  const groups = new Map<string, T[]>();
  for (const option of options) {
    const name = option.group ?? '';
    groups.set(name, [...(groups.get(name) ?? []), option]);
  }
  return [...groups].map(([group, members]) => ({ group, options: members }));
}

/** How many of the chosen are drawn as tags, and how many stand behind "+N". */
export function tagsOf<T>(chosen: readonly T[], limit: number): { tags: T[]; more: T[] } {
  return { tags: chosen.slice(0, Math.max(0, limit)), more: chosen.slice(Math.max(0, limit)) };
}
