import { expect, test } from 'vitest';
import type { Table } from './pricing-data.ts';
import { cellKey, draftOf, readRate, readTime, textAt, withCells, withLine, withRates, withoutLine, writeTime } from './draft.ts';
import { asSent } from '../rules/sent.ts';

const signs = { sign: ',', digits: 2 };
const hours = { kind: 'standard', minutes_per_day: 480 } as const;
const days = { kind: 'secondment', minutes_per_day: 480 } as const;
const who = { sl_role_id: 'r', role: 'Reviewer', grade: 'Senior', user_id: null, user: null } as const;
const table = { ...hours, id: 't', name: 'Audit', lines: [], expenses: [] } as unknown as Table;
const one = withLine(draftOf([table]), 0, who, 2);

test('times are read as hours, in a secondment as days', () => {
  expect(['7,5', '1:30', '90m', '', 'soon', '20000'].map((text) => readTime(text, hours, ','))).toEqual([
    450,
    90,
    90,
    0,
    undefined,
    undefined,
  ]);
  expect([readTime('18', days, ','), readTime('0,5', days, ','), readTime('1:30', days, ',')]).toEqual([8640, 240, undefined]);
  expect([writeTime(450, hours, ','), writeTime(0, hours, ','), writeTime(240, days, ',')]).toEqual(['7,5', '', '0,5']);
});

test('rates are amounts, or none', () => {
  expect(['120,5', '', '-1', 'free'].map((text) => readRate(text, signs))).toEqual([12_050, null, undefined, undefined]);
});

test('what cannot be read stays as it was typed, and is marked', () => {
  const draft = withCells(
    one,
    0,
    [
      { line: 0, col: 0, text: '8' },
      { line: 0, col: 1, text: 'soon' },
      { line: 0, col: 'rate', text: '150' },
    ],
    signs,
  );
  expect(draft.tables[0]?.lines[0]).toMatchObject({ minutes: [480, 0], rate: 15_000 });
  expect(draft.faulty.get(cellKey(0, 0, 1))).toBe('soon');
  expect([textAt(draft, 0, 0, 0, signs), textAt(draft, 0, 0, 1, signs), textAt(draft, 0, 0, 'rate', signs)]).toEqual([
    '8',
    'soon',
    '150,00',
  ]);
  const mended = withCells(draft, 0, [{ line: 0, col: 1, text: '2' }], signs);
  expect(mended.faulty.size).toBe(0);
});

test('marks stay with their lines when one above goes', () => {
  const two = withLine(one, 0, { ...who, grade: 'Manager' }, 2);
  const draft = withoutLine(withCells(two, 0, [{ line: 1, col: 0, text: 'x' }], signs), 0, 0);
  expect([...draft.faulty]).toEqual([[cellKey(0, 0, 0), 'x']]);
  expect(asSent(draft.tables)[0]?.lines).toMatchObject([{ grade: 'Manager', minutes: [0, 0], rate: null }]);
});

test('rates that the server knows are taken over, and nothing else is made anew', () => {
  const known = one.tables.map((each) => ({ ...each, lines: each.lines.map((line) => ({ ...line, standard_rate: 100 })) }));
  const rated = withRates(one.tables, known);
  expect(rated[0]?.lines[0]?.standard_rate).toBe(100);
  expect(withRates(rated, known)).toBe(rated);
});
