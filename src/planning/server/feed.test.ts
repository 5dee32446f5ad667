import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, makeFirm, startTestApp } from '../../../test/app.ts';
import { firmDay } from '../../../test/today.ts';
import { addDays } from '../../kit/day.ts';
import { newId } from '../../kit/ids.ts';

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

test('one’s own calendar shows one’s own bookings with hours and how settled they are, a team’s shows none', async () => {
  const firm = await makeFirm(app);
  const user = await firm.user({ grade: 'Manager' });
  const other = await firm.user();
  const [client, project] = [newId(), newId()];
  const day = addDays(firmDay(), 7);
  await firm.within(async (tx) => {
    await tx.write.insert('clients.clients', [{ id: client, name: 'Acme, Sons' }]);
    await tx.write.insert('clients.projects', [
      { id: project, code: 'A-1', name: 'Audit', client_id: client, chargeable: true, currency: 'EUR' },
    ]);
    const booking = { project_id: project, first_day: day, last_day: addDays(day, 2), created_by: user.id };
    await tx.write.insert('planning.bookings', [
      { ...booking, user_id: user.id, minutes_per_day: 450, level: 'hard' },
      { ...booking, user_id: user.id, minutes_per_day: 60, level: 'soft' },
      { ...booking, user_id: other.id, minutes_per_day: 120, level: 'hard' },
    ]);
  });
  const read = async (scope: 'own' | 'team'): Promise<string[]> => {
    const { body } = await firm.call(user, 'POST', '/api/calendar_feeds', { scope });
    const path = String(body.address).replace(/^https?:\/\/[^/]+/, '');
    return (await firm.call(undefined, 'GET', path)).bytes.toString().split('\r\n');
  };
  const own = await read('own');
  const shown = own.filter((line) => /^(SUMMARY|STATUS|DTSTART|DTEND|TRANSP)/.test(line));
  const [start, end] = [`DTSTART;VALUE=DATE:${day}`, `DTEND;VALUE=DATE:${addDays(day, 3)}`].map((line) =>
    line.replaceAll('-', ''),
  );
  const event = (hours: string, status: string): string[] => [
    start ?? '',
    end ?? '',
    String.raw`SUMMARY:Acme\, Sons · Audit\, ${hours} h a day`,
    `STATUS:${status}`,
    'TRANSP:TRANSPARENT',
  ];
  expect(shown.length).toBe(10);
  expect(shown).toEqual(expect.arrayContaining([...event('7.5', 'CONFIRMED'), ...event('1', 'TENTATIVE')]));
  expect((await read('team')).filter((line) => line.startsWith('SUMMARY'))).toEqual([]);
});
