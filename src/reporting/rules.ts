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
