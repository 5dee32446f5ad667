/** The pictures of utilization: where the capacity of months went, and rows by months. */
export const UTILIZATION_PICTURES = ['stack', 'matrix'] as const;
export type UtilizationPictureName = (typeof UTILIZATION_PICTURES)[number];
