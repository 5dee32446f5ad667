import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { stepsOf } from '../src/server/migrate-apply.ts';

/** Files before this one lay the first version's tables, on an empty database; later ones run under people who work. */
const FIRST_LATER = '0220';
const NOT_IN_STEPS =
  'a step of an online file makes or drops an index, validates a constraint or fills rows, and can be repeated';
const INDEX = 'an index on a table in use is made online';
const CONSTRAINT = 'a constraint on a table in use is added not valid, and validated online';
const REWRITE = 'a column in use keeps its type and may stay empty: a check that is validated online says that it never is';
const CONTRACT = 'what the version before reads goes one version later, in a file that begins with "-- contract:"';

const REFERENCE = 'a reference has a name and a statement of its own, after app.tenant_table: so a distributed database takes it';

const STEP =
  /^(create (unique )?index concurrently if not exists\b|drop index concurrently if exists\b|alter table \S+ validate constraint\b|update\b)[^;]*;?$/i;

/** Rules that a change of the schema breaks: what would stop those who work, or the version before that still runs beside. */
function faultsOfChange(text: string): string[] {
  const bare = (part: string): string => part.replace(/--.*$/gm, '').trim();
  const steps = stepsOf(text);
  if (steps) return steps.every((step) => STEP.test(bare(step))) ? [] : [NOT_IN_STEPS];
  const statements = bare(text).split(';');
  const own = new Set(statements.flatMap((each) => /create table (?:if not exists )?([\w.]+)/i.exec(each)?.[1] ?? []));
  const ofOthers = (pattern: RegExp): boolean =>
    statements.some((each) => {
      const table = pattern.exec(each)?.[1];
      return table !== undefined && !own.has(table);
    });
  const rules: [string, boolean][] = [
    [INDEX, ofOthers(/create (?:unique )?index (?:if not exists )?\w* ?on (?:only )?([\w.]+)/i)],
    [CONSTRAINT, ofOthers(/alter table ([\w.]+)[^;]*add (?:constraint|check|foreign key|unique|primary key)(?![^;]*not valid)/i)],
    [REWRITE, ofOthers(/alter table ([\w.]+)[^;]*alter (?:column )?\w+ (?:set data type|type|set not null)/i)],
    [
      REFERENCE,
      statements.some(
        (each) =>
          /create table[^;]*\b(references|foreign key)\b/i.test(each) ||
          (/\bforeign key\b/i.test(each) &&
            (each.match(/\badd\b/gi)?.length !== 1 || !/add constraint \w+\s+foreign key/i.test(each))),
      ),
    ],
    [CONTRACT, !/^-- contract:/.test(text) && /\b(drop (table|column|view|function)|rename (to|column))\b/i.test(bare(text))],
  ];
  return rules.filter(([, isBroken]) => isBroken).map(([rule]) => rule);
}

describe('a change of the schema stops nobody', () => {
  const folder = path.resolve(import.meta.dirname, '../migrations');
  const later = fs.readdirSync(folder).filter((name) => name >= FIRST_LATER);

  test('of each later version', () => {
    const broken = later.flatMap((name) =>
      faultsOfChange(fs.readFileSync(path.join(folder, name), 'utf8')).map((fault) => `${name}: ${fault}`),
    );
    expect(broken).toEqual([]);
  });

  test.each([
    ['create index a on time.entries (day);', INDEX],
    ['create unique index on time.entries (day);', INDEX],
    ['alter table time.entries add constraint short check (length(comment) < 9);', CONSTRAINT],
    ['alter table time.entries add constraint own unique (tenant_id, comment);', CONSTRAINT],
    ['alter table time.entries alter column day type text;', REWRITE],
    ['alter table time.entries alter comment set not null;', REWRITE],
    ['create table time.moods (id uuid, by_id uuid references people.users (id));', REFERENCE],
    ['create table time.moods (id uuid, foreign key (id) references people.users (id));', REFERENCE],
    ['create table time.moods (id uuid); alter table time.moods add foreign key (id) references time.moods (id);', REFERENCE],
    [
      'create table a.b (id uuid); alter table a.b add constraint c foreign key (id) references a.c (id), add column d int;',
      REFERENCE,
    ],
    ['alter table time.entries drop column comment;', CONTRACT],
    ['alter table time.entries rename column comment to words;', CONTRACT],
    ['-- online\n-- step\nalter table time.entries add column x int;', NOT_IN_STEPS],
    ['-- online\n-- step\ncreate index concurrently a on time.entries (day);', NOT_IN_STEPS],
    ['-- online\n-- step\nupdate time.entries set comment = 1; update time.entries set comment = 2;', NOT_IN_STEPS],
  ])('refused: %s', (text, rule) => {
    expect(faultsOfChange(text)).toEqual([rule]);
  });

  test.each([
    "alter table time.entries add column mood text not null default '';",
    'create table time.moods (id uuid); create index on time.moods (id); alter table time.moods add check (id is not null);',
    'alter table time.entries add constraint short check (length(comment) < 9) not valid;',
    'create table a.b (id uuid); alter table a.b add constraint b_c foreign key (id) references a.c (id);',
    '-- contract: the version before writes no moods\nalter table time.entries drop column mood;',
    '-- online\n-- step why\nalter table time.entries validate constraint short;\n-- step\nupdate time.entries set x = 1 where x is null;',
  ])('allowed: %s', (text) => {
    expect(faultsOfChange(text)).toEqual([]);
  });

  test('words outside of the steps of an online file are a fault: they would never run', () => {
    expect(() => stepsOf('-- online\nselect 1;\n-- step\nselect 2;')).toThrow('in steps');
    expect(() => stepsOf('-- online\nselect 1;')).toThrow('in steps');
  });
});
