import { beforeEach, expect, test } from 'vitest';
import { history, steps } from './history.ts';
import { dismiss, toasts } from './notify.ts';

let log: string[] = [];
const step = (name: string) => ({
  label: name,
  undo: () => void log.push(`undo ${name}`),
  redo: () => void log.push(`redo ${name}`),
});

beforeEach(() => {
  history.clear();
  log = [];
});

test('undo goes backwards, redo forwards', async () => {
  history.push(step('a'));
  history.push(step('b'));
  await history.undo();
  await history.undo();
  await history.redo();
  expect(log).toEqual(['undo b', 'undo a', 'redo a']);
});

test('a new step forgets what was undone', async () => {
  history.push(step('a'));
  await history.undo();
  history.push(step('b'));
  await history.redo();
  expect(log).toEqual(['undo a']);
});

test('the button beside what was done takes back its own step, once, and it can be done again', async () => {
  history.offer(step('a'));
  history.push(step('b'));
  const toast = toasts.get().list.at(-1);
  const undo = toast?.undo;
  await undo?.();
  await undo?.();
  expect(steps.get().done.map(({ label }) => label)).toEqual(['b']);
  await history.redo();
  expect(log).toEqual(['undo a', 'redo a']);
  if (toast) dismiss(toast.id);
});

test('fifty steps are kept', () => {
  for (let turn = 0; turn < 60; turn += 1) history.push(step(String(turn)));
  expect(steps.get().done).toHaveLength(50);
  expect(steps.get().done[0]?.label).toBe('10');
});

test('an undo that fails leaves its step in place and does not block the next', async () => {
  history.push(step('a'));
  history.push({ label: 'b', undo: () => Promise.reject(new Error('no network')), redo: () => {} });
  await expect(history.undo()).rejects.toThrow('no network');
  expect(steps.get().done).toHaveLength(2);
});

test('what is taken back waits for work that is under way, whatever comes of it', async () => {
  history.push(step('a'));
  const work = new Promise<void>((done) => setTimeout(done, 5)).then(() => history.push(step('b')));
  history.after(work);
  history.after(Promise.reject(new Error('refused')));
  await history.undo();
  expect(log).toEqual(['undo b']);
});
