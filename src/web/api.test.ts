import { expect, test } from 'vitest';
import { fillPath } from './api.ts';
import { parseBlock } from './live.ts';

test('parameters fill the path, in either spelling, escaped', () => {
  expect(fillPath('/api/users/:id', { id: 'a b/c' })).toBe('/api/users/a%20b%2Fc');
  expect(fillPath('/api/timesheets/{week}/rows/{row}', { week: '2026-W47', row: 3 })).toBe('/api/timesheets/2026-W47/rows/3');
  expect(fillPath('/api/users')).toBe('/api/users');
});

test('a block of the stream is a list of changes, a call to fetch everything, or a heartbeat', () => {
  expect(parseBlock('event: change\ndata: [{"topic":"bookings","keys":{"user":"7"}}]')).toEqual([
    { topic: 'bookings', keys: { user: '7' } },
  ]);
  expect(parseBlock('event: refresh\ndata: {}')).toEqual([{ topic: '*' }]);
  expect(parseBlock(': alive')).toEqual([]);
  expect(parseBlock('event: change\ndata: [{"top')).toEqual([{ topic: '*' }]);
});
