import { type Text, said } from '../../kit/said.ts';

export const hundredths = (value: number): number => Math.round(value * 100) / 100;

/** An amount of days in words, to the hundredth: `1 day`, `17.5 days`. */
export function daysText(days: number): Text {
  const shown = hundredths(days);
  return Math.abs(shown) === 1 ? said`${shown} day` : said`${shown} days`;
}
