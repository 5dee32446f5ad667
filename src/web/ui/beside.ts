/**
 * Steps from the open row of a list to the one after it (1) or before it (-1), as drawers turn the page; undefined at the ends
 * and when none of the rows is open.
 */
export function besideOf<Row>(
  rows: readonly Row[],
  isOpen: (row: Row) => boolean,
  go: (row: Row) => void,
): (step: 1 | -1) => (() => void) | undefined {
  const at = rows.findIndex(isOpen);
  return (step) => {
    const next = at < 0 ? undefined : rows[at + step];
    return next && (() => go(next));
  };
}
