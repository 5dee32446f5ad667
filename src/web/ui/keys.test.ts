import { expect, test } from 'vitest';
import { chordOf, findShortCut, writtenKeys } from './keys.ts';

const press = (key: string, held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', boolean>> = {}) =>
  chordOf({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held });

test('a chord names its keys in one order', () => {
  expect(press('K', { ctrlKey: true })).toBe('mod+k');
  expect(press('Z', { metaKey: true, shiftKey: true })).toBe('mod+shift+z');
  expect(press('?', { shiftKey: true })).toBe('?');
  expect(press('V', { shiftKey: true })).toBe('shift+v');
  expect(press('ArrowLeft', { shiftKey: true })).toBe('shift+arrowleft');
});

test('a sequence wins over its last key alone, a newer short cut over an older one', () => {
  const cut = (keys: string, label: string) => ({ keys, label, run: () => {} });
  const all = [cut('h', 'old'), cut('g h', 'home'), cut('h', 'new')];
  expect(findShortCut(all, 'h', 'g')?.label).toBe('home');
  expect(findShortCut(all, 'h', undefined)?.label).toBe('new');
  expect(findShortCut(all, 'x', 'g')).toBeUndefined();
});

test('keys are written as people read them', () => {
  expect(writtenKeys('mod+shift+z')).toEqual(['Ctrl', 'Shift', 'Z']);
  expect(writtenKeys('g h')).toEqual(['G', 'H']);
  expect(writtenKeys('?')).toEqual(['?']);
});
