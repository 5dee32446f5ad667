/** Anything with a first and a last day index, the last one excluded. */
export interface Stretch {
  start: number;
  end: number;
}

/**
 * The lane of each stretch, so that no two in one lane overlap, with as few lanes as any order of drawing can have: the
 * lowest free lane for each, by start. The result stands in the order of the input.
 */
export function lanesOf(stretches: readonly Stretch[]): number[] {
  const order = stretches.map((_, index) => index);
  const at = (index: number): Stretch => stretches[index] ?? { start: 0, end: 0 };
  order.sort((a, b) => at(a).start - at(b).start || at(b).end - at(a).end);
  const ends: number[] = [];
  const lanes = new Array<number>(stretches.length).fill(0);
  for (const index of order) {
    const { start, end } = at(index);
    let lane = ends.findIndex((last) => last <= start);
    if (lane < 0) lane = ends.length;
    ends[lane] = end;
    lanes[index] = lane;
  }
  return lanes;
}
