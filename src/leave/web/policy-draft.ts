import type { Day } from '../../kit/day.ts';
import type { Policy } from './countries-data.ts';

/** What of unused days goes over into the new year. */
export type Carry = 'none' | 'some' | 'all';

export interface PolicyDraft {
  country: string;
  type_id: string;
  layer: Policy['layer'];
  grade: Policy['grade'];
  seniority_years: number;
  days: number | undefined;
  manner: Policy['manner'];
  pro_rata: Policy['pro_rata'];
  rounding: Policy['rounding'];
  carry: Carry;
  carry_days: number | undefined;
  carry_months: number | undefined;
  negative_days: number;
  valid_from: Day;
  valid_to: Day | null;
}

const carryOf = (days: number | null): Carry => (days === null ? 'all' : days === 0 ? 'none' : 'some');

/** What is edited of a policy; a change of one holds from `today`, a new one from the first of the year. */
export const policyDraft = (row: Policy | undefined, country: string, typeId: string, today: Day): PolicyDraft => ({
  country: row?.country ?? country,
  type_id: row?.type_id ?? typeId,
  layer: row?.layer ?? 'statutory',
  grade: row?.grade ?? null,
  seniority_years: row?.seniority_years ?? 0,
  days: row?.days,
  manner: row?.manner ?? 'granted',
  pro_rata: row?.pro_rata ?? 'days',
  rounding: row?.rounding ?? 'none',
  carry: row ? carryOf(row.carry_days) : 'none',
  carry_days: row?.carry_days ?? undefined,
  carry_months: row?.carry_months ?? undefined,
  negative_days: row?.negative_days ?? 0,
  valid_from: row ? (row.valid_from > today ? row.valid_from : today) : `${today.slice(0, 4)}-01-01`,
  valid_to: row?.valid_to ?? null,
});

/** The fields of the API that a draft says. */
function policyBody(draft: PolicyDraft) {
  const {
    country: _country,
    type_id: _type,
    layer: _layer,
    valid_to: _to,
    carry,
    days,
    carry_days,
    carry_months,
    ...rest
  } = draft;
  return {
    ...rest,
    days: days ?? 0,
    carry_days: carry === 'all' ? null : carry === 'none' ? 0 : (carry_days ?? 0),
    carry_months: carry === 'none' ? null : (carry_months ?? null),
  };
}

/** A new policy as the API takes it. */
export const newPolicy = ({ country, type_id, layer, ...rest }: PolicyDraft) => ({
  country,
  type_id,
  layer,
  ...policyBody({ country, type_id, layer, ...rest }),
});

/** A change as the API takes it. Of the last day alone nothing else is to hold from another day. */
export const policyChange = (draft: PolicyDraft, changed: readonly string[]) => ({
  ...(changed.every((key) => key === 'valid_to') ? {} : policyBody(draft)),
  ...(changed.includes('valid_to') ? { valid_to: draft.valid_to } : {}),
});
