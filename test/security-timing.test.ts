import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, makeFirm, startTestApp } from './app.ts';
import { newDatabase } from './own-database.ts';

let test_: TestApp;
let owner: pg.Client;
let known = '';
let inactive = '';

beforeAll(async () => {
  const adminUrl = await newDatabase('timing');
  test_ = await startTestApp(adminUrl);
  owner = new pg.Client({ connectionString: adminUrl });
  await owner.connect();
  const firm = await makeFirm(test_);
  known = (await firm.user()).email;
  inactive = (await firm.user()).email;
  await owner.query('update access.accounts set is_active = false where email = $1', [inactive]);
});
afterAll(async () => {
  await owner.end();
  await test_.close();
});

/** Of each kind and round; the whole matrix looks more closely. */
const SAMPLES = process.env['CADRE_FULL'] ? 200 : 60;
/** What somebody at the other end could tell apart, in ms. */
const MOST = 5;
/**
 * From so many standard deviations on, that one kind comes later than the other is no chance any more (sign test; p = 0.00006).
 * A busy machine makes every time longer by chance, and then medians of 200 stray by more than 5 ms.
 */
const NO_CHANCE = 4;
/** A difference that is ours shows in every round. */
const ROUNDS = 3;

let calls = 0;
/** Every call comes from an address of its own: nobody is slowed down. */
const from = (): string => `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls++ & 255}`;

const login = (username: string) => ({
  url: '/auth/jwt/login',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  payload: new URLSearchParams({ username, password: 'never the right one' }).toString(),
});
const forgot = (email: string) => ({
  url: '/auth/forgot-password',
  headers: { 'content-type': 'application/json' },
  payload: JSON.stringify({ email }),
});

interface Sample {
  took: number;
  answer: string;
}

async function ask(call: ReturnType<typeof login>): Promise<Sample> {
  const began = performance.now();
  const answer = await test_.app.inject({ method: 'POST', ...call, remoteAddress: from() });
  const took = performance.now() - began;
  const { 'x-request-id': _id, date: _date, ...headers } = answer.headers;
  return { took, answer: JSON.stringify([answer.statusCode, answer.body, headers]) };
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

interface Difference {
  /** Of the two medians, in ms. */
  medians: number;
  /** By how many standard deviations one of the two came later more often. */
  deviations: number;
}

function between(first: readonly number[], second: readonly number[]): Difference {
  const later = first.filter((time, turn) => time > (second[turn] ?? 0)).length;
  return {
    medians: Math.abs(median(first) - median(second)),
    deviations: Math.abs(2 * later - first.length) / Math.sqrt(first.length),
  };
}

const canBeTold = ({ medians, deviations }: Difference): boolean => medians >= MOST && deviations >= NO_CHANCE;

/** Asks by turns, each kind at each place as often. @returns the differences of each two kinds */
async function compare(kinds: readonly (() => ReturnType<typeof login>)[], answers: Set<string>): Promise<Difference[]> {
  const times: number[][] = kinds.map(() => []);
  for (let turn = 0; turn < SAMPLES; turn++) {
    for (let place = 0; place < kinds.length; place++) {
      const kind = (turn + place) % kinds.length;
      const { took, answer } = await ask((kinds[kind] as () => ReturnType<typeof login>)());
      times[kind]?.push(took);
      answers.add(answer);
    }
  }
  return times.flatMap((first, index) => times.slice(index + 1).map((second) => between(first, second)));
}

describe('B7: an address that is known, unknown or closed cannot be told apart', () => {
  test.each([
    ['signing in', login],
    ['a forgotten password', forgot],
  ])(
    `%s: the same bytes, and over ${SAMPLES} tries of each nobody can tell them apart by 5 ms`,
    async (_name, make) => {
      const kinds = [() => make(known), () => make(`nobody-${calls}@example.org`), () => make(inactive)];
      // Everything is loaded, prepared and warm.
      for (const kind of [...kinds, ...kinds]) await ask(kind());
      const answers = new Set<string>();
      const rounds: Difference[][] = [];
      do rounds.push(await compare(kinds, answers));
      while (rounds.length < ROUNDS && rounds.at(-1)?.some(canBeTold));
      expect([...answers]).toHaveLength(1);
      expect(rounds.at(-1)?.filter(canBeTold), JSON.stringify(rounds)).toEqual([]);
    },
    600_000,
  );
});
