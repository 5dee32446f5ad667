import { inflateRawSync } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { guarded, unguarded } from './tables-guard.ts';
import { tableLimits } from './tables-limits.ts';
import { type Column, tableStream, writeTemplate } from './tables-write.ts';
import { readZipDirectory } from './tables-zip.ts';
import { readTable } from './tables.ts';

const columns: Column[] = [
  { key: 'name', title: 'Name', kind: 'text' },
  { key: 'amount', title: 'Amount', kind: 'number' },
  { key: 'day', title: 'Day', kind: 'date' },
  { key: 'time', title: 'Hours', kind: 'hours' },
];

async function* each<T>(rows: Iterable<T>): AsyncGenerator<T> {
  yield* rows;
}

async function bytesOf(format: 'csv' | 'xlsx', rows: Iterable<Record<string, unknown>>, of = columns): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of tableStream(format, { name: 'Time: [all]', columns: of }, each(rows)))
    chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks);
}

function partOf(bytes: Uint8Array, name: string): string {
  const entry = readZipDirectory(bytes, tableLimits).find((candidate) => candidate.name === name);
  if (!entry) throw new Error(`no ${name}`);
  return inflateRawSync(bytes.subarray(entry.start, entry.start + entry.compressed)).toString();
}

describe('formula injection', () => {
  test.each([
    '=1+1',
    '+1+1',
    '-2+3',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    ' =1',
    '\u00a0@x',
    '\u0000=1',
    '\u0007x',
    '\ttext',
    '＝1',
    '＋1',
    '－A',
    '＠A',
    '=HYPERLINK("http://example.invalid","x")',
    "=cmd|' /C calc'!A0",
    '+cmd|x',
    '-Jo',
    '-',
    '--',
    "'=1",
    "''@x",
    '+1 ',
    '-1-1',
    '+1+49',
    '\u200b=1',
    '\ufeff=1',
    '%0A=1'.slice(3),
  ])('%j is guarded, and comes back as it was', (text) => {
    expect(guarded(text)).toBe(`'${text}`);
    expect(unguarded(guarded(text))).toBe(text);
  });

  test.each([
    '',
    'plain',
    '-1.5',
    '+3',
    '-1,234.50',
    '-1.234,50',
    "-1'000",
    '-5 %',
    '+.5',
    '+49 30 1234567',
    '+1 (555) 010-9999',
    '+4930123456',
    "'tis",
    'a=b',
    '5-3',
    '’=1',
  ])('%j keeps its meaning', (text) => {
    expect(guarded(text)).toBe(text);
    expect(unguarded(text)).toBe(text);
  });
});

describe('a table as a stream', () => {
  const rows = [
    { name: '=1+1, "x"', amount: -1.5, day: '2024-02-29', time: 27_001 },
    { name: 'two\r\nlines', amount: 1e-7, day: 'soon', time: null },
    { name: ['a', 'b'], amount: 'n/a', day: undefined, time: 0 },
  ];

  test('is CSV with a mark, CRLF, and nothing in it that runs', async () => {
    const text = (await bytesOf('csv', rows)).toString();
    expect(text).toBe(
      '\ufeffName,Amount,Day,Hours\r\n"\'=1+1, ""x""",-1.5,2024-02-29,7.5003\r\n"two\r\nlines",0.0000001,soon,\r\n"a, b",n/a,,0\r\n',
    );
  });

  test('is a workbook with typed cells and no formula', async () => {
    const bytes = await bytesOf('xlsx', rows);
    const sheet = partOf(bytes, 'xl/worksheets/sheet1.xml');
    expect(sheet).not.toMatch(/<f[ >]/);
    expect(sheet).toContain('<c r="A2" t="inlineStr"><is><t>=1+1, "x"</t></is></c>');
    expect(sheet).toMatch(/<c r="B2"><v>-1.5<\/v><\/c><c r="C2" s="\d"><v>45351<\/v><\/c>/);
    expect(await readTable(bytes, 'x.xlsx')).toMatchObject({
      sheet: 'Time   all',
      rows: [
        { cells: ['=1+1, "x"', '-1.5', '2024-02-29', '7.5003'] },
        { cells: ['two\r\nlines', '0.0000001', 'soon', ''] },
        { cells: ['a, b', 'n/a', '', '0'] },
      ],
    });
  });

  test.each(['csv', 'xlsx'] as const)('closes its source when the receiver of %s goes away', async (format) => {
    let closed = false;
    async function* endless(): AsyncGenerator<Record<string, unknown>> {
      try {
        for (;;) yield { name: Math.random().toString(36).repeat(20) };
      } finally {
        closed = true;
      }
    }
    const stream = tableStream(format, { name: 'x', columns }, endless());
    await new Promise((resolve) => stream.once('data', resolve));
    stream.destroy();
    await expect.poll(() => closed).toBe(true);
  });

  const text = fc
    .string({ unit: 'binary', maxLength: 30 })
    .map((value) => value.toWellFormed().replaceAll('\0', ''))
    .filter((value) => value.trim() !== '');
  const table = fc.tuple(fc.array(text, { minLength: 2, maxLength: 2 }), fc.array(fc.tuple(text, text), { maxLength: 8 }));

  test('comes back from CSV as it was', async () => {
    await fc.assert(
      fc.asyncProperty(table, async ([titles, cells]) => {
        const of = titles.map((title, index): Column => ({ key: String(index), title, kind: 'text' }));
        const bytes = await bytesOf(
          'csv',
          cells.map(([a, b]) => ({ 0: a, 1: b })),
          of,
        );
        const back = await readTable(bytes, 'x.csv');
        expect(back.header).toEqual(titles.map((title) => title.trim()));
        expect(back.rows.map((row) => row.cells)).toEqual(cells);
      }),
    );
  });

  test('comes back from a workbook as it was', async () => {
    const cells = fc
      .sample(fc.tuple(text, text), 400)
      .map(([a, b]) => [a.replace(/[\ufffe\uffff]/g, ''), b.replace(/[\ufffe\uffff]/g, '')]);
    const whole = [...cells, ['_x0041_', '_x005F_x0041_'], ['  blanks ', '\u0007bell'], ['x\r\ny', '_x00ZZ_']].filter(
      ([a, b]) => a?.trim() && b?.trim(),
    );
    const of = ['A', 'B'].map((title, index): Column => ({ key: String(index), title, kind: 'text' }));
    const bytes = await bytesOf(
      'xlsx',
      whole.map(([a, b]) => ({ 0: a, 1: b })),
      of,
    );
    const back = await readTable(bytes, 'x.xlsx');
    expect(back.rows.map((row) => row.cells)).toEqual(whole);
  });

  test('of hours is exact to the second', async () => {
    const seconds = Array.from({ length: 500 }, (_, index) => index * 173);
    const back = await readTable(
      await bytesOf(
        'csv',
        seconds.map((time) => ({ name: 'x', time })),
      ),
      'x.csv',
    );
    expect(back.rows.map((row) => Math.round(Number(row.cells[3]) * 3600))).toEqual(seconds);
  });
});

describe('a template', () => {
  test('has drop-downs from a hidden sheet and hints instead of example rows', async () => {
    const bytes = await writeTemplate([
      { title: 'E-mail', example: 'ana@example.com' },
      { title: 'Team', options: ['Audit, North', 'Büro & "Co"', '=x'] },
      { title: 'Grade', options: ['Junior', 'Senior'], example: 'Senior' },
    ]);
    expect(await readTable(bytes, 'x.xlsx')).toMatchObject({ sheet: 'Template', header: ['E-mail', 'Team', 'Grade'], rows: [] });
    const lists = await readTable(bytes, 'x.xlsx', { sheet: 'Lists' });
    expect([lists.header, ...lists.rows.map((row) => row.cells)]).toEqual([
      ['Audit, North', 'Junior'],
      ['Büro & "Co"', 'Senior'],
      ['=x', ''],
    ]);
    const sheet = partOf(bytes, 'xl/worksheets/sheet1.xml');
    expect(sheet).toContain('sqref="B2:B5001"');
    expect(sheet).toContain('<formula1>Lists!$B$1:$B$2</formula1>');
    expect(sheet).toContain('prompt="e.g. ana@example.com"');
    expect(partOf(bytes, 'xl/workbook.xml')).toContain('state="veryHidden"');
  });
});
