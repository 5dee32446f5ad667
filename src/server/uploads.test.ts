import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { fixture, fixturesIn, fixturesNote, haveFixtures } from '../../test/fixtures.ts';
import { workbookParts, zipOf } from '../../test/zip.ts';
import { Problem } from '../kit/problem.ts';
import { readTable } from './tables.ts';
import { tableStream } from './tables-write.ts';
import { displayName, inspectUpload } from './uploads.ts';

const picture = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: 'teal' } });
const text = (content: string): Uint8Array => new TextEncoder().encode(content);
const refusal = (status: number) =>
  expect.objectContaining({ status, body: { detail: expect.stringMatching(/^\S.*\.\)?\.?$/) as string } }) as Error;

describe('names', () => {
  test.each([
    ['../../outside.xlsx', 'outside.xlsx'],
    ['..\\..\\outside.xlsx', 'outside.xlsx'],
    ['C:\\Users\\me\\list.csv', 'list.csv'],
    ['users.xlsx\0.png', 'users.xlsx.png'],
    ['re\u0301sume\u0301.csv', 'résumé.csv'],
    ['invoice\u202ecsv.exe', 'invoicecsv.exe'],
    ['a\u200bb\u2066c\u2069.csv', 'abc.csv'],
    ['line\r\nbreak.csv', 'linebreak.csv'],
    ['', 'upload'],
    ['..', 'upload'],
    ['.csv', 'upload.csv'],
    ['users', 'users'],
    ['<img src=x onerror=alert(1)>.csv', '<img src=x onerror=alert(1)>.csv'],
    ['%2e%2e%2foutside.csv', '%2e%2e%2foutside.csv'],
    ['\ud800x.csv', '\ufffdx.csv'],
    [`${'a'.repeat(400)}.csv`, `${'a'.repeat(116)}.csv`],
  ])('%j is shown as %j', (name, shown) => {
    expect(displayName(name)).toBe(shown);
  });
});

describe('pictures', () => {
  test.each(['png', 'jpeg', 'webp', 'gif'] as const)('of kind %s are drawn anew, whatever they are called', async (format) => {
    const secret = '<script>alert(1)</script>';
    const bytes = Buffer.concat([await picture(20, 10).toFormat(format).toBuffer(), Buffer.from(secret)]);
    const upload = await inspectUpload(bytes, 'table.csv');
    expect(upload).toMatchObject({ kind: 'image', media_type: `image/${format}`, name: 'table.csv' });
    expect(Buffer.from(upload.bytes).includes('script')).toBe(false);
    expect(await sharp(upload.bytes).metadata()).toMatchObject({ format, width: 20, height: 10 });
  });

  test('lose position and comments and are turned upright', async () => {
    const exif = { IFD0: { Copyright: 'secret owner' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 30/1 0/1' } };
    const bytes = await picture(20, 10).withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect((await sharp(bytes).metadata()).orientation).toBe(6);
    const upload = await inspectUpload(bytes, 'photo.jpg');
    const metadata = await sharp(upload.bytes).metadata();
    expect([metadata.exif, metadata.orientation, metadata.width, metadata.height]).toEqual([undefined, undefined, 10, 20]);
  });

  test('keep their movement', async () => {
    const frames = await Promise.all([
      picture(9, 9).png().toBuffer(),
      sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
        .png()
        .toBuffer(),
    ]);
    const bytes = await sharp(frames, { join: { animated: true } })
      .gif({ delay: [90, 90] })
      .toBuffer();
    const upload = await inspectUpload(bytes, 'film.gif');
    expect((await sharp(upload.bytes, { animated: true }).metadata()).pages).toBe(2);
  });

  test('are refused when too large, damaged or not what they seem', async () => {
    const bomb = await sharp({ create: { width: 9000, height: 5000, channels: 3, background: 'teal' }, limitInputPixels: false })
      .png()
      .toBuffer();
    await expect(inspectUpload(bomb, 'x.png')).rejects.toEqual(refusal(413));
    await expect(inspectUpload(Buffer.concat([bomb.subarray(0, 100), Buffer.alloc(5_000_000)]), 'x.png')).rejects.toEqual(
      refusal(413),
    );
    const whole = await picture(300, 300).jpeg().toBuffer();
    await expect(inspectUpload(whole.subarray(0, 400), 'x.jpg')).rejects.toEqual(refusal(422));
    await expect(inspectUpload(text('GIF89a=1;/*....*/;alert(1)//'), 'x.gif')).rejects.toEqual(refusal(422));
    const svg = '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    for (const bytes of [text(svg), text(`\ufeff${svg}`), Buffer.from(`\ufeff${svg}`, 'utf16le'), Buffer.from(svg, 'utf16le')]) {
      await expect(inspectUpload(bytes, 'x.png')).rejects.toEqual(refusal(415));
    }
  });
});

describe('tables', () => {
  test('pass as they are, by content', async () => {
    const csv = text('a,b\n1,2\n');
    expect(await inspectUpload(csv, 'x.png')).toEqual({ kind: 'table', media_type: 'text/csv', bytes: csv, name: 'x.png' });
    const xlsx = zipOf(workbookParts('<row r="1"/>'));
    expect(await inspectUpload(xlsx, 'x.txt')).toMatchObject({
      kind: 'table',
      media_type: expect.stringContaining('spreadsheetml') as string,
      bytes: xlsx,
    });
  });

  test.each([
    ['a page', '<html><script>1</script></html>', 415],
    ['nothing', '', 422],
    ['bytes', '\0\u0001\u0002', 415],
    ['a zip', zipOf([{ name: 'a.csv', content: 'a' }]), 415],
  ])('%s is refused', async (_what, content, status) => {
    await expect(inspectUpload(typeof content === 'string' ? text(content) : content, 'x.csv')).rejects.toEqual(refusal(status));
  });
});

describe.skipIf(!haveFixtures)(`hostile uploads${fixturesNote}`, () => {
  const verdicts: Record<string, number | 'table' | 'image'> = {
    'bomb_sheet_100MB.xlsx': 413,
    'bomb_nested.zip': 415,
    'truncated.xlsx': 422,
    'users_60_valid.xlsx': 'table',
    'csv_named.xlsx': 422,
    'empty.xlsx': 422,
    'external_link_http.xlsx': 'table',
    'xxe_shared_strings.xlsx': 422,
    'formula_cells.xlsx': 'table',
    'csv_injection.csv': 'table',
    'svg_script.svg': 415,
    'svg_foreign_object.svg': 415,
    'svg_remote.svg': 415,
    'svg_utf16.svg': 415,
    'svg_named.png': 415,
    'polyglot_gif_js.gif': 422,
    'polyglot_png_php.png': 'image',
    'photo_with_gps.jpg': 'image',
    'image_bomb_20000x20000.png': 413,
    'zip_slip.zip': 422,
    'file_names.json': 415,
  };

  test('are all judged here', () => {
    const names = haveFixtures ? fixturesIn('uploads') : [];
    expect(
      names
        .filter((name) => !name.endsWith('verdicts.json'))
        .map((name) => name.slice(8))
        .sort(),
    ).toEqual(Object.keys(verdicts).sort());
  });

  test.each(Object.entries(verdicts))('%s: %s, within two seconds and 150 MB', async (name, verdict) => {
    const bytes = fixture(`uploads/${name}`);
    const [start, memory] = [performance.now(), process.memoryUsage.rss()];
    const judged = await inspectUpload(bytes, name).then(
      (upload) => upload.kind,
      (error: unknown) => (error instanceof Problem ? error.status : error),
    );
    expect(judged).toBe(verdict);
    const read = await readTable(bytes, name).then(
      () => 'table',
      (error: unknown) => error instanceof Problem && error.status,
    );
    expect(read).toBe(verdict === 'image' || name.startsWith('image') || name.endsWith('.gif') ? 415 : verdict);
    expect(performance.now() - start).toBeLessThan(2_000);
    expect(process.memoryUsage.rss() - memory).toBeLessThan(150_000_000);
  });

  test('give values only: no text in a picture, no formula run, no entity read', async () => {
    const image = await inspectUpload(fixture('uploads/polyglot_png_php.png'), 'x.png');
    expect(Buffer.from(image.bytes).includes('php')).toBe(false);
    const photo = await inspectUpload(fixture('uploads/photo_with_gps.jpg'), 'x.jpg');
    expect((await sharp(photo.bytes).metadata()).exif).toBeUndefined();
    const formulas = await readTable(fixture('uploads/formula_cells.xlsx'), 'x.xlsx');
    expect(formulas.rows.map((row) => row.cells)).toEqual([
      ['a@example.com', 'A'],
      ['c@example.com', '=1+1'],
    ]);
    expect((await readTable(fixture('uploads/external_link_http.xlsx'), 'x.xlsx')).rows[0]?.cells).toEqual([
      'a@example.com',
      'A',
    ]);
    expect((await readTable(fixture('uploads/users_60_valid.xlsx'), 'x.xlsx')).rows).toHaveLength(60);
  });

  test('with formulas are text inside and guarded outside', async () => {
    const table = await readTable(fixture('uploads/csv_injection.csv'), 'x.csv');
    expect(table.rows.map((row) => row.cells[1])).toContain("=cmd|' /C calc'!A0");
    const columns = table.header.map((title, index) => ({ key: String(index), title, kind: 'text' as const }));
    async function* rows(): AsyncGenerator<Record<string, unknown>> {
      for (const { cells } of table.rows) yield Object.fromEntries(cells.entries());
    }
    const parts: Uint8Array[] = [];
    for await (const part of tableStream('csv', { name: 'x', columns }, rows())) parts.push(part as Uint8Array);
    const written = Buffer.concat(parts).toString();
    expect(written).not.toMatch(/(?:\r\n|,)"?\s*[=@＝]/);
    expect(written).toContain('+49 30 1234567,-1.5\r\n');
    expect(written).toContain('+1 (555) 010-9999,8');
    expect((await readTable(Buffer.concat(parts), 'x.csv')).rows).toEqual(table.rows);
  });
});
