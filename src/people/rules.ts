/** The columns of a list of people to invite, in the order of the template. */
export const INVITE_FIELDS = [
  'first_name',
  'last_name',
  'email',
  'grade',
  'category',
  'role',
  'team',
  'manager',
  'country',
  'region',
  'employed_from',
  'language',
  'hours_a_week',
] as const;

export type InviteField = (typeof INVITE_FIELDS)[number];

/** Steps that one grade may have. */
export const MOST_STEPS = 20;

/** People whom one list may invite. */
export const MOST_INVITED = 5000;
