import fs from 'node:fs';
import { expect, test } from 'vitest';

const read = (folder: string, fits: RegExp): string =>
  fs
    .globSync(folder)
    .filter((file) => fits.test(file) && !file.endsWith('.test.ts'))
    .map((file) => fs.readFileSync(file, 'utf8'))
    .join('\n');
const found = (text: string, pattern: RegExp): string[] => [...new Set([...text.matchAll(pattern)].map(([, name = '']) => name))];

const code = read('src/**/*.ts', /\/(server|contract)/);
const events = read('src/{access,clients,leave,people,planning,pricing,rates,settings,support,time}/server/*.ts', /./);

/** Everything that the audit may say was done. */
const actions = [
  ...found(events, /write\.event\(\{\s*action: '(\w+)'/g),
  ...found(code, /audited: '(\w+)'/g),
  ...found(read('src/clients/server/*.ts', /./), /(?:work|changed)\.push\(\[?'(\w+)'/g).map((list) => `${list}_changed`),
];

/** Tables that no gateway writes: sums, the audit itself, what is private, and what is told. */
const SILENT =
  /^(app\.(access_log|audit_\w+|idempotency)|settings\.(notification\w*|user_settings)|pricing\.reads|time\.(months|person_months|person_days|budgets_told)|reporting\.(worth|project_worth|unbilled|upsets|upkeep)|support\.deliveries)$/;
const entities = found(read('migrations/*.sql', /./), /tenant_table\('([\w.]+)'/g).filter((table) => !SILENT.test(table));

test.each(['en', 'de', 'fr', 'es'])('everything in the audit has a name: %s', (language) => {
  const texts = JSON.parse(fs.readFileSync(`src/support/web/texts/${language}.json`, 'utf8')) as {
    action: Record<string, string>;
    entity: Record<string, Record<string, string>>;
  };
  expect(actions.length).toBeGreaterThan(15);
  expect(entities.length).toBeGreaterThan(40);
  expect(actions.filter((action) => !texts.action[action])).toEqual([]);
  const named = (entity: string): boolean => {
    const [room = '', table = ''] = entity.split('.');
    return Boolean(texts.entity[room]?.[table]);
  };
  expect(entities.filter((entity) => !named(entity))).toEqual([]);
});
