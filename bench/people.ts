import { parseArgs } from 'node:util';
import { addDays, dayIn } from '../src/kit/day.ts';
import { readConfig } from '../src/server/config.ts';
import { open } from '../src/server/start.ts';
import { withTenant } from '../src/server/tx.ts';
import { addStaff } from '../src/server/world/firm.ts';
import { layScale } from '../src/server/world/scale.ts';
import { EMAIL, PASSWORD, filtersPainted, often, timeOf, withServer } from './large.ts';
import { type Line, aboutRun, program, report } from './measure.ts';
import { type Server, signIn } from './server.ts';
import { call } from './wire.ts';

/** Measures the list of a large firm and the invitation of many people, and keeps the figures in bench/results. */
const { values } = parseArgs({
  options: { users: { type: 'string', default: '20000' }, rows: { type: 'string', default: '5000' } },
});
const ROUNDS = 21;
const ROWS = Number(values.rows);

async function prepare(dataDir: string): Promise<void> {
  const running = await open({ ...readConfig({ CADRE_DATA: dataDir }), port: 0 });
  const today = dayIn('Europe/Berlin', new Date());
  const made = await layScale(running.host, running.adminUrl, {
    slug: 'bench',
    users: Number(values.users),
    entries: 1000,
    from: addDays(today, -60),
    to: addDays(today, -1),
  });
  const boss = { firstName: 'Bench', lastName: 'Partner', email: EMAIL, password: PASSWORD, employedFrom: addDays(today, -60) };
  await withTenant(running.host, { tenant: made.tenant }, (tx) =>
    addStaff(tx, [{ ...boss, category: 'hr', grade: 'Partner', country: 'DE' }]),
  );
  await running.close();
}

/** Median of many calls; the server counts and sorts anew at each. */
const list = (server: Server, token: string, query: string): Promise<number> =>
  often(ROUNDS, () => call(server.url, token, 'POST', `/api/users?${query}`));

async function lists(lines: Line[], server: Server, token: string): Promise<void> {
  const people = Number(values.users).toLocaleString('en');
  const ways: [what: string, query: string][] = [
    [`first page of ${people} people`, 'is_active=true'],
    ['the same sorted by grade', 'is_active=true&sort=-grade'],
    ['the same searched by a name', 'is_active=true&search=0123'],
    ['the same sorted by team', 'is_active=true&sort=team'],
  ];
  for (const [what, query] of ways) {
    // What is sorted by what belongs to others looks at everybody; the first page is what has a promise.
    const target = query.endsWith('team') ? 400 : 50;
    lines.push({ what, ours: await list(server, token, query), target, unit: 'ms', kind: 'most' });
  }
}

async function screens(lines: Line[], server: Server, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const found = await fetch(`${server.url}/api/users?search=0123`, { method: 'POST', headers });
  const [person] = (await found.json()) as { team_id: string }[];
  const ways: [what: string, searches: string[]][] = [
    ['grade', ['Junior', 'Senior', 'Manager'].map((each) => `?grade=${each}`)],
    ['category', ['operational', 'admin'].map((each) => `?category=${each}`)],
    ['team', [`?team=${person?.team_id ?? ''}`]],
    ['country', ['?country=FR', '?country=ES']],
    ['invited or not', ['?is_active=all']],
    ['search', ['0123', '1777', '0456'].map((each) => `?search=${each}`)],
  ];
  await filtersPainted(server, '/admin/users?sort=-name', ways, (what, ours) =>
    lines.push({ what: `filter painted: ${what}`, ours, target: 200, unit: 'ms', kind: 'most' }),
  );
}

async function invitation(lines: Line[], server: Server, token: string): Promise<void> {
  const header = 'First name,Last name,E-mail,Grade,Team,Manager,First day';
  const rows = Array.from({ length: ROWS }, (_, index) => {
    const manager = index % 50 === 0 ? '' : `m${index - (index % 50)}@invited.example`;
    return `Name ${index},Of the list,m${index}@invited.example,Senior,Team ${String(1 + (index % 300)).padStart(4, '0')},${manager},2026-01-15`;
  });
  const form = new FormData();
  form.append('file', new Blob([[header, ...rows].join('\n')]), 'people.csv');
  const headers = { authorization: `Bearer ${token}` };
  const upload = await fetch(`${server.url}/api/files`, { method: 'POST', headers, body: form });
  const { filename } = (await upload.json()) as { filename: string };
  const json = { ...headers, 'content-type': 'application/json' };
  const post = async (url: string, body: unknown): Promise<Record<string, unknown>> => {
    const answer = await fetch(`${server.url}${url}`, { method: 'POST', headers: json, body: JSON.stringify(body) });
    if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as Record<string, unknown>;
  };
  let judged: Record<string, unknown> = {};
  const checked = await timeOf(async () => void (judged = await post('/api/users/validate_table', { filename })));
  if (judged['success'] !== true) throw new Error(`The list was refused: ${JSON.stringify(judged['errors']).slice(0, 300)}`);
  let done: Record<string, unknown> = {};
  const invited = await timeOf(async () => void (done = await post('/api/users/invite', { data: judged['data'] })));
  if (done['created'] !== ROWS) throw new Error(`${String(done['created'])} of ${ROWS} were added.`);
  const again = await timeOf(async () => void (done = await post('/api/users/invite', { data: judged['data'] })));
  if (done['created'] !== 0) throw new Error('The same list added people twice.');
  const size = ROWS.toLocaleString('en');
  lines.push(
    { what: `judge a list of ${size} people`, ours: checked / 1000, target: 5, unit: 's', kind: 'most' },
    { what: `invite ${size} people`, ours: invited / 1000, target: 10, unit: 's', kind: 'most' },
    { what: 'the same list again', ours: again / 1000, target: 5, unit: 's', kind: 'most' },
  );
}

async function main(): Promise<void> {
  const lines: Line[] = [];
  await withServer('people', prepare, async (server) => {
    const token = await signIn(server.url, EMAIL, PASSWORD);
    await lists(lines, server, token);
    await screens(lines, server, token);
    await invitation(lines, server, token);
    lines.push({ what: 'memory of the server after all that', ours: server.memory(), target: 300, unit: 'MB', kind: 'most' });
  });
  report('people', 'People', aboutRun(`${values.users} people`), lines);
}

program(main);
