/** A round number at or above a value, for the top of an axis: 1, 2, 2.5, 5 and their tens. */
export function niceMax(value: number): number {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 2.5, 5, 10].find((each) => each * power >= value) ?? 10;
  return step * power;
}

/** Points of a line through values, spread over a box; gaps (undefined) break it into pieces. */
export function linePieces(values: readonly (number | undefined)[], width: number, height: number, max: number): string[] {
  const step = values.length > 1 ? width / (values.length - 1) : 0;
  const pieces: string[][] = [[]];
  values.forEach((value, index) => {
    if (value === undefined) pieces.push([]);
    else pieces.at(-1)?.push(`${round(index * step)},${round(height - (Math.min(Math.max(value, 0), max) / max) * height)}`);
  });
  return pieces.filter((piece) => piece.length > 0).map((piece) => piece.join(' '));
}

const round = (value: number): number => Math.round(value * 10) / 10;

export interface Part {
  /** Where it starts and ends on an axis of 0 … 1. */
  from: number;
  to: number;
}

/** Parts laid one after the other, as shares of `max`; what passes the end is cut off there. */
export function stacked(values: readonly number[], max: number): Part[] {
  let at = 0;
  return values.map((value) => {
    const from = Math.min(at / max, 1);
    at += Math.max(value, 0);
    return { from, to: Math.min(at / max, 1) };
  });
}

/** At most `most` series; the smallest ones become one called "other" at the end. */
export function withOther<S extends { name: string; values: readonly number[]; tentative?: boolean }>(
  series: readonly S[],
  other: string,
  most = 5,
): { name: string; values: number[]; tentative?: boolean }[] {
  const total = ({ values }: S): number => values.reduce((sum, value) => sum + value, 0);
  const copied = (each: S) => ({ ...each, values: [...each.values] });
  if (series.length <= most) return series.map(copied);
  const kept = new Set(series.toSorted((a, b) => total(b) - total(a)).slice(0, most - 1));
  const rest = series.filter((each) => !kept.has(each));
  const length = Math.max(...series.map(({ values }) => values.length));
  const summed = Array.from({ length }, (_, index) => rest.reduce((sum, { values }) => sum + (values[index] ?? 0), 0));
  return [...series.filter((each) => kept.has(each)).map(copied), { name: other, values: summed }];
}

/** A step of a waterfall: where it lies, and where the next one goes on. */
export interface Span {
  bottom: number;
  top: number;
  end: number;
}

/** Steps one after the other, each from where the last one ended; totals stand on the axis. */
export function waterfall(steps: readonly { value: number; total?: boolean }[]): Span[] {
  let at = 0;
  return steps.map(({ value, total }) => {
    const from = total ? 0 : at;
    at = total ? value : at + value;
    return { bottom: Math.min(from, at), top: Math.max(from, at), end: at };
  });
}
