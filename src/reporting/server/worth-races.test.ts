import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, type TestFirm, makeFirm, startTestApp } from '../../../test/app.ts';
import { newId } from '../../kit/ids.ts';
import { sql } from '../../server/sql.ts';
import type { Tx } from '../../server/tx.ts';
import { differencesOf } from '../../time/server/public.ts';
import { keepWorth } from './worth-keep.ts';
import { worthDifferences } from './worth-proof.ts';
import { unsettled } from './worth.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const ENTRY = { day: '2026-03-10', seconds: 3600, chargeable: true };

/** A Junior with a rate of 100.00, which is 200.00 for a Senior, and a project to work on. */
async function lay(): Promise<{ firm: TestFirm; person: string; project: string }> {
  const firm = await makeFirm(app);
  const person = await firm.user({ grade: 'Junior' });
  const [project, client, line, role] = [newId(), newId(), newId(), newId()];
  await firm.within(async (tx) => {
    await tx.write.insert('clients.clients', [{ id: client, name: 'Acme' }]);
    await tx.write.insert('clients.projects', [
      { id: project, code: 'A', name: 'A', client_id: client, chargeable: true, currency: 'EUR' },
    ]);
    await tx.write.insert('rates.service_lines', [{ id: line, name: 'Audit', lead_id: null }]);
    await tx.write.insert('rates.sl_roles', [
      { id: role, service_line_id: line, name: 'Staff', lowest_grade: 'Intern', highest_grade: 'Partner' },
    ]);
    await tx.write.insert(
      'rates.rates',
      ['Junior', 'Senior'].map((grade, index) => ({
        grade,
        country: 'DE',
        sl_role_id: role,
        currency: 'EUR',
        standard_rate: 10_000 * (index + 1),
        valid_from: '2020-01-01',
        valid_to: 'infinity',
      })),
    );
  });
  return { firm, person: person.id, project };
}

/** Corrects the grade for all days; what somebody else writes begins while that is made and not yet committed. */
async function whileCorrected({ firm, person }: { firm: TestFirm; person: string }, writes: (tx: Tx) => Promise<unknown>) {
  let written: Promise<unknown> = Promise.resolve();
  await firm.within(async (tx) => {
    const rows = await tx.all<Record<string, unknown>>(sql`
      select * from people.grades where tenant_id = ${tx.tenant} and user_id = ${person}`);
    await tx.write.update(
      'people.grades',
      rows.map((before) => ({ before, set: { grade: 'Senior' } })),
    );
    // If nothing holds it up, it is rated and settled meanwhile.
    written = firm.within(writes).then(() => firm.within(keepWorth));
    await Promise.race([written, new Promise((resolve) => setTimeout(resolve, 700))]);
  });
  await written;
  while (await firm.within(keepWorth));
}

const entriesOf = (tx: Tx) =>
  tx.all<Record<string, unknown>>(sql`select * from time.entries where tenant_id = ${tx.tenant} order by day`);

const races: [what: string, writes: (tx: Tx) => Promise<unknown>, months: string[]][] = [
  ['moved into a month without time', async (tx) => moved(tx, { day: '2026-04-10' }), ['2026-04-01']],
  ['made longer', async (tx) => moved(tx, { seconds: 7200 }), ['2026-03-01']],
  ['removed', async (tx) => tx.write.remove('time.entries', await entriesOf(tx)), []],
];

const moved = async (tx: Tx, set: Record<string, unknown>) =>
  tx.write.update(
    'time.entries',
    (await entriesOf(tx)).map((before) => ({ before, set })),
  );

test('a grade that is corrected in the instant of the first entry of a month leaves no worth of the old grade', async () => {
  const scene = await lay();
  await whileCorrected(scene, (tx) =>
    tx.write.insert('time.entries', [{ ...ENTRY, user_id: scene.person, project_id: scene.project }]),
  );
  expect(await scene.firm.within((tx) => unsettled(tx, '2026-01-01', '2026-12-01'))).toEqual([]);
  expect(await scene.firm.within(worthDifferences)).toEqual([]);
  expect(await keptOf(scene.firm)).toEqual([{ month: '2026-03-01', grade: 'Senior', of: 'Senior', standard: 3600 * 20_000 }]);
});

test.each(races)('nor in the instant in which an entry is %s', async (_what, writes, months) => {
  const scene = await lay();
  await scene.firm.within((tx) =>
    tx.write.insert('time.entries', [{ ...ENTRY, user_id: scene.person, project_id: scene.project }]),
  );
  await whileCorrected(scene, writes);
  expect(await scene.firm.within(differencesOf)).toEqual([]);
  expect(await scene.firm.within(worthDifferences)).toEqual([]);
  const kept = await keptOf(scene.firm);
  expect(kept.map(({ month, grade, of }) => [month, grade, of])).toEqual(months.map((month) => [month, 'Senior', 'Senior']));
  const all = await scene.firm.within((tx) =>
    tx.all(sql`select 1 from time.months where tenant_id = ${tx.tenant} and grade = 'Junior' and seconds <> 0`),
  );
  expect(all).toEqual([]);
});

/** Sums of months beside what they are worth. */
const keptOf = (firm: TestFirm) =>
  firm.within((tx) =>
    tx.all<{ month: string; grade: string; of: string; standard: number }>(sql`
      select m.month, m.grade, w.grade as of, w.standard from time.months m
      join reporting.worth w on w.tenant_id = m.tenant_id and w.month = m.month and w.user_id = m.user_id
      where m.tenant_id = ${tx.tenant} and m.seconds <> 0`),
  );
