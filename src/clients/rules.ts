/** The columns of a table of clients to import, in the order of its template. */
export const CLIENT_FIELDS = ['name', 'sector'] as const;
export type ClientField = (typeof CLIENT_FIELDS)[number];

/** The columns of a table of projects to import, in the order of its template. */
export const PROJECT_FIELDS = [
  'code',
  'name',
  'client',
  'managers',
  'team',
  'status',
  'billing_status',
  'chargeable',
  'starts_on',
  'ends_on',
  'budget_hours',
  'budget_fee',
  'currency',
] as const;
export type ProjectField = (typeof PROJECT_FIELDS)[number];

/** Rows that one table may bring. */
export const MOST_IMPORTED = 10_000;
