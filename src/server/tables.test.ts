import { describe, expect, test } from 'vitest';
import { expectedFiles, fixture, fixturesNote, haveFixtures } from '../../test/fixtures.ts';
import { workbookParts, type ZipPart, zipOf } from '../../test/zip.ts';
import { readTable } from './tables.ts';

const text = (content: string): Uint8Array => new TextEncoder().encode(content);
const csv = (content: string) => readTable(text(content), 'table.csv');
const workbook = (rows: string, properties = '') => readTable(zipOf(workbookParts(rows, properties)), 'table.xlsx');
const cellsOf = async (table: ReturnType<typeof readTable>): Promise<string[][]> => (await table).rows.map((row) => row.cells);
const inline = (ref: string, value: string): string => `<c r="${ref}" t="inlineStr"><is><t>${value}</t></is></c>`;
const head = `<row r="1">${inline('A1', 'Name')}${inline('B1', 'Value')}</row>`;
const replaced = (name: string, part: Partial<ZipPart>): ZipPart[] =>
  workbookParts(head).map((entry) => (entry.name === name ? { ...entry, ...part } : entry));

describe('CSV', () => {
  test.each([
    [',', 'a,b,c\n1,"2,5",3\n'],
    [';', 'a;b;c\n1;2,5;3\n'],
    ['\t', 'a\tb\tc\n1\t2,5\t3\n'],
    ['|', 'a|b|c\n1|2,5|3\n'],
    [';', 'sep=;\r\na;b;c\r\n1;2,5;3'],
  ])('is separated by %j', async (delimiter, content) => {
    const table = await csv(content);
    expect(table).toMatchObject({ delimiter, encoding: 'utf-8', header: ['a', 'b', 'c'], header_row: 1 });
    expect(table.rows).toEqual([{ row: 2, cells: ['1', '2,5', '3'] }]);
  });

  test('signs within quotation marks separate nothing; marks within a cell are text', async () => {
    expect(await csv('a,"x\t\ty"\n')).toMatchObject({ delimiter: ',', header: ['a', 'x\t\ty'] });
    expect(await csv('a,"1;2;3"\nb,"4;5;6"\n')).toMatchObject({ delimiter: ',', rows: [{ cells: ['b', '4;5;6'] }] });
    expect(await csv('Item;Size\nDisk;5" wide\n')).toMatchObject({ delimiter: ';', rows: [{ cells: ['Disk', '5" wide'] }] });
    expect(await csv('2" pipe;5" disk\n3" pipe;7" disk\n')).toMatchObject({ delimiter: ';', header: ['2" pipe', '5" disk'] });
  });

  test('comes in several encodings', async () => {
    const content = 'Name;Ort\nGroß;Łódź\n';
    const utf16 = Buffer.from(`\ufeff${content}`, 'utf16le');
    expect((await readTable(text(`\ufeff${content}`), 'x.csv')).rows[0]?.cells).toEqual(['Groß', 'Łódź']);
    expect(await readTable(utf16, 'x.csv')).toMatchObject({ encoding: 'utf-16le', header: ['Name', 'Ort'] });
    expect((await readTable(Buffer.from(utf16).swap16(), 'x.csv')).rows[0]?.cells).toEqual(['Groß', 'Łódź']);
    const ansi = await readTable(Buffer.from('Name;Preis\nGro\xdf;5 \x80\n', 'latin1'), 'x.csv');
    expect(ansi).toMatchObject({ encoding: 'windows-1252', rows: [{ row: 2, cells: ['Groß', '5 €'] }] });
  });

  test.each(['\n', '\r', '\r\n'])('ends its lines with %j and may break them inside quotes', async (end) => {
    const table = await csv(['a,b', '"one', 'two","say ""hi"""', '', '3, "4"'].join(end));
    expect(table.rows).toEqual([
      { row: 2, cells: [`one${end}two`, 'say "hi"'] },
      { row: 4, cells: ['3', '4'] },
    ]);
  });

  test('may have captions and blank rows above the header, and rows of unlike length', async () => {
    const table = await csv('Report of May,,,\n,,,\nmade today,,,\nday,person,hours,note\n1,x,2\n\n2,y,3,z,extra\n');
    expect(table.header_row).toBe(4);
    expect(table.header).toEqual(['day', 'person', 'hours', 'note']);
    expect(table.rows).toEqual([
      { row: 5, cells: ['1', 'x', '2', ''] },
      { row: 7, cells: ['2', 'y', '3', 'z', 'extra'] },
    ]);
  });

  test('loses exactly one guard apostrophe', async () => {
    expect(await cellsOf(csv("a\n'=1+1\n''=1+1\n'tis\n'-5\n"))).toEqual([['=1+1'], ["'=1+1"], ["'tis"], ["'-5"]]);
  });

  test.each([
    ['', 422, 'The file is empty.'],
    [' \n,,\n', 422, 'no rows'],
    ['a,b\n"open,1\n', 422, 'never closed'],
    ['<!DOCTYPE html><table>', 415, 'web page'],
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', 415, 'SVG'],
    ['{"a":1}', 415, 'JSON'],
    ['%PDF-1.7 x', 415, 'PDF'],
    ['a,b\n\0\u0001\u0002\0', 415, 'neither a table nor text'],
    [`a\n${'x,'.repeat(120)}x`, 413, '100 columns'],
  ])('refuses %j', async (content, status, reason) => {
    await expect(csv(content)).rejects.toMatchObject({ status, body: { detail: expect.stringContaining(reason) as string } });
  });

  test('refuses more rows or bytes than allowed, and text under the name of a workbook', async () => {
    const rows = text(`a\n${'x\n'.repeat(12)}`);
    await expect(readTable(rows, 'x.csv', { rows: 10 })).rejects.toMatchObject({ status: 413 });
    await expect(readTable(rows, 'x.csv', { bytes: 10 })).rejects.toMatchObject({ status: 413 });
    await expect(readTable(rows, 'x.xlsx')).rejects.toMatchObject({ status: 422 });
  });

  test('of ten megabytes is read in linear time', async () => {
    const content = `a,b,c\n${'"x ""y""",,1234\n'.repeat(49_000)}`;
    const start = performance.now();
    expect((await csv(content)).rows).toHaveLength(49_000);
    await expect(csv(`a,b\n${'"'.repeat(2_000_001)}`)).rejects.toMatchObject({ status: 422 });
    expect(performance.now() - start).toBeLessThan(2_000);
  });
});

describe('workbooks', () => {
  test('give dates, durations, numbers and texts as plain text', async () => {
    const row = [
      '<c r="A2" s="1"><v>45355</v></c><c r="B2" s="1"><v>45355.4332407407</v></c>',
      '<c r="A3" s="2"><v>1.25</v></c><c r="B3" s="2"><v>0.0006944444</v></c>',
      '<c r="A4"><v>7.4999999999999996</v></c><c r="B4"><v>1E+21</v></c>',
      '<c r="A5" t="b"><v>1</v></c><c r="B5" t="str"><f>1+1</f><v>=two</v></c>',
      '<c r="A6" t="e"><v>#DIV/0!</v></c><c r="B6"><v>0.000000125</v></c>',
    ];
    const rows = row.map((cells, index) => `<row r="${index + 2}">${cells}</row>`).join('');
    expect(await cellsOf(workbook(head + rows))).toEqual([
      ['2024-03-04', '2024-03-04T10:23:52'],
      ['30:00:00', '0:01:00'],
      ['7.5', '1000000000000000000000'],
      ['TRUE', '=two'],
      ['#DIV/0!', '0.000000125'],
    ]);
  });

  test('are read from the first visible sheet, or from the one asked for', async () => {
    const hidden = zipOf(workbookParts(head, 'state="hidden"'));
    await expect(readTable(hidden, 'x.xlsx')).rejects.toMatchObject({ status: 422 });
    expect(await readTable(hidden, 'x.xlsx', { sheet: 'one' })).toMatchObject({ sheet: 'One', header: ['Name', 'Value'] });
    await expect(readTable(hidden, 'x.xlsx', { sheet: 'Two' })).rejects.toMatchObject({
      body: { detail: 'The workbook has no sheet “Two”. Its sheets: One.' },
    });
  });

  const doctype = '<!DOCTYPE x [<!ENTITY a "aaaa">]>';
  test.each<[string, ZipPart[], number, string]>([
    ['a part that declares itself huge', replaced('xl/styles.xml', { declared: 3_000_000_000 }), 413, 'too large'],
    [
      'a part packed a thousand times',
      [...workbookParts(head), { name: 'xl/big.xml', content: `<a>${' '.repeat(5_000_000)}</a>` }],
      413,
      'too large',
    ],
    [
      'a part that lies about its size',
      replaced('xl/worksheets/sheet1.xml', { content: `<a>${' '.repeat(90_000)}</a>`, declared: 2_000 }),
      422,
      'damaged',
    ],
    ['a document type', replaced('xl/styles.xml', { content: `${doctype}<a/>` }), 422, 'entities'],
    ['a part with no element in sight', replaced('xl/styles.xml', { content: `<!-- ${Math.random()} --> ` }), 422, 'entities'],
    ['a name that leaves the folder', [...workbookParts(head), { name: '../x.xml', content: '<a/>' }], 422, 'out of its folder'],
    ['an absolute name', [...workbookParts(head), { name: 'C:\\x.xml', content: '<a/>' }], 422, 'out of its folder'],
    ['the same name twice', [...workbookParts(head), { name: 'XL/workbook.xml', content: '<a/>' }], 422, 'twice'],
    ['a link', [...workbookParts(head), { name: 'xl/l', content: 'x', mode: 0o120777 }], 422, 'link'],
    ['an archive inside', [...workbookParts(head), { name: 'inner.zip', content: 'PK' }], 415, 'inside archives'],
    ['macros', [...workbookParts(head), { name: 'xl/vbaProject.bin', content: 'x' }], 415, 'macros'],
    ['any other archive', [{ name: 'a.csv', content: 'a,b' }], 415, 'an archive'],
    ['too many parts', Array.from({ length: 201 }, (_, index) => ({ name: `p${index}`, content: '' })), 413, 'parts'],
    [
      'a sheet that is no XML',
      replaced('xl/worksheets/sheet1.xml', {
        content: `<worksheet><sheetData><row r="1"><c r="ZZZZZ1"><v>1</v></c></row></sheetData></worksheet>`,
      }),
      422,
      'damaged',
    ],
  ])('are refused with %s', async (_what, parts, status, reason) => {
    await expect(readTable(zipOf(parts), 'x.xlsx')).rejects.toMatchObject({
      status,
      body: { detail: expect.stringContaining(reason) as string },
    });
  });

  test('are refused when cut off, of the old kind, protected, or too slow to read', async () => {
    const whole = zipOf(workbookParts(head));
    await expect(readTable(whole.slice(0, whole.length * 0.6), 'x.xlsx')).rejects.toMatchObject({ status: 422 });
    const ole = Buffer.from('d0cf11e0a1b11ae1', 'hex');
    await expect(readTable(ole, 'x.xls')).rejects.toMatchObject({
      status: 415,
      body: { detail: expect.stringContaining('.xlsx') as string },
    });
    const locked = Buffer.concat([ole, Buffer.from('EncryptedPackage', 'utf16le')]);
    await expect(readTable(locked, 'x.xlsx')).rejects.toMatchObject({
      body: { detail: expect.stringContaining('password') as string },
    });
    const many = Array.from({ length: 40_000 }, (_, row) => `<row r="${row + 2}">${inline(`A${row + 2}`, `n${row}`)}</row>`).join(
      '',
    );
    await expect(readTable(zipOf(workbookParts(head + many)), 'x.xlsx', { milliseconds: 5 })).rejects.toMatchObject({
      status: 413,
    });
  });

  test('cannot fill the memory through one text that is used very often', async () => {
    const long = 'x'.repeat(30_000);
    const cells = '<c t="s"><v>0</v></c>'.repeat(90);
    const rows = Array.from({ length: 3_000 }, (_, row) => `<row r="${row + 1}">${cells}</row>`).join('');
    const parts = workbookParts(rows).map((part) =>
      part.name.endsWith('workbook.xml.rels')
        ? { ...part, content: String(part.content).replace('styles"', 'sharedStrings"').replace('styles.xml', 'shared.xml') }
        : part,
    );
    const shared = { name: 'xl/shared.xml', content: `<sst><si><t>${long}</t></si></sst>` };
    await expect(readTable(zipOf([...parts, shared]), 'x.xlsx', { ratio: 1_000 })).rejects.toMatchObject({
      status: 413,
      body: { detail: expect.stringContaining('too much text') as string },
    });
  });
});

describe.skipIf(!haveFixtures)(`real tables${fixturesNote}`, () => {
  const tables = expectedFiles.filter(([, expected]) => expected.kind === 'table' && expected.non_empty_rows !== undefined);
  /** Filled rows above the header. */
  const captions: Record<string, number> = { 'excel_pasting.csv': 2, 'header-row.xlsx': 1 };
  const captionsOf = (path: string): number => captions[path.slice(path.lastIndexOf('/') + 1)] ?? 0;

  test.each(tables.filter(([path]) => !path.includes('weird_head')))('%s has its rows', async (path, expected) => {
    const table = await readTable(fixture(path), path);
    expect(table.delimiter).toBe(expected.delimiter);
    expect(table.rows.length + 1 + captionsOf(path)).toBe(expected.non_empty_rows);
  });

  test('a header below captions of many lines is found', async () => {
    const { header_row, header } = await readTable(fixture('tabular/messytables/weird_head_padding.csv'), 'x.csv');
    expect([header_row, ...header.slice(0, 3)]).toEqual([12, '', '1985', '1993']);
  });

  const workbooks = expectedFiles
    .filter(([path, expected]) => expected.kind === 'workbook' && path.endsWith('.xlsx'))
    .map(
      ([path, { sheets }]) =>
        [path, sheets?.find(({ state, non_empty_rows }) => state === 'visible' && (non_empty_rows ?? 0) > 0)] as const,
    );

  test.each(workbooks.flatMap(([path, sheet]) => (sheet ? [[path, sheet] as const] : [])))(
    '%s has its rows',
    async (path, sheet) => {
      const table = await readTable(fixture(path), path);
      expect([table.sheet, table.rows.length + 1 + captionsOf(path)]).toEqual([sheet.name, sheet.non_empty_rows]);
    },
  );

  test.each(workbooks.flatMap(([path, sheet]) => (sheet ? [] : [path])))('%s ends in a readable refusal', async (path) => {
    const detail = expect.stringMatching(/^The .*\.$/) as string;
    await expect(readTable(fixture(path), path)).rejects.toMatchObject({ status: 422, body: { detail } });
  });
});
