/** The pictures of utilization: where the capacity of months went, rows by months, and what is to come. */
export const UTILIZATION_PICTURES = ['stack', 'matrix', 'forecast'] as const;

/** Those that there are of a period: one that is over has nothing to come. */
export const picturesOf = (isToCome: boolean): readonly UtilizationPictureName[] =>
  UTILIZATION_PICTURES.filter((picture) => picture !== 'forecast' || isToCome);

export type UtilizationPictureName = (typeof UTILIZATION_PICTURES)[number];
