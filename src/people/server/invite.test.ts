import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, type TestApp, type TestFirm, type TestUser, makeFirm, startTestApp } from '../../../test/app.ts';
import { newDatabase } from '../../../test/own-database.ts';
import { workbookParts, zipOf } from '../../../test/zip.ts';
import { sql } from '../../server/sql.ts';
import { readTable } from '../../server/tables.ts';

let test_: TestApp;
let owner: pg.Client;
beforeAll(async () => {
  // A database of its own: one test ends every connection to it.
  const adminUrl = await newDatabase('invite');
  test_ = await startTestApp(adminUrl);
  owner = new pg.Client({ connectionString: adminUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await test_.close();
});

interface World {
  firm: TestFirm;
  hr: TestUser;
}

async function world(): Promise<World> {
  const firm = await makeFirm(test_, ['DE', 'FR']);
  const hr = await firm.user({ category: 'hr', grade: 'Junior', firstName: 'Hanna', lastName: 'Reich' });
  await firm.call(hr, 'POST', '/api/teams/create_empty_teams', { teams: ['Audit', 'Tax'] });
  return { firm, hr };
}

const text = (lines: readonly string[]): Uint8Array => new TextEncoder().encode(`${lines.join('\n')}\n`);
const HEAD = 'First name,Last name,E-mail,Grade,Team,Manager,First day';
let counter = 0;
const mark = (): string => `${process.pid.toString(36)}${(counter++).toString(36)}`;

async function upload({ firm, hr }: World, bytes: Uint8Array, name = 'people.csv'): Promise<string> {
  const answer = await firm.upload(hr, '/api/files', name, bytes);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.filename as string;
}
const check = async (w: World, bytes: Uint8Array, name?: string): Promise<Answer> =>
  w.firm.call(w.hr, 'POST', '/api/users/validate_table', { filename: await upload(w, bytes, name) });
const invite = (w: World, data: unknown): Promise<Answer> => w.firm.call(w.hr, 'POST', '/api/users/invite', { data });
const faultsOf = (answer: Answer): string[] =>
  (answer.body.errors as { row: number; field: string; message: string }[]).map(
    ({ row, field, message }) => `${row} ${field}: ${message}`,
  );
const countPeople = async ({ firm }: World): Promise<number> =>
  firm.within(
    async (tx) =>
      (await tx.one<{ n: number }>(sql`select count(*)::int as n from people.users where tenant_id = ${tx.tenant}`))?.n ?? 0,
  );

describe('the template', () => {
  test('has the firm’s own lists to choose from, in the reader’s language, and comes back as it went', async () => {
    const w = await world();
    const file = await w.firm.call(w.hr, 'GET', '/api/users/invitation_template');
    expect(file.headers['content-disposition']).toContain('invitations.xlsx');
    expect((await readTable(file.bytes, 'x.xlsx')).header.slice(0, 4)).toEqual(['First name', 'Last name', 'E-mail', 'Grade']);
    const lists = await readTable(file.bytes, 'x.xlsx', { sheet: 'Lists' });
    const cells = [lists.header, ...lists.rows.map((row) => row.cells)].flat();
    for (const choice of ['Audit', 'Tax', 'Senior Manager', 'operational', 'user', 'Germany', 'France', 'de'])
      expect(cells).toContain(choice);
    await w.firm.call(w.hr, 'PUT', '/api/users/change_language', { language: 'de' });
    const german = await readTable((await w.firm.call(w.hr, 'GET', '/api/users/invitation_template')).bytes, 'x.xlsx');
    expect(german.header.slice(0, 3)).toEqual(['Vorname', 'Nachname', 'E-Mail']);
    const csv = await w.firm.call(w.hr, 'GET', '/api/users/invitation_template?format=csv');
    const answer = await check(w, Buffer.concat([csv.bytes, text([`Ana,Silva,ana-${mark()}@example.org,Senior`])]));
    expect(faultsOf(answer)).toEqual([]);
  });
});

describe('a list', () => {
  test('is judged, applied whole, and applied once', async () => {
    const w = await world();
    const [ana, ben] = [`ana-${mark()}@example.org`, `ben-${mark()}@example.org`];
    const file = text([
      `${HEAD},Country,Hours a week,Language,Category`,
      `Ana,Silva,${ana},senior,AUDIT,Ben Okafor,2026-01-15,Frankreich,20,fr,`,
      `Ben,Okafor,${ben},Director,Tax,Hanna Reich,,,,,admin`,
    ]);
    const judged = await check(w, file);
    expect(judged.body).toMatchObject({ success: true, errors: [], known: [] });
    expect(judged.body.data[0]).toMatchObject({
      row: 2,
      grade: 'Senior',
      team: 'Audit',
      country: 'FR',
      employed_from: '2026-01-15',
    });
    expect(await countPeople(w)).toBe(1);

    expect((await invite(w, judged.body.data)).body).toEqual({ success: true, created: 2, unchanged: 0 });
    const list = (await w.firm.call(w.hr, 'POST', '/api/users?sort=name')).body as { id: string; name: string }[];
    const [first, second] = list;
    expect(first).toMatchObject({ name: 'Ana Silva', grade: 'Senior', team: 'Audit', manager: 'Ben Okafor', country: 'FR' });
    expect(second).toMatchObject({
      name: 'Ben Okafor',
      grade: 'Director',
      category: 'admin',
      manager: 'Hanna Reich',
      country: 'DE',
    });
    const details = (await w.firm.call(w.hr, 'GET', `/api/users/${first?.id}`)).body;
    expect(details).toMatchObject({ employed_from: '2026-01-15', pattern: [240, 240, 240, 240, 240, 0, 0], language: 'fr' });
    const asked = (await w.firm.call(w.hr, 'GET', '/api/invitations')).body as { email: string }[];
    expect(asked.map(({ email }) => email).sort()).toEqual([ana, ben].sort());

    const again = await check(w, file);
    expect(again.body).toMatchObject({ success: true, errors: [], known: [2, 3] });
    expect((await invite(w, again.body.data)).body).toEqual({ success: true, created: 0, unchanged: 2 });
    expect(await countPeople(w)).toBe(3);
    expect((await w.firm.call(w.hr, 'GET', '/api/invitations')).body).toHaveLength(2);
  });

  test('with a fault adds nobody, and the fault stands at its row', async () => {
    const w = await world();
    const rows = [
      { email: `x-${mark()}@example.org`, last_name: 'X', grade: 'Senior' },
      { email: 'nobody', last_name: 'Y', grade: 'Lord', team: 'Nowhere' },
    ];
    const refused = await invite(w, rows);
    expect(refused.status).toBe(422);
    expect((refused.body.errors as { path: string }[]).map(({ path }) => path)).toEqual([
      'data.1.email',
      'data.1.grade',
      'data.1.team',
    ]);
    expect(await countPeople(w)).toBe(1);
  });

  test('may be changed on the screen and judged again', async () => {
    const w = await world();
    const judged = await check(w, text([HEAD, `Ana,Silva,ana-${mark()}@example.org,Lord,,,`]));
    expect(faultsOf(judged)).toEqual([
      '2 grade: "Lord" is not known. Allowed are: Intern, Junior, Senior, Manager, Senior Manager, Director, Partner.',
    ]);
    const [row] = judged.body.data as Record<string, string>[];
    const mended = await w.firm.call(w.hr, 'POST', '/api/users/validate_table', { data: [{ ...row, grade: 'Partner' }] });
    expect(mended.body).toMatchObject({ success: true, data: [{ row: 2, grade: 'Partner' }] });
    expect((await w.firm.call(w.hr, 'POST', '/api/users/validate_table', {})).status).toBe(422);
  });

  test('is found by the name of the last upload, and of nobody else’s', async () => {
    const w = await world();
    await upload(w, text([HEAD, `Ana,Silva,ana-${mark()}@example.org,Senior,,,`]), 'mine.csv');
    const byName = (as: TestUser): Promise<Answer> =>
      w.firm.call(as, 'POST', '/api/users/validate_table', { filename: 'mine.csv' });
    expect((await byName(w.hr)).body.success).toBe(true);
    expect((await byName(await w.firm.user({ category: 'hr', grade: 'Partner' }))).status).toBe(404);
    expect((await byName(await w.firm.user({ category: 'operational', grade: 'Partner' }))).status).toBe(403);
  });

  test('of two at the same moment adds everybody once', async () => {
    const w = await world();
    const rows = Array.from({ length: 20 }, (_, index) => ({
      email: `${index}-${mark()}@example.org`,
      last_name: `P${index}`,
      grade: 'Junior',
    }));
    const answers = await Promise.all([invite(w, rows), invite(w, rows)]);
    expect(answers.map(({ body }) => body.created as number).sort((a, b) => a - b)).toEqual([0, 20]);
    expect(await countPeople(w)).toBe(21);
  });
});

describe('bad input', () => {
  test('wrong, unknown, doubled and missing headings are named', async () => {
    const w = await world();
    const answer = await check(
      w,
      text(['First name,Surname of person,E-mail,E-mail,Favourite colour', 'Ana,Silva,a@example.org,b@example.org,red']),
    );
    expect(answer.body.success).toBe(false);
    const faults = faultsOf(answer);
    expect(faults.filter((each) => each.startsWith('1 '))).toEqual([
      expect.stringMatching(/^1 : This heading is not known\. Known are: First name, Last name/),
      '1 email: This heading stands twice.',
      expect.stringMatching(/^1 : This heading is not known/),
      '1 grade: This column is missing.',
    ]);
  });

  test('days in five styles are read, and what could be two days is asked about', async () => {
    const w = await world();
    const days = [
      '2026-03-01',
      '01.03.2026',
      '1 March 2026',
      'Mar 1, 2026',
      '46082',
      '01/03/2026',
      '31.02.2026',
      'soon',
      '1. März 2026',
    ];
    const rows = days.map((day, index) => `A,B${index},${index}-${mark()}@example.org,Senior,,,"${day}"`);
    const answer = await check(w, text([HEAD, ...rows]));
    const read = (answer.body.data as { employed_from: string }[]).map((row) => row.employed_from);
    expect(read.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => '2026-03-01'));
    expect(read[8]).toBe('2026-03-01');
    expect(faultsOf(answer)).toEqual([
      '7 employed_from: "01/03/2026" could be 2026-03-01 or 2026-01-03. Write it in one of these ways.',
      '8 employed_from: There is no day "31.02.2026".',
      '9 employed_from: "soon" is no day. Write it as 2026-01-15.',
    ]);
    // A day above 12 in the same column tells the order for all of them.
    const told = await check(w, text([HEAD, rows[5] ?? '', `A,C,c-${mark()}@example.org,Senior,,,25/12/2025`]));
    expect(told.body).toMatchObject({ success: true, data: [{ employed_from: '2026-03-01' }, { employed_from: '2025-12-25' }] });
  });

  test('duplicates, unknown teams and people, circles, two people of one name', async () => {
    const w = await world();
    const [m, n] = [mark(), mark()];
    await w.firm.user({ firstName: 'Sam', lastName: 'Same' });
    await w.firm.user({ firstName: 'Sam', lastName: 'Same' });
    const answer = await check(
      w,
      text([
        HEAD,
        `Ana,Silva,ana-${m}@example.org,Senior,,,`,
        `Bo,Lund,ANA-${m}@example.org,Senior,,,`,
        `Cleo,Marx,cleo-${m}@example.org,Senior,Nowhere,,`,
        `Dan,Noon,dan-${m}@example.org,Senior,,Nobody Here,`,
        `Eva,Opal,eva-${m}@example.org,Senior,,Sam Same,`,
        `Fay,Pine,fay-${n}@example.org,Senior,,gil-${n}@example.org,`,
        `Gil,Reed,gil-${n}@example.org,Senior,,Fay Pine,`,
        `Hal,Sand,hal-${n}@example.org,Senior,,Hal Sand,`,
        `,,nameless-${n}@example.org,Senior,,,`,
        `Ivy,Tall,,Senior,,,`,
      ]),
    );
    expect(faultsOf(answer)).toEqual([
      '3 email: This address stands in row 2 too.',
      '4 team: "Nowhere" is not known. Allowed are: Audit, Tax.',
      expect.stringMatching(/^5 manager: There is nobody "Nobody Here"/),
      '6 manager: Several people are called "Sam Same". Write the address.',
      '7 manager: A person cannot stand below themselves.',
      '9 manager: A person cannot stand below themselves.',
      '10 last_name: A person needs a name.',
      '11 email: An invitation needs an e-mail address.',
    ]);
  });

  test('merged cells are named; formulas are never run, only what was saved with them is read', async () => {
    const w = await world();
    const m = mark();
    const cell = (ref: string, value: string): string => `<c r="${ref}" t="inlineStr"><is><t>${value}</t></is></c>`;
    const row = (at: number, values: readonly string[]): string =>
      `<row r="${at}">${values.map((value, index) => cell(`${'ABCDE'[index]}${at}`, value)).join('')}</row>`;
    const formula = `<row r="4">${['Eve', 'Moss', `eve-${m}@example.org`].map((value, index) => cell(`${'ABC'[index]}4`, value)).join('')}<c r="D4" t="str"><f>CONCAT("Par","tner")</f><v>Director</v></c></row>`;
    const error = `<row r="5">${['Flo', 'Noir', `flo-${m}@example.org`].map((value, index) => cell(`${'ABC'[index]}5`, value)).join('')}<c r="D5" t="e"><f>1/0</f><v>#DIV/0!</v></c></row>`;
    const rows = [
      row(1, ['First name', 'Last name', 'E-mail', 'Grade', 'Team']),
      row(2, ['Ana', 'Silva', `ana-${m}@example.org`, 'Senior', 'Audit']),
      row(3, ['Bo', 'Lund', `bo-${m}@example.org`, 'Senior']),
      formula,
      error,
    ].join('');
    const parts = workbookParts(rows).map((part) => ({
      ...part,
      content: String(part.content).replace(
        '</sheetData>',
        '</sheetData><mergeCells count="1"><mergeCell ref="E2:E3"/></mergeCells>',
      ),
    }));
    const answer = await check(w, zipOf(parts), 'people.xlsx');
    expect(faultsOf(answer)).toEqual([
      '3 : These cells are merged. Unmerge them, so that each row says what it holds.',
      expect.stringMatching(/^5 grade: "#DIV\/0!" is not known/),
    ]);
    expect(answer.body.errors[0].column).toBe('E2:E3');
    expect(answer.body.data[2].grade).toBe('Director');
  });

  test('50,000 rows are all answered; one more is one clear refusal; more than 5,000 people are split', async () => {
    const w = await world();
    const line = (index: number): string => `P,N${index},p${index}-${mark()}@example.org,${index % 2 ? 'Lord' : 'Senior'},,,`;
    const lines = Array.from({ length: 50_000 }, (_, index) => line(index));
    const answer = await check(w, text([HEAD, ...lines]));
    expect(answer.status).toBe(200);
    expect(answer.body.data).toHaveLength(50_000);
    const faults = answer.body.errors as { row: number; message: string }[];
    expect(faults.filter(({ message }) => message.startsWith('"Lord"'))).toHaveLength(25_000);
    expect(faults.find(({ message }) => message.startsWith('A list may'))).toMatchObject({
      row: 5002,
      message: 'A list may invite 5,000 people. Split it from this row on.',
    });
    const more = await w.firm.call(w.hr, 'POST', '/api/users/validate_table', {
      filename: await upload(w, text([HEAD, ...lines, line(1)])),
    });
    expect(more).toMatchObject({
      status: 413,
      body: { detail: 'The table has more than 50,000 rows. Split it into several files.' },
    });
  }, 60_000);

  test('an address of the firm that its person does not show is known all the same', async () => {
    const w = await world();
    const person = await w.firm.user({});
    await w.firm.call(w.hr, 'POST', '/api/users/edit', { userData: { id: person.id, is_active: false, email: null } });
    const rows = [{ email: person.email, last_name: 'X', grade: 'Senior' }];
    expect((await invite(w, rows)).body).toEqual({ success: true, created: 0, unchanged: 1 });
  });
});

describe('killed in the middle and sent again', () => {
  const SIZE = 200;

  async function killAfter(milliseconds: number): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    await owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`,
    );
  }

  test('a list is applied exactly once, whatever the moment', async () => {
    const w = await world();
    const list = (round: number) =>
      Array.from({ length: SIZE }, (_, index) => ({
        email: `k${round}-${index}-${w.firm.slug}@example.org`,
        last_name: `K${index}`,
        grade: 'Junior',
        team: 'Audit',
      }));
    const started = performance.now();
    expect((await invite(w, list(0))).body.created).toBe(SIZE);
    const took = performance.now() - started;
    let killed = 0;
    for (let round = 1; round <= 10; round++) {
      const [answer] = await Promise.all([invite(w, list(round)), killAfter((took * round) / 11)]);
      if (answer.status !== 200) killed++;
      const before = await countPeople(w);
      expect([1 + SIZE * round, 1 + SIZE * (round + 1)]).toContain(before);
      const again = await invite(w, list(round));
      expect(again.body).toMatchObject({ success: true });
      expect((again.body.created as number) + (again.body.unchanged as number)).toBe(SIZE);
      expect(await countPeople(w)).toBe(1 + SIZE * (round + 1));
    }
    expect(killed).toBeGreaterThan(3);
    const { rows } = await owner.query<{ links: number; letters: number; members: number }>(
      `select (select count(*)::int from access.links where tenant_id = $1 and purpose = 'invite') as links,
        (select count(*)::int from jobs.job where name = 'access.link_letter') as letters,
        (select count(*)::int from people.team_members where tenant_id = $1) as members`,
      [w.firm.tenant],
    );
    expect(rows[0]).toMatchObject({ links: SIZE * 11, members: SIZE * 11 });
    expect(rows[0]?.letters).toBeGreaterThanOrEqual(SIZE * 11);
  }, 60_000);
});
