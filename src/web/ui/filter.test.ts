import { expect, test } from 'vitest';
import { filterText, spokenSymbols } from './filter.ts';

test('letters of any language, digits, blanks and the common symbols stay', () => {
  const fine = `Ünïcode Łódź 東京 12 \t. , @ * ' " _ % -`;
  expect(filterText(fine, {}).text).toBe(fine);
});

test('a letter typed with a combining mark keeps its accent', () => {
  expect(filterText('e\u0301cole', {}).text).toBe('e\u0301cole');
});

test('everything else is taken out, unless the field allows it', () => {
  expect(filterText('a+b:c&d(e)/#!?', {}).text).toBe('abcde');
  expect(filterText('a+b:c&d', { extra: '+:' }).text).toBe('a+b:cd');
});

test('without symbols only letters, digits and the extra ones pass', () => {
  expect(filterText(`a b.c-d_e`, { noSymbols: true }).text).toBe('abcde');
  expect(filterText('A-1/2', { noSymbols: true, extra: '-' }).text).toBe('A-12');
});

test('the caret stays with its neighbours', () => {
  expect(filterText('ab!cd', {}, 3)).toEqual({ text: 'abcd', caret: 2 });
  expect(filterText('ab!cd', {}, 1)).toEqual({ text: 'abcd', caret: 1 });
  expect(filterText('😀ab', {}, 2)).toEqual({ text: 'ab', caret: 0 });
});

test('the alert names the extra symbols apart', () => {
  expect(spokenSymbols('+:\n')).toBe('+ :');
});
