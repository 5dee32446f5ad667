/** The pictures of a report of money: where standard value goes, fees by month, recovery and margin by month. */
export const PICTURES = ['bridge', 'months', 'ratios'] as const;
export type Picture = (typeof PICTURES)[number];
