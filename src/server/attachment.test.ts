import fc from 'fast-check';
import { expect, test } from 'vitest';
import { attachment } from './attachment.ts';

test.each([
  ['users.csv', `attachment; filename="users.csv"; filename*=UTF-8''users.csv`],
  ['Müller & Söhne.xlsx', `attachment; filename="M_ller & S_hne.xlsx"; filename*=UTF-8''M%C3%BCller%20%26%20S%C3%B6hne.xlsx`],
  ['a"b\\c.csv', `attachment; filename="a_b_c.csv"; filename*=UTF-8''a%22b_c.csv`],
  ['x\r\nSet-Cookie: a=1.csv', `attachment; filename="x_Set-Cookie: a=1.csv"; filename*=UTF-8''x_Set-Cookie%3A%20a%3D1.csv`],
  ['../../etc/passwd', `attachment; filename="_.._etc_passwd"; filename*=UTF-8''_.._etc_passwd`],
  ["it's (1)*.csv", `attachment; filename="it's (1)*.csv"; filename*=UTF-8''it%27s%20%281%29%2A.csv`],
  ['', `attachment; filename="file"; filename*=UTF-8''file`],
])('%j', (name, header) => expect(attachment(name)).toBe(header));

test('a long name keeps its ending', () => {
  const header = attachment(`${'ü'.repeat(300)}.xlsx`);
  expect(header).toMatch(/\.xlsx"; filename\*=UTF-8''(%C3%BC){145}\.xlsx$/);
});

test('whatever the name, the header is one line of plain letters that can be read back', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 400 }), fc.string({ maxLength: 400 })), (name) => {
      const header = attachment(name);
      expect(header).toMatch(/^attachment; filename="[\x20-\x21\x23-\x7e]+"; filename\*=UTF-8''(?:[\w.~-]|%[0-9A-F]{2})+$/);
      expect(() => decodeURIComponent(header.split("UTF-8''")[1] ?? '')).not.toThrow();
    }),
    { numRuns: 500 },
  );
});
