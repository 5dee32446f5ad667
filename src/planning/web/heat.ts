import { type UnitLoad, bandOf, percentOf } from '../rules.ts';

/** A space as wide as a digit: keeps figures under each other. */
const FIGURE_SPACE = '\u2007';

/** One unit of a strip: its band, and what stands in it. */
export interface Heat {
  band: number;
  text: string;
}

/** Bands and figures of a person's units. Every unit says its number; what is over on some day has ▲; no capacity is "·". */
export function bandsOf(load: UnitLoad, withSoft: boolean, thresholds: readonly number[]): Heat[] {
  return load.capacity.map((capacity, unit) => {
    const percent = percentOf((load.hard[unit] ?? 0) + (withSoft ? (load.soft[unit] ?? 0) : 0), capacity);
    if (percent === null) return { band: 0, text: '·' };
    const over = (load.over[unit] ?? 0) > 0;
    return { band: bandOf(percent, thresholds), text: `${Math.min(percent, 999)}${over ? '▲' : ''}` };
  });
}

/** Right-aligned to three digits; the mark stands behind. */
const padded = (text: string): string => FIGURE_SPACE.repeat(Math.max(0, 3 - text.replace('▲', '').length)) + text;

/** Bands by the colour of the digits on them: the same three groups in both themes. */
const GROUPS: readonly (readonly number[])[] = [[0, 1, 2, 3, 5], [4, 7], [6]];

/** The strip's ground as one gradient: an element for each unit would be a thousand elements. */
export function gradientOf(bands: readonly Heat[], unitPx: number): string {
  const stops: string[] = [];
  for (let unit = 0; unit < bands.length; ) {
    const band = bands[unit]?.band ?? 0;
    let end = unit + 1;
    while (end < bands.length && bands[end]?.band === band) end += 1;
    stops.push(`var(--cadre-heat-${band}) ${unit * unitPx}px ${end * unitPx}px`);
    unit = end;
  }
  return `linear-gradient(90deg, ${stops.join(', ')})`;
}

/**
 * The tentative share of each unit as one gradient: a bar from the unit's left edge, as long as the share of its capacity that
 * soft bookings and requests would take. Undefined where there are none.
 */
export function softGradient({ capacity, soft }: Pick<UnitLoad, 'capacity' | 'soft'>, unitPx: number): string | undefined {
  const stops = capacity.flatMap((room, unit) => {
    const share = room > 0 ? Math.min(1, (soft[unit] ?? 0) / room) : 0;
    const [start, end, next] = [unit * unitPx, unit * unitPx + share * (unitPx - 2), (unit + 1) * unitPx];
    return [`var(--cadre-primary) ${start}px ${end}px`, `transparent ${end}px ${next}px`];
  });
  return soft.some((minutes) => minutes > 0) ? `linear-gradient(90deg, ${stops.join(', ')})` : undefined;
}

/** Figures of one colour: text whose tabs stand at the units, and the unit of its first figure. */
export interface Figures {
  /** The band whose text colour it has. */
  colour: number;
  from: number;
  text: string;
}

/**
 * The figures of a strip from one unit to another, a line for each colour of digits; each begins and ends with a figure, and
 * lines without one fall out. The browser lays out every tab: what nobody sees took half of the time of a new row.
 */
export function linesOf(bands: readonly Heat[], first = 0, last = bands.length - 1): Figures[] {
  return GROUPS.flatMap((group) => {
    const within = (heat: Heat, unit: number): boolean => unit >= first && unit <= last && group.includes(heat.band);
    const [from, to] = [bands.findIndex(within), bands.findLastIndex(within)];
    if (from < 0) return [];
    const cells = bands.slice(from, to + 1).map(({ band, text }) => (group.includes(band) ? padded(text) : ''));
    return [{ colour: group[0] ?? 0, from, text: cells.join('\t') }];
  });
}
