/** A list with one of its parts a place further up or down. */
export const moved = <T>(list: readonly T[], index: number, by: -1 | 1): T[] => {
  const next = [...list];
  next.splice(index + by, 0, ...next.splice(index, 1));
  return next;
};
