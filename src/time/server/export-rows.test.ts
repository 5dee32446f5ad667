import { describe, expect, test } from 'vitest';
import { expectedFiles, fixture, fixturesNote, haveFixtures, sample } from '../../../test/fixtures.ts';
import { dateOrder } from '../../server/tables-days.ts';
import { readTable } from '../../server/tables.ts';
import { type Format, recogniseExport } from './export-formats.ts';
import { readClock, readDuration, readStamp, readYesNo } from './export-values.ts';
import { type RejectedLine, readTimeExport, summarise } from './export-rows.ts';

const zone = 'Europe/Berlin';

async function readSample(name: string) {
  return readTimeExport(await readTable(sample(name), name), { zone });
}

/** A generic export of these columns. */
const read = (header: string[], ...rows: string[][]) =>
  readTimeExport({ header, rows: rows.map((cells, index) => ({ row: index + 2, cells })) }, { zone });

const inWords = (rejected: readonly RejectedLine[]) => rejected.map((each) => ({ ...each, message: String(each.message) }));

const messagesOf = (header: string[], ...rows: string[][]): string[] =>
  read(header, ...rows).rejected.map(({ row, column, message }) => `${row} ${column}: ${String(message)}`);

describe('exports of other systems', () => {
  test.each<[string, Format, number, number, number, number, number, string, string]>([
    ['toggl.csv', 'toggl', 3, 5, 2, 2, 1, '2026-02-02', '2026-02-03'],
    ['clockify-detailed.csv', 'clockify', 2, 4.51, 1, 1, 1, '2026-05-06', '2026-05-07'],
    ['clockify-summary.csv', 'clockify', 2, 4.26, 0, 2, 1, '2026-05-06', '2026-05-08'],
    ['harvest.csv', 'harvest', 3, 1007.85, 2, 2, 1, '2026-03-09', '2026-03-11'],
    ['jira.csv', 'jira', 2, 1.67, 1, 2, 0, '2026-04-20', '2026-04-21'],
    ['tempo.csv', 'tempo', 2, 3.25, 1, 1, 1, '2026-01-12', '2026-01-13'],
    ['solidtime.csv', 'solidtime', 1, 0.5, 1, 1, 1, '2026-07-01', '2026-07-01'],
    ['redmine.csv', 'redmine', 2, 3.5, 2, 0, 0, '2026-09-01', '2026-09-02'],
    ['tock.csv', 'tock', 3, 40, 2, 2, 2, '2026-08-02', '2026-08-09'],
    ['generic-german.csv', 'generic', 2, 7.75, 1, 1, 1, '2026-03-02', '2026-03-03'],
    ['generic-american.csv', 'generic', 2, 6.5, 1, 1, 0, '2026-01-05', '2026-01-14'],
  ])('%s', async (name, format, rows, hours, users, projects, clients, first_date, last_date) => {
    const result = await readSample(name);
    expect(result.format).toBe(format);
    expect(summarise(result.lines)).toEqual({ rows, hours, users, projects, clients, first_date, last_date });
  });

  test('carry who, what for and when', async () => {
    const [first, , night] = (await readSample('toggl.csv')).lines;
    expect(first).toEqual({
      row: 2,
      first_day: '2026-02-02',
      last_day: '2026-02-02',
      seconds: 12_600,
      start: '09:00:00',
      user: { email: 'mira@northgate.example', name: 'Mira Okafor' },
      project: { name: 'Year-end audit' },
      client: 'Harbour Trust',
      task: 'Fieldwork',
      comment: 'Stock count, first hall',
      chargeable: true,
      content: expect.stringContaining('amount (gbp)=350.00\u001fbillable=Yes\u001fclient=Harbour Trust\u001f') as string,
    });
    expect(night).toMatchObject({
      first_day: '2026-02-03',
      seconds: 5410,
      start: '23:15:00',
      comment: 'He said "done"\non two lines',
    });
    expect((await readSample('jira.csv')).lines[0]).toMatchObject({
      first_day: '2026-04-20',
      start: '23:40:00',
      comment: 'WEB-12 Tests',
    });
    expect((await readSample('harvest.csv')).lines[0]).toMatchObject({
      user: { name: 'Jana Weiss' },
      project: { code: 'L-25', name: 'Steuern 2025' },
    });
    expect((await readSample('solidtime.csv')).lines[0]).toMatchObject({
      start: '00:30:00',
      user: { name: '22222222-2222-4222-8222-222222222222' },
    });
    expect((await readSample('tock.csv')).lines[0]).toMatchObject({
      first_day: '2026-08-02',
      last_day: '2026-08-08',
      seconds: 117_000,
    });
    expect((await readSample('redmine.csv')).lines[1]).toMatchObject({
      user: { email: 'pia@northgate.example' },
      task: 'Analysis',
      comment: '#41 Load case',
    });
    expect((await readSample('clockify-detailed.csv')).lines[1]).toMatchObject({
      first_day: '2026-05-07',
      start: '23:50:00',
      chargeable: false,
    });
  });

  test('name each refused row with its column and the reason', async () => {
    expect(inWords((await readSample('generic-german.csv')).rejected)).toEqual([
      { row: 6, column: 'Datum', message: '“04.13.2026” is no date that exists.' },
    ]);
  });
});

describe('recognising a header', () => {
  test.each<[string, Format | undefined]>([
    ['Description,Billable,Duration,Member,Email,Project,Tags,Start date,Start time,Stop date,Stop time', 'toggl'],
    ['Project,Date,Created,User,Activity,Issue,Comment,Hours', 'redmine'],
    ['Fecha,Empleado,Cliente,Proyecto,Horas', 'generic'],
    ['Date,Collaborateur,Client,Projet,Durée,Tâche', 'generic'],
    ['Datum,Von,Bis,Mitarbeiter,Projekt', 'generic'],
    ['work_date,user_email,minutes', 'generic'],
    ['Name,Email,Phone', undefined],
    ['name,color,billable_rate,client,estimated_time,archived_at', undefined],
    ['Date,User,Project', undefined],
  ])('%s', (header, format) => {
    expect(recogniseExport(header.split(','))).toBe(format);
  });

  test('says what is missing', () => {
    const table = { header: ['Date', 'User'], rows: [] };
    expect(() => readTimeExport(table, { zone })).toThrow('No known time export');
    expect(() => readTimeExport(table, { zone, format: 'harvest' })).toThrow(
      'For the format harvest the header lacks a duration',
    );
    expect(() => readTimeExport(table, { zone, format: 'excel' as Format })).toThrow('“excel” is no known format');
  });
});

describe('dates', () => {
  test.each<[string, string | undefined]>([
    ['2026-02-28', '2026-02-28'],
    ['2026-02-30', 'impossible'],
    ['2026/2/3', '2026-02-03'],
    ['20260203', '2026-02-03'],
    ['03.02.2026', '2026-02-03'],
    ['3/2/26', '2026-02-03'],
    ['3-Feb-26', '2026-02-03'],
    ['Tue, 3 February 2026', '2026-02-03'],
    ['3 févr. 2026', '2026-02-03'],
    ['3. März 2026', '2026-03-03'],
    ['Feb 3, 2026', '2026-02-03'],
    ['February 3rd, 2026', '2026-02-03'],
    ['2026-02-03T10:00:00.000+0200', '2026-02-03'],
    ['2026-02-03 10:00 PM', '2026-02-03'],
    ['3 Foo 2026', 'impossible'],
    ['2026-02-03 nonsense', undefined],
    ['yesterday', undefined],
    ['1/2/3/4', undefined],
  ])('%j', (text, day) => {
    const stamp = readStamp(text, 'dmy');
    expect(typeof stamp === 'object' ? stamp.day : stamp).toBe(day);
  });

  test('have one order for the whole file', () => {
    expect(dateOrder(['01/02/2026', '13/02/2026'], 'mdy', true)).toBe('dmy');
    expect(dateOrder(['01/02/2026', '02/13/2026'], undefined, false)).toBe('mdy');
    expect(dateOrder(['01/02/2026'], 'mdy', false)).toBe('mdy');
    expect(dateOrder(['01/02/2026'], undefined, false)).toBe('dmy');
    expect(dateOrder(['01/02/2026'], undefined, true)).toBe('mdy');
    expect(dateOrder(['01.02.2026', '01.13.2026'], 'mdy', true)).toBe('dmy');
    const { lines, rejected } = read(
      ['Date', 'Hours'],
      ['01/02/2026', '1'],
      ['13/02/2026', '1'],
      ['14/02/2026', '1'],
      ['02/15/2026', '1'],
    );
    expect(lines.map((line) => line.first_day)).toEqual(['2026-02-01', '2026-02-13', '2026-02-14']);
    expect(inWords(rejected)).toEqual([{ row: 5, column: 'Date', message: '“02/15/2026” is no date that exists.' }]);
  });

  test('count as written, but a bare UTC stamp goes to the zone', () => {
    const { lines } = read(
      ['Start', 'Hours'],
      ['2026-06-30T22:30:00Z', '1'],
      ['2026-06-30T23:30:00+02:00', '1'],
      ['2026-12-31 23:30', '1'],
      ['2026-12-31 23:30:00 UTC', '1'],
    );
    expect(lines.map((line) => `${line.first_day} ${line.start}`)).toEqual([
      '2026-07-01 00:30:00',
      '2026-06-30 23:30:00',
      '2026-12-31 23:30:00',
      '2027-01-01 00:30:00',
    ]);
  });
});

describe('durations', () => {
  test.each<[string, '.' | ',' | undefined, number | 'negative' | undefined]>([
    ['1:30', undefined, 5400],
    ['01:30:15', undefined, 5415],
    ['100:00:00', undefined, 360_000],
    ['7.5', undefined, 27_000],
    ['7,5', undefined, 27_000],
    ['.25', '.', 900],
    ['2.000,5', ',', 7_201_800],
    ['1,234.5', '.', 4_444_200],
    ["1'234.5", '.', 4_444_200],
    ['1 234,5', ',', 4_444_200],
    ['1h 30m', undefined, 5400],
    ['1h30', undefined, 5400],
    ['1h 5', undefined, 3900],
    ['10m', undefined, 600],
    ['1d 2h', undefined, 36_000],
    ['1.5 hours', undefined, 5400],
    ['2 Std. 15 Min.', undefined, 8100],
    ['PT1H30M5S', undefined, 5405],
    ['0', undefined, 0],
    ['-0', undefined, 0],
    ['-1.5', undefined, 'negative'],
    ['(1.5)', undefined, 'negative'],
    ['-0:30', undefined, 'negative'],
    ['1:75', undefined, undefined],
    ['1e3', undefined, undefined],
    ['12x', undefined, undefined],
    ['Infinity', undefined, undefined],
  ])('%j', (text, sign, seconds) => {
    expect(readDuration(text, 3600, sign)).toBe(seconds);
  });

  test('take the decimal sign of their column', () => {
    const secondsOf = (...cells: string[]) =>
      read(['Date', 'Hours'], ...cells.map((cell) => ['2026-01-05', cell])).lines.map((line) => line.seconds / 3600);
    expect(secondsOf('1,500', '2.5')).toEqual([1500, 2.5]);
    expect(secondsOf('1.500', '2,5')).toEqual([1500, 2.5]);
    expect(secondsOf('1,500')).toEqual([1.5]);
    expect(secondsOf('1.250', '2.000,5')).toEqual([1250, 2000.5]);
  });

  test('take the unit of their header, and come from start and end only where there is none', () => {
    expect(read(['Date', 'Minutes'], ['2026-01-05', '90']).lines[0]?.seconds).toBe(5400);
    expect(read(['Datum', 'Sekunden'], ['2026-01-05', '90']).lines[0]?.seconds).toBe(90);
    expect(read(['Date', 'Start', 'End', 'Hours'], ['2026-01-05', '09:00', '10:00', '0.5']).lines[0]?.seconds).toBe(1800);
    expect(read(['Date', 'Start', 'End'], ['2026-01-05', '9:00 PM', '1:00 AM']).lines[0]).toMatchObject({
      seconds: 14_400,
      start: '21:00:00',
    });
    expect(read(['Date', 'Start', 'End'], ['2026-01-05', '00:00', '24:00']).lines[0]?.seconds).toBe(86_400);
    expect(read(['Start', 'End'], ['2026-03-29T00:30:00Z', '2026-03-29T02:30:00Z']).lines[0]).toMatchObject({
      seconds: 7200,
      start: '01:30:00',
    });
    expect(read(['Start', 'End'], ['2026-03-29T23:00:00+02:00', '2026-03-30T00:30:00+03:00']).lines[0]).toMatchObject({
      seconds: 1800,
      first_day: '2026-03-29',
    });
  });
});

describe('rows', () => {
  const header = ['Date', 'Person', 'Project', 'Start', 'End', 'Hours'];

  test('that hold no entry are left out', () => {
    const result = read(
      header,
      ['Week 12'],
      ['2026-03-16', 'Ann', 'A', '', '', '0'],
      ['Date', 'Person', 'Project', 'Start', 'End', 'Hours'],
      ['Total', '', '', '', '', '12'],
      ['', '', '', '', '', '12'],
      ['', 'Gesamt:', '', '', '', '12'],
      ['', 'Ann', '', '', '', ''],
    );
    expect(result.lines.map((line) => [line.row, line.seconds])).toEqual([[3, 0]]);
    expect(result.rejected).toEqual([]);
  });

  test('that cannot be read are named', () => {
    expect(
      messagesOf(
        header,
        ['', 'Ann', 'A', '', '', '1'],
        ['', 'Ann', 'A', '09:00', '', '1'],
        ['31.02.2026', 'Ann', 'A', '', '', '1'],
        ['soon', 'Ann', 'A', '', '', '1'],
        ['01.02.2026', 'Ann', 'A', '', '', ''],
        ['01.02.2026', 'Ann', 'A', '', '', 'much'],
        ['01.02.2026', 'Ann', 'A', '', '', '-1'],
      ),
    ).toEqual([
      '2 Date: The date is missing.',
      '3 Date: The date is missing.',
      '4 Date: “31.02.2026” is no date that exists.',
      '5 Date: “soon” is no date that can be read.',
      '6 Hours: The duration is missing.',
      '7 Hours: “much” is no duration that can be read.',
      '8 Hours: The duration is negative.',
    ]);
    expect(
      messagesOf(['Start', 'End', 'Project'], ['2026-01-05 09:00', '2026-01-05 08:00', 'A'], ['2026-01-05 09:00', '', 'A']),
    ).toEqual(['2 End: The end is before the start.', '3 End: The start or the end is missing.']);
    const tock = ['Period start', 'Period end', 'User', 'Hours'];
    expect(messagesOf(tock, ['2026-01-05', '2026-01-01', 'Ann', '1'])).toEqual([
      '2 Period end: The period ends before it starts.',
    ]);
  });

  test('are known again whatever the order of columns, blanks at the ends and added empty columns', () => {
    const [one] = read(['Date', 'Hours', 'Project'], ['2026-01-05', '1', 'A ']).lines;
    const [two] = read(['Project', 'Tags', 'Date', 'Hours'], ['A', '', '2026-01-05', ' 1']).lines;
    const [other] = read(['Date', 'Hours', 'Project'], ['2026-01-05', '1', 'B']).lines;
    expect(one?.content).toBe(two?.content);
    expect(one?.content).not.toBe(other?.content);
  });

  test('say yes and no in four languages', () => {
    expect(['Yes', 'true', 'ja', 'oui', 'sí', '1', 'Billable'].map(readYesNo)).toEqual(Array.from({ length: 7 }, () => true));
    expect(['No', 'FALSE', 'nein', 'non', '0', 'Non-billable', 'not billable', 'Internal'].map(readYesNo)).toEqual(
      Array.from({ length: 8 }, () => false),
    );
    expect(['', 'perhaps'].map(readYesNo)).toEqual([undefined, undefined]);
    expect(['12:00 AM', '12:00 pm', '11:59:59 p.m.', '25:00', '13:00 PM', '10'].map((text) => readClock(text)?.clock)).toEqual([
      0,
      43_200,
      86_399,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

test('fifty thousand rows are read in well under two seconds', () => {
  const rows = Array.from({ length: 50_000 }, (_, index) => ({
    row: index + 2,
    cells: [
      `2026-0${(index % 9) + 1}-1${index % 10}T10:00:0${index % 10}Z`,
      'Ann Poe',
      `Project ${index % 90}`,
      `${index % 8}.25`,
      `Note ${index}`,
    ],
  }));
  const start = performance.now();
  expect(readTimeExport({ header: ['Start', 'User', 'Project', 'Hours', 'Notes'], rows }, { zone }).lines).toHaveLength(50_000);
  expect(performance.now() - start).toBeLessThan(2_000);
});

describe.skipIf(!haveFixtures)(`real exports${fixturesNote}`, () => {
  const files = expectedFiles.filter(([path, { kind }]) => path.endsWith('.csv') && /^(time entries|layout)/.test(kind));
  test.each(files)('%s gives exactly its figures', async (path, expected) => {
    const table = await readTable(fixture(path), path);
    const start = performance.now();
    const { lines, rejected } = readTimeExport(table, { zone });
    expect(performance.now() - start).toBeLessThan(1_000);
    const { rows, hours, users, projects, clients, first_date, last_date } = expected;
    expect(inWords(rejected)).toEqual(expected.rejected);
    expect(summarise(lines)).toEqual({ rows, hours, users, projects, clients, first_date, last_date });
  });
});
