import { expect, test } from 'vitest';
import { branches, holds, matchingTeams, namesOf, subtree, takenNames } from './team-tree.ts';

const team = (id: string, parent_id: string | null = null) => ({ id, name: id.toUpperCase(), parent_id });
const teams = [team('a'), team('a1', 'a'), team('a1x', 'a1'), team('a2', 'a'), team('b')];

test('stands from top to bottom, closed teams without what is below them', () => {
  expect(branches(teams).map(({ team: { id }, depth }) => `${depth}${id}`)).toEqual(['0a', '1a1', '2a1x', '1a2', '0b']);
  const closed = branches(teams, new Set(['a1']));
  expect(closed.map(({ team: { id } }) => id)).toEqual(['a', 'a1', 'a2', 'b']);
  expect(closed[1]).toMatchObject({ below: 1, open: false });
});

test('counts the people of a team with all those below it', () => {
  const sized = teams.map((each, index) => ({ ...each, members: index + 1 }));
  expect(branches(sized).map(({ all }) => all)).toEqual([10, 5, 3, 4, 5]);
});

test('a team whose parent is unknown stands at the top', () => {
  expect(branches([team('x', 'gone')])).toMatchObject([{ depth: 0, below: 0 }]);
});

test('knows what a team cannot be moved below', () => {
  expect([...subtree(teams, 'a1')]).toEqual(['a1', 'a1x']);
  expect(subtree(teams, 'b').size).toBe(1);
});

test('keeps those above what is found', () => {
  const found = matchingTeams(teams, ({ id }) => id === 'a1x');
  expect(found.teams.map(({ id }) => id)).toEqual(['a', 'a1', 'a1x']);
  expect(found.hits).toBe(1);
});

test('reads names line by line and knows which are taken', () => {
  const names = namesOf(' Audit \n\nTax\r\n audit\n');
  expect(names).toEqual(['Audit', 'Tax', 'audit']);
  expect(takenNames(names, [{ name: 'TAX' }])).toEqual(['Tax', 'audit']);
});

test('is found by its people and its lead too', () => {
  const audit = { name: 'Audit', lead: 'Zoë Maier', people: [{ name: 'Ana Silva' }] };
  expect(holds(audit, 'zoe')).toBe(true);
  expect(holds(audit, 'silva aud')).toBe(true);
  expect(holds(audit, 'tax')).toBe(false);
});
