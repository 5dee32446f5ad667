import { expect, test } from 'vitest';
import { choice, day, flag, list, parseSearch, readAddress, stringifySearch, whole, word, writeAddress } from './address.ts';

const codecs = { q: word(), teams: list(), zoom: choice(['day', 'week'], 'week'), page: whole(1), from: day(), mine: flag() };

test('what cannot be read is the default', () => {
  const search = parseSearch('?q=a+b&teams=3,7&zoom=year&page=-1&from=2026-02-30&mine=1&other=x');
  expect(readAddress(codecs, search)).toEqual({ q: 'a b', teams: ['3', '7'], zoom: 'week', page: 1, from: '', mine: true });
});

test('defaults vanish from the address, foreign parameters stay', () => {
  const written = writeAddress(codecs, { zoom: 'day', lang: 'de' }, { zoom: 'week', teams: ['3', '7'], page: 2 });
  expect(written).toEqual({ teams: '3,7', page: '2', lang: 'de' });
  expect(writeAddress(codecs, written, { teams: [], page: 1 })).toEqual({ lang: 'de' });
});

test('the address is readable and comes back as it went', () => {
  const values = { teams: '3,7', q: 'Müller & Co + 50 %', w: '2026-W47', at: '7:30', id: '007', empty: '' };
  const text = stringifySearch(values);
  expect(text).toContain('teams=3,7');
  expect(text).toContain('at=7:30');
  const { empty, ...kept } = values;
  expect([parseSearch(text), empty]).toEqual([kept, '']);
});
