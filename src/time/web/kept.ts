import { type Edit, type Line, cellKey } from './week.ts';

/** What was typed into one week of one person and has not been saved, with the rows it stands on. */
export interface Unsaved {
  edits: readonly Edit[];
  /** Rows that hold no time yet: added, or brought over from another week. */
  lines: readonly Line[];
  /** When it was last changed, in ms. */
  at: number;
  /** When each cell was typed, in ms, by its key; where it is not said, when the whole was last changed. */
  typed?: Readonly<Record<string, number>>;
}

/**
 * What several pages of one browser left unsaved of a sheet, together: of each cell what was typed last. A page that is still
 * open keeps saying what it has not saved; a cell that two of them send has the same time.
 */
export function together(parts: readonly Unsaved[]): Unsaved | undefined {
  if (parts.length === 0) return undefined;
  const cells = parts
    .flatMap(({ edits, typed, at }) =>
      edits.map((edit) => {
        const key = cellKey(edit.line, edit.day);
        return { key, edit, at: typed?.[key] ?? at };
      }),
    )
    .sort((a, b) => a.at - b.at);
  return {
    edits: [...new Map(cells.map(({ key, edit }) => [key, edit])).values()],
    lines: [...new Map(parts.flatMap(({ lines }) => lines.map((line) => [line.key, line]))).values()],
    at: Math.max(...parts.map(({ at }) => at)),
    typed: Object.fromEntries(cells.map(({ key, at }) => [key, at])),
  };
}
