import { describe, expect, test } from 'vitest';
import { byField, differing } from './form.ts';

const draft = { name: 'Review', pattern: [480, 480], team_id: null as string | null };

describe('what differs', () => {
  test('is told by value, and nothing is the same as not there', () => {
    expect(differing(draft, { ...draft, pattern: [480, 480] })).toEqual([]);
    expect(differing(draft, { ...draft, name: 'Audit', pattern: [480, 240] })).toEqual(['name', 'pattern']);
    expect(differing({ ...draft, team_id: undefined as never }, draft)).toEqual([]);
  });
});

describe('refusals', () => {
  test('go to the field that their path names; the first one of a field counts', () => {
    const { fields, rest } = byField(
      [
        { path: 'userData.pattern.0', message: 'Too long.' },
        { path: 'userData.pattern.1', message: 'Too short.' },
        { path: 'name', message: 'Missing.' },
        { path: 'userData.other', message: 'Unknown.' },
      ],
      draft,
    );
    expect(fields).toEqual({ pattern: 'Too long.', name: 'Missing.' });
    expect(rest).toEqual(['Unknown.']);
  });
});
