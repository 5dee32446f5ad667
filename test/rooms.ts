/** Ground floor first: a room may use only rooms named before it. */
export const rooms = [
  'settings',
  'access',
  'people',
  'clients',
  'rates',
  'leave',
  'planning',
  'time',
  'pricing',
  'invoicing',
  'reporting',
  'support',
];
