/** What a token may be given, in the order of the menu; the server has the same (`TOKEN_AREAS`). */
export const AREAS = [
  'time',
  'planning',
  'leave',
  'clients',
  'pricing',
  'invoicing',
  'rates',
  'reporting',
  'people',
  'settings',
  'support',
] as const;

export type Area = (typeof AREAS)[number];

export interface TokenDraft {
  name: string;
  areas: readonly Area[];
  /** Changes what it reads, too. */
  writes: boolean;
  days: number;
}

export const EMPTY_TOKEN: TokenDraft = { name: '', areas: ['time', 'planning'], writes: false, days: 90 };

export const scopesOf = ({ areas, writes }: Pick<TokenDraft, 'areas' | 'writes'>): string[] =>
  areas.map((area) => `${area}:${writes ? 'write' : 'read'}`);

/** The areas of scopes: those that are written (and read), and those that are read alone. */
export function areasOf(scopes: readonly string[]): { reads: Area[]; writes: Area[] } {
  const writes = AREAS.filter((area) => scopes.includes(`${area}:write`));
  return { writes, reads: AREAS.filter((area) => scopes.includes(`${area}:read`) && !writes.includes(area)) };
}
