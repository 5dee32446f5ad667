/**
 * Chargeable utilization: chargeable time ÷ capacity over the same days. Sums are divided, ratios never averaged.
 * @param chargeableSeconds logged chargeable time
 * @param capacityMinutes net capacity (pattern − holidays − leave), or standard minutes where the figure says so
 * @returns a ratio (0.75 is 75 %), not cut off above 1; null without capacity
 */
export function utilization(chargeableSeconds: number, capacityMinutes: number): number | null {
  return capacityMinutes > 0 ? chargeableSeconds / 60 / capacityMinutes : null;
}

/** Share of the target that was met: chargeable ÷ (target × capacity), summed per person before dividing. */
export function attainment(chargeableSeconds: number, targetMinutes: number): number | null {
  return targetMinutes > 0 ? chargeableSeconds / 60 / targetMinutes : null;
}

/** Sums of people over a period, from which every ratio is divided. */
export interface Figures {
  chargeable_seconds: number;
  seconds: number;
  /** Pattern − holidays − leave. */
  capacity_minutes: number;
  /** Pattern − holidays. */
  standard_minutes: number;
  /** Target × capacity of each person. */
  target_minutes: number;
}

/** What chargeable time is divided by: capacity (leave taken off), or standard hours (leave left in). */
export const MEASURES = ['capacity', 'standard'] as const;
export type Measure = (typeof MEASURES)[number];

/** Minutes of the chosen denominator. */
export const baseMinutes = (figures: Figures, measure: Measure): number =>
  measure === 'capacity' ? figures.capacity_minutes : figures.standard_minutes;

/** Chargeable utilization against the chosen denominator; null without capacity. */
export const utilizationOf = (figures: Figures, measure: Measure): number | null =>
  utilization(figures.chargeable_seconds, baseMinutes(figures, measure));

/** Share of the target that was met; null where nobody has a target. */
export const attainmentOf = (figures: Figures): number | null => attainment(figures.chargeable_seconds, figures.target_minutes);

/** The target as a utilization: hours aimed at ÷ capacity, so people weigh by their capacity; null without capacity or target. */
export const targetOf = (figures: Figures): number | null =>
  figures.target_minutes > 0 && figures.capacity_minutes > 0 ? figures.target_minutes / figures.capacity_minutes : null;

/** How much a ratio moved, in percentage points; null when either side has none. */
export const pointsBetween = (now: number | null, before: number | null): number | null =>
  now === null || before === null ? null : (now - before) * 100;

/** How much the utilization of a row moved against the earlier figures beside it, in percentage points; null without either. */
export const changeOf = (row: Figures & { before?: Figures | undefined }, measure: Measure): number | null =>
  pointsBetween(utilizationOf(row, measure), row.before ? utilizationOf(row.before, measure) : null);

/** What is to come of a period: its days after today, on which people have capacity and may be booked. */
export interface Ahead {
  capacity_minutes: number;
  /** Confirmed bookings on chargeable projects. */
  booked_minutes: number;
  /** The same, tentative and requested: they never count as taken. */
  tentative_minutes: number;
  /** Of people with a target alone: their capacity, and what of it is not booked on chargeable projects. */
  bench_capacity_minutes: number;
  bench_minutes: number;
}

/** Scheduled utilization: confirmed chargeable bookings ÷ capacity of the days ahead (Retain: hard bookings alone). */
export const scheduledOf = ({ booked_minutes, capacity_minutes }: Ahead): number | null =>
  capacity_minutes > 0 ? booked_minutes / capacity_minutes : null;

/** Forecast: chargeable time so far and what is booked of the days ahead ÷ capacity of the whole period. */
export const forecastOf = (figures: Figures, ahead: Ahead, tentative = false): number | null =>
  utilization(
    figures.chargeable_seconds + 60 * (ahead.booked_minutes + (tentative ? ahead.tentative_minutes : 0)),
    figures.capacity_minutes,
  );

/** Bench: capacity of people with a target that is not booked on chargeable projects, as a share of it; over the days ahead. */
export const benchOf = ({ bench_minutes, bench_capacity_minutes }: Ahead): number | null =>
  bench_capacity_minutes > 0 ? bench_minutes / bench_capacity_minutes : null;
