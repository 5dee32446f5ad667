/** Money is integer minor units with an ISO 4217 currency; what is computed of it is rounded to the minor unit, halves up. */

/** Digits after the decimal sign that a currency has: EUR 2, JPY 0. */
export const minorDigits = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;

/** Half of it, rounded up, of what was divided: exact also where the product passes what a number holds exactly. */
function divided(value: number, numerator: number, denominator: number, carry: number): number {
  const product = value * numerator;
  if (Number.isSafeInteger(product) && Math.abs(product) < MOST_EXACT) return Math.floor((product + carry) / denominator);
  const [whole, by] = [BigInt(value) * BigInt(numerator) + BigInt(carry), BigInt(denominator)];
  const quotient = whole / by;
  return Number(whole < 0n && quotient * by !== whole ? quotient - 1n : quotient);
}
/** Below it a sum with half a denominator is exact, and so is the floor of its quotient. */
const MOST_EXACT = 2 ** 52;

/** `value * numerator / denominator` in whole units, halves up. All are whole; the denominator is above 0 and below 2^52. */
export const proportion = (value: number, numerator: number, denominator: number): number =>
  divided(value, numerator, denominator, Math.floor(denominator / 2));

/** The same, rounded up to the next whole unit. */
export const proportionUp = (value: number, numerator: number, denominator: number): number =>
  divided(value, numerator, denominator, denominator - 1);

/**
 * A sum cut into parts by their weights, so that the parts are the sum to the minor unit: each gets its share rounded down, and
 * what is left goes to those that lost most by it, the earlier first (largest remainder). Without any weight the parts are equal.
 * @param total 0 or more @param weights 0 or more each
 */
export function sharesOf(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  const parts = sum > 0 ? weights : weights.map(() => 1);
  const whole = BigInt(sum > 0 ? sum : Math.max(1, weights.length));
  const cut = parts.map((weight, index) => {
    const product = BigInt(total) * BigInt(weight);
    return { index, share: Number(product / whole), rest: product % whole };
  });
  let left = total - cut.reduce((all, { share }) => all + share, 0);
  const most = [...cut].sort((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest > b.rest ? -1 : 1));
  for (const each of most) {
    if (left <= 0) break;
    each.share += 1;
    left -= 1;
  }
  return cut.map(({ share }) => share);
}
