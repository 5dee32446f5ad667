import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dismiss, notify, toasts } from './notify.ts';

const texts = (): string[] => toasts.get().list.map(({ text }) => text);

// Other tests of the same process may have told something, too.
beforeEach(() => {
  for (const toast of toasts.get().list) dismiss(toast.id);
});
afterEach(() => void vi.useRealTimers());

test('five equal alerts within three seconds are one', () => {
  vi.useFakeTimers({ now: 1_000_000 });
  for (let turn = 0; turn < 5; turn += 1) notify.error('Not allowed');
  expect(texts()).toEqual(['Not allowed']);
  vi.setSystemTime(1_003_001);
  notify.error('Not allowed');
  expect(texts()).toEqual(['Not allowed', 'Not allowed']);
});

test('at most three stand at once, the oldest goes', () => {
  for (const name of ['one', 'two', 'three', 'four']) notify.info(name);
  expect(texts()).toEqual(['two', 'three', 'four']);
});

test('an undo belongs to its own action, even with the same words', () => {
  notify.undo('Deleted', () => {});
  notify.undo('Deleted', () => {});
  expect(toasts.get().list.map(({ stay }) => stay)).toEqual([10_000, 10_000]);
});
