import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, makeFirm, startTestApp } from '../../../test/app.ts';
import { newId } from '../../kit/ids.ts';
import { sql } from '../../server/sql.ts';
import { keepWorth } from './worth-keep.ts';
import { worthDifferences } from './worth-proof.ts';
import { unsettled } from './worth.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('a grade that is corrected in the instant of the first entry of a month leaves no worth of the old grade', async () => {
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
  // The correction is made and not yet committed; the entry comes and, if nothing holds it up, is rated and settled meanwhile.
  let entered: Promise<unknown> = Promise.resolve();
  await firm.within(async (tx) => {
    const rows = await tx.all<Record<string, unknown>>(sql`
      select * from people.grades where tenant_id = ${tx.tenant} and user_id = ${person.id}`);
    await tx.write.update(
      'people.grades',
      rows.map((before) => ({ before, set: { grade: 'Senior' } })),
    );
    entered = firm
      .within((other) =>
        other.write.insert('time.entries', [
          { user_id: person.id, day: '2026-03-10', project_id: project, seconds: 3600, chargeable: true },
        ]),
      )
      .then(() => firm.within(keepWorth));
    await Promise.race([entered, new Promise((resolve) => setTimeout(resolve, 700))]);
  });
  await entered;
  while (await firm.within(keepWorth));
  expect(await firm.within((tx) => unsettled(tx, '2026-01-01', '2026-12-01'))).toEqual([]);
  expect(await firm.within(worthDifferences)).toEqual([]);
  const kept = await firm.within((tx) =>
    tx.all(sql`select m.grade, w.grade as of, w.standard from time.months m join reporting.worth w on w.tenant_id = m.tenant_id
      and w.month = m.month and w.user_id = m.user_id where m.tenant_id = ${tx.tenant} and m.seconds > 0`),
  );
  expect(kept).toEqual([{ grade: 'Senior', of: 'Senior', standard: 3600 * 20_000 }]);
});
