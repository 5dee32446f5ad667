import { type Day, addMonths } from '../../kit/day.ts';
import { type AccountFacts, LAYERS, type Layer, type Line, type Policy, yearAfter } from './account-facts.ts';

/** Unused leave of one layer and leave year; what was carried has its own pot and perhaps an end. */
interface Pot {
  layer: Layer;
  year: Day;
  minutes: number;
  /** First day on which it may be used no more; undefined: no end. */
  ends: Day | undefined;
}

/** What passes from one leave year into the next, and what is lost. */
export interface Closing {
  policy: Policy | undefined;
  /** Most that may pass, in minutes; undefined: all. */
  cap: number | undefined;
}

const NEVER = '9999-12-31';

/**
 * The unused leave of a person as it stands while time passes. What ends first is used first, and of what ends together the
 * older year, then the statutory layer before the contractual. More than there is goes below zero as one debt, which whatever
 * comes in pays first.
 */
export class Pots {
  #pots: Pot[] = [];
  #debt = 0;

  #order(): Pot[] {
    return [...this.#pots].sort(
      (a, b) =>
        ((a.ends ?? NEVER) < (b.ends ?? NEVER) ? -1 : (a.ends ?? NEVER) > (b.ends ?? NEVER) ? 1 : 0) ||
        (a.year < b.year ? -1 : a.year > b.year ? 1 : 0) ||
        LAYERS.indexOf(a.layer) - LAYERS.indexOf(b.layer),
    );
  }

  /** Takes minutes out, the debt of former times included. */
  take(minutes: number): void {
    let need = minutes + this.#debt;
    for (const pot of this.#order()) {
      const used = Math.min(pot.minutes, need);
      pot.minutes -= used;
      need -= used;
    }
    this.#pots = this.#pots.filter((pot) => pot.minutes > 0);
    this.#debt = need;
  }

  /** Brings minutes in, or takes them back where they are negative. */
  give(layer: Layer, year: Day, minutes: number, ends?: Day): void {
    if (minutes < 0) return this.#takeBack(layer, year, -minutes);
    const pot = this.#pots.find((each) => each.layer === layer && each.year === year && each.ends === ends);
    if (pot) pot.minutes += minutes;
    else if (minutes > 0) this.#pots.push({ layer, year, minutes, ends });
    this.take(0);
  }

  /** What a change of contract takes back comes from where it was given, and from the rest when that is used. */
  #takeBack(layer: Layer, year: Day, minutes: number): void {
    const pot = this.#pots.find((each) => each.layer === layer && each.year === year && each.ends === undefined);
    const own = Math.min(pot?.minutes ?? 0, minutes);
    if (pot) pot.minutes -= own;
    this.take(minutes - own);
  }

  /** Ends what may be used no more from a day on. @returns the lines of what is lost */
  expire(day: Day): Line[] {
    const ended = this.#order().filter((pot) => pot.ends !== undefined && pot.ends <= day);
    this.#pots = this.#pots.filter((pot) => !ended.includes(pot));
    return ended
      .filter((pot) => pot.minutes > 0)
      .map(({ layer, year, minutes }) => line(day, 'expiry', -minutes, layer, year, { unused: minutes }));
  }

  /**
   * Closes a leave year: of each layer's unused minutes what its rule allows passes into the next, the oldest first, the rest is
   * lost; a debt passes whole. Pairs of lines carry over, so that every year's lines add up to nothing once it is closed.
   */
  close(year: Day, next: Day, closings: ReadonlyMap<Layer, Closing>): Line[] {
    const lines: Line[] = [];
    const pass = (minutes: number, layer: Layer | null, more: Line['why'] = {}): void => {
      if (minutes === 0) return;
      lines.push(line(next, 'carry_over', -minutes, layer, year, more), line(next, 'carry_over', minutes, layer, next, more));
    };
    const kept: Pot[] = [];
    for (const layer of LAYERS) {
      const pots = this.#order().filter((pot) => pot.layer === layer);
      const unused = pots.reduce((total, pot) => total + pot.minutes, 0);
      if (unused === 0) continue;
      const { policy, cap } = closings.get(layer) ?? { policy: undefined, cap: undefined };
      const carried = Math.min(unused, cap ?? unused);
      const why = { unused, ...(cap === undefined ? {} : { cap }), ...(policy ? { policy_id: policy.id } : {}) };
      pass(carried, layer, why);
      if (unused > carried) lines.push(line(next, 'expiry', carried - unused, layer, year, why));
      const months = policy?.carry_months ?? null;
      if (carried > 0)
        kept.push({ layer, year: next, minutes: carried, ends: months === null ? undefined : addMonths(next, months) });
    }
    pass(-this.#debt, null);
    this.#pots = kept;
    return lines;
  }
}

const line = (day: Day, kind: Line['kind'], minutes: number, layer: Layer | null, year: Day, why: Line['why']): Line => ({
  day,
  kind,
  minutes,
  layer,
  year,
  request_id: null,
  why,
});

/** Days on which something carried over ends, for the leave years from the first to the last. */
export function endsOfCarried(facts: AccountFacts, years: readonly Day[]): Day[] {
  const months = new Set(facts.policies.map((policy) => policy.carry_months).filter((each) => each !== null));
  return years
    .flatMap((year) => [...months].map((each) => addMonths(year, each)))
    .filter((day) => day < yearAfter(years.at(-1) ?? day));
}
