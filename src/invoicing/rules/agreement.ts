import { sharesOf } from '../../kit/money.ts';

/**
 * A wanted sum for time cut over its lines by what they are worth, to the minor unit: what each is written off or up.
 * @param values what each line is worth @param wanted what all of them shall come to
 */
export function allocated(values: readonly number[], wanted: number): number[] {
  const shares = sharesOf(wanted, values);
  return values.map((value, index) => (shares[index] ?? 0) - value);
}
