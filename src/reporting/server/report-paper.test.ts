import { expect, test } from 'vitest';
import type { FileTable } from '../../server/export.ts';
import { drawReport, paperOf } from './report-paper.ts';

const heading = { title: 'Grades', from: '2026-10-01', to: '2026-10-31', reader: 'Ana Groß', made: '2026-11-02' };
const table: FileTable = {
  name: 'utilization',
  columns: [
    { key: 'name', title: 'Name', kind: 'text' },
    { key: 'team', title: 'Team', kind: 'text' },
    { key: 'people', title: 'People', kind: 'number' },
    { key: 'seconds', title: 'Hours', kind: 'hours' },
    { key: 'fee', title: 'Fees earned', kind: 'number' },
    { key: 'utilization', title: 'Utilization (chargeable ÷ capacity)', kind: 'ratio' },
    { key: 'month', title: 'Month', kind: 'date' },
  ],
  rows: [
    { name: 'Senior', team: null, people: 12, seconds: 4_500_900, fee: 1234.5, utilization: 0.8125, month: '2026-10-01' },
    { name: 'Manager', team: null, people: 3, seconds: 0, fee: 7, utilization: null, month: '2026-10-01' },
  ],
};

test('a table is put into the words and figures of a language; a column without anything is left out', () => {
  const paper = paperOf(table, { ...heading, language: 'de' });
  expect(paper.columns.map(({ title, figures }) => [title, figures])).toEqual([
    ['Name', false],
    ['Personen', true],
    ['Stunden', true],
    ['Verdiente Honorare', true],
    ['Auslastung (verrechenbar ÷ Kapazität)', true],
    ['Monat', false],
  ]);
  expect(paper.rows).toEqual([
    ['Senior', '12', '1.250,25', '1.234,50', '81,3\u00a0%', '01.10.2026'],
    ['Manager', '3', '0,00', '7,00', 'k. A.', '01.10.2026'],
  ]);
  expect([paper.period, paper.about, paper.page, paper.of]).toEqual([
    '01.10.2026 bis 31.10.2026',
    'So wie Ana Groß es am 02.11.2026 sehen darf.',
    'Seite',
    'von',
  ]);
  expect(paperOf(table, { ...heading, language: 'en' }).rows[1]?.[4]).toBe('n/a');
});

test.each(['en', 'fr', 'de', 'es'])('the paper is PDF/A, wide, empty and with many pages, in %s', async (language) => {
  const wide = Array.from({ length: 16 }, (_, index) => ({ key: `c${index}`, title: 'Standard value', kind: 'number' as const }));
  const cells = Object.fromEntries(wide.map(({ key }, index) => [key, 1_234_567.891 * index]));
  const tables: FileTable[] = [
    table,
    { ...table, rows: [] },
    { name: 'wide', columns: wide, rows: Array.from({ length: 120 }, () => cells) },
  ];
  for (const each of tables) {
    const text = Buffer.from(await drawReport(paperOf(each, { ...heading, title: '#panic() *x* $', language }))).toString(
      'latin1',
    );
    expect(text.slice(0, 5)).toBe('%PDF-');
    expect(text).toContain('<pdfaid:part>3</pdfaid:part>');
  }
});
