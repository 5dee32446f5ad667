import { expect, test } from 'vitest';
import { findSettings } from './finds.ts';
import type { SettingsSection } from './sections.ts';

const names: Record<string, string> = {
  'settings.general': 'Général',
  'settings.general_text': 'Nom et langue.',
  'settings.time_zone': 'Fuseau horaire',
  'time.rules': 'Feuilles de temps',
  'time.rules_text': 'Validation et arrondi.',
  'time.rule_rounding': 'Arrondi',
};
const say = (key: string): string => names[key] ?? key;
const section = (id: string, key: string, finds?: string[]): SettingsSection => ({
  id,
  title: key,
  text: `${key}_text`,
  access: 'administrator',
  load: () => Promise.reject(new Error('not loaded')),
  ...(finds ? { finds } : {}),
});
const sections = [section('general', 'settings.general'), section('time', 'time.rules', ['time.rule_rounding'])];
const found = (typed: string): [string, string[]][] =>
  findSettings(sections, typed, say).map((hit) => [hit.section.id, hit.names]);

test('a section is found by its name, its words and what stands in it, accents and capitals apart', () => {
  expect(found('GENERAL')).toEqual([['general', []]]);
  expect(found('langue')).toEqual([['general', []]]);
  expect(found('fuseau')).toEqual([['general', ['Fuseau horaire']]]);
  expect(found('arrondi')).toEqual([['time', ['Arrondi']]]);
  expect(found('feuilles')).toEqual([['time', []]]);
});

test('what is called so comes first; nothing typed and nothing found are nothing', () => {
  names['settings.general_text'] = 'Nom, langue, feuilles.';
  expect(found('feuilles').map(([id]) => id)).toEqual(['time', 'general']);
  expect(found('  ')).toEqual([]);
  expect(found('zzz')).toEqual([]);
});
