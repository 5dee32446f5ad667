import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '../src/kit/day.ts';
import { newId } from '../src/kit/ids.ts';
import { sql } from '../src/server/sql.ts';
import { differencesOf } from '../src/time/server/proof.ts';
import type { Sent } from '../src/time/web/saver.ts';
import { type Unsaved, together } from '../src/time/web/kept.ts';
import { type SavedCell, type WeekModel, newWeekModel } from '../src/time/web/week-model.ts';
import { type Edit, cellKey, lineOf, workOf } from '../src/time/web/week.ts';
import { type TestApp, type TestFirm, type TestUser, makeFirm, startTestApp } from './app.ts';

/** The queue of the page alone is tried ten thousand times beside it; here it meets the real server, a few times. */
const RUNS = Math.max(5, Math.ceil(Number(process.env['CADRE_RUNS'] ?? 200) / 40));
const MONDAY = '2026-03-02';
const H = 3600;
const nobody = { project: null, project_code: null, client: null, task_type: null };

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

type Step =
  | { does: 'type'; page: number; line: number; day: number; hours: number }
  | { does: 'send'; page: number; line: 'up' | 'down' | 'deaf' }
  | { does: 'lock'; day: number }
  | { does: 'reload'; page: number };

const page = fc.nat(1);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      does: fc.constant('type' as const),
      page,
      line: fc.nat(1),
      day: fc.nat(2),
      hours: fc.integer({ min: 0, max: 14 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('send' as const),
      page,
      line: fc.constantFrom('up' as const, 'down' as const, 'deaf' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('lock' as const), day: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('reload' as const), page }) },
);

/** One person with two pages open on a week; what the pages keep is the browser's. */
class Desk {
  readonly firm: TestFirm;
  readonly user: TestUser;
  readonly lines: readonly string[];
  readonly pages: WeekModel[] = [];
  readonly kept = new Map<number, Unsaved>();
  line: 'up' | 'down' | 'deaf' = 'up';
  #opened = 0;

  constructor(firm: TestFirm, user: TestUser, lines: readonly string[]) {
    this.firm = firm;
    this.user = user;
    this.lines = lines;
  }

  /** `deaf`: the server does it, and its answer is lost. */
  async #send(edits: readonly Edit[]): Promise<Sent<SavedCell>> {
    if (this.line === 'down') return { kind: 'unreachable' };
    const cells = edits.map((edit) => ({ ...workOf(edit.line), day: addDays(MONDAY, edit.day), seconds: edit.seconds }));
    const { status, body } = await this.firm.call(this.user, 'PUT', '/api/timesheets/cells', { cells });
    if (this.line === 'deaf' || status >= 500) return { kind: 'unreachable' };
    return status === 200 ? { kind: 'saved', cells: body.cells } : { kind: 'refused', reason: String(body.detail) };
  }

  async open(place: number): Promise<void> {
    const id = (this.#opened += 1);
    const model = newWeekModel<SavedCell>({
      send: (edits) => this.#send(edits),
      onStored: () => {},
      keep: (unsaved) => {
        if (unsaved.edits.length > 0) this.kept.set(id, unsaved);
        else this.kept.delete(id);
      },
    });
    // It sends when it is told to.
    model.saver.stop();
    this.pages[place] = model;
    const sheet = (await this.firm.call(this.user, 'GET', `/api/timesheets/${MONDAY}`)).body;
    const extra = this.lines.map((line) => lineOf({ ...workOf(line), ...nobody }));
    model.load({ sheet, extra, plan: new Map(), order: [] }, true);
    const left = together([...this.kept.values()]);
    this.kept.clear();
    model.offer(left);
    model.decide(true, 'taken up');
  }

  async take(each: Step): Promise<void> {
    if (each.does === 'reload') return this.open(each.page);
    if (each.does === 'lock') return this.lock(addDays(MONDAY, each.day));
    const model = this.pages[each.page];
    if (each.does === 'type') {
      const edit = { line: this.lines[each.line] ?? '', day: each.day, seconds: each.hours * H, comment: '' };
      if (model?.secondsOf(edit.line, edit.day) !== edit.seconds) model?.put([edit]);
      return;
    }
    this.line = each.line;
    await model?.saver.flush();
  }

  async lock(day: string): Promise<void> {
    await this.firm.within((tx) =>
      tx.all(sql`
        insert into time.person_days (tenant_id, user_id, day, seconds, chargeable_seconds, entry_count, locked_at)
        values (${tx.tenant}, ${this.user.id}, ${day}, 0, 0, 0, now())
        on conflict (tenant_id, user_id, day) do update set locked_at = now() returning 1`),
    );
  }

  stored() {
    return this.firm.within((tx) =>
      tx.all<{ project_id: string; day: string; seconds: number; n: number; locked: boolean }>(sql`
        select e.project_id, e.day, sum(e.seconds)::int as seconds, count(*)::int as n, bool_or(d.locked_at is not null) as locked
        from time.entries e join time.person_days d on d.tenant_id = e.tenant_id and d.user_id = e.user_id and d.day = e.day
        where e.tenant_id = ${tx.tenant} and e.user_id = ${this.user.id} group by e.project_id, e.day`),
    );
  }
}

test('two pages against the server, with lost calls, lost answers and locks: every cell once, none lost, no lock passed', async () => {
  const firm = await makeFirm(app);
  const ids = [newId(), newId()];
  await firm.within((tx) =>
    tx.write.insert(
      'clients.projects',
      ids.map((id, index) => ({ id, code: `P-${index}`, name: `Project ${index}`, chargeable: true, currency: 'EUR' })),
    ),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const desk = new Desk(
        firm,
        await firm.user(),
        ids.map((id) => `${id}/`),
      );
      for (const place of [0, 1]) await desk.open(place);
      const locked = new Map<string, number>();
      for (const each of steps) {
        await desk.take(each);
        if (each.does === 'lock')
          for (const row of await desk.stored()) locked.set(`${row.project_id} ${row.day}`, row.locked ? row.seconds : -1);
      }
      desk.line = 'up';
      for (const model of desk.pages) await model.saver.flush();

      const stored = await desk.stored();
      expect(stored.filter(({ n }) => n > 1)).toEqual([]);
      for (const [key, seconds] of locked)
        if (seconds >= 0) expect(stored.find((row) => `${row.project_id} ${row.day}` === key)?.seconds).toBe(seconds);
      // What a page shows is what the server holds, or is shown as not saved, or the other page wrote the cell since: then that
      // one shows it, unless something was typed over it there that is not saved.
      for (const model of desk.pages) {
        for (const line of desk.lines) {
          for (const day of [0, 1, 2]) {
            const row = stored.find((each) => `${each.project_id}/` === line && each.day === addDays(MONDAY, day));
            const key = cellKey(line, day);
            const isOthers = desk.pages.some(
              (each) => each !== model && (each.secondsOf(line, day) === (row?.seconds ?? 0) || each.saver.isUnsaved(key)),
            );
            const shown = model.secondsOf(line, day);
            expect(shown === (row?.seconds ?? 0) || model.saver.isUnsaved(key) || isOthers).toBe(true);
          }
        }
      }
    }),
    { numRuns: RUNS },
  );
  expect(await firm.within(differencesOf)).toEqual([]);
}, 300_000);
