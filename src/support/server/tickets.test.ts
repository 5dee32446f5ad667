import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../server/sql.ts';
import { type TestApp, type TestFirm, type TestUser, makeFirm, startTestApp } from '../../../test/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const NOBODY = '01900000-0000-7000-8000-000000000000';
const boss = { category: 'hr', grade: 'Partner', isSuperuser: true } as const;

const picture = (format: 'png' | 'jpeg' | 'webp' | 'gif'): Promise<Buffer> =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#1B5FA8' } })
    .withExif({ IFD0: { Copyright: 'secret place' } })
    .toFormat(format)
    .toBuffer();

const ticket = (firm: TestFirm, user: TestUser, more: object = {}) =>
  firm.call(user, 'POST', '/api/support', { text: 'The week does not save.', page: 'timesheet', ...more });

describe('writing a ticket', () => {
  test('it gets a reference, stands in the own list, and administrators are told', async () => {
    const firm = await makeFirm(app);
    const [admin, junior, other] = [await firm.user(boss), await firm.user(), await firm.user()];
    const made = await ticket(firm, junior, { expected: 'That it is kept.', unknown: true });
    expect(made).toMatchObject({ status: 200, body: { reference: expect.stringMatching(/^T-[0-9A-F]{8}$/) as string } });
    const own = await firm.call(junior, 'GET', '/api/support/tickets');
    expect(own.body).toMatchObject([
      { id: made.body.id, subject: 'The week does not save.', status: 'open', page: 'timesheet', messages: 0 },
    ]);
    expect((await firm.call(other, 'GET', '/api/support/tickets')).body).toEqual([]);
    const [told] = (await firm.call(admin, 'GET', '/api/notifications')).body;
    expect(told).toMatchObject({ kind: 'support.opened', link: `/admin/support?tab=all&id=${made.body.id}` });
    expect(told.title).toContain(made.body.reference);
    expect((await firm.call(junior, 'GET', '/api/notifications')).body).toEqual([]);
  });

  test('the page of the role decides; pages that no role names go by support', async () => {
    const firm = await makeFirm(app);
    const admin = await firm.user(boss);
    const accesses = {
      timesheet: { view_page: true, can_create_ticket: false },
      support: { view_page: true, can_create_ticket: false },
      home: { view_page: true, can_create_ticket: true },
    };
    await firm.call(admin, 'POST', '/api/settings/add_role_access', { role: 'quiet', accesses });
    const quiet = await firm.user({ role: 'quiet' });
    expect((await ticket(firm, quiet)).status).toBe(403);
    expect((await ticket(firm, quiet, { page: 'failed' })).status).toBe(403);
    expect((await ticket(firm, quiet, { page: 'home' })).status).toBe(200);
    expect((await firm.call(undefined, 'POST', '/api/support', { text: 'x', page: 'home' })).status).toBe(401);
  });

  test.each([
    ['no words', { text: '  ' }],
    ['too many words', { text: 'x'.repeat(5001) }],
    ['what is no page', { page: 'No page' }],
    ['a picture that is not there', { images: [NOBODY] }],
    ['six pictures', { images: Array.from({ length: 6 }, () => NOBODY) }],
  ])('%s: refused', async (_what, more) => {
    const firm = await makeFirm(app);
    expect((await ticket(firm, await firm.user(), more)).status).toBe(422);
  });
});

describe('pictures (E11)', () => {
  test.each(['png', 'jpeg', 'webp'] as const)(
    'a %s is drawn anew without what was hidden in it, and saved as a file',
    async (format) => {
      const firm = await makeFirm(app);
      const [admin, junior, other] = [await firm.user(boss), await firm.user(), await firm.user()];
      const sent = await firm.upload(junior, '/api/support/upload', `shot.${format}`, await picture(format));
      expect(sent).toMatchObject({ status: 200, body: { url: `/api/support/images/${sent.body.id}` } });
      const seen = await firm.call(junior, 'GET', sent.body.url);
      expect(seen.headers['content-type']).toBe(`image/${format}`);
      expect(seen.headers['content-disposition']).toContain('attachment');
      expect(seen.headers['x-content-type-options']).toBe('nosniff');
      expect(seen.headers['content-security-policy']).toContain('sandbox');
      expect((await sharp(seen.bytes).metadata()).exif).toBeUndefined();
      expect((await firm.call(other, 'GET', sent.body.url)).status).toBe(404);
      // Nobody else's before it stands in a ticket; then administrators see it, too.
      expect((await firm.call(admin, 'GET', sent.body.url)).status).toBe(404);
      const made = await ticket(firm, junior, { images: [sent.body.id] });
      expect((await firm.call(admin, 'GET', sent.body.url)).status).toBe(200);
      const whole = await firm.call(admin, 'GET', `/api/support/tickets/${made.body.id}`);
      expect(whole.body.images).toEqual([{ id: sent.body.id, name: `shot.${format}` }]);
      expect((await ticket(firm, other, { images: [sent.body.id] })).status).toBe(422);
    },
  );

  test('anything else is refused by its content', async () => {
    const firm = await makeFirm(app);
    const user = await firm.user();
    const statusOf = async (name: string, bytes: Buffer): Promise<number> =>
      (await firm.upload(user, '/api/support/upload', name, bytes)).status;
    expect(await statusOf('a.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'))).toBe(415);
    expect(await statusOf('a.png', Buffer.from('a,b\n1,2\n'))).toBe(415);
    expect(await statusOf('a.png', await picture('gif'))).toBe(415);
    const half = (await picture('png')).subarray(0, 60);
    expect(await statusOf('a.png', half)).toBe(422);
  });
});

describe('answers', () => {
  test('an administrator answers, who asked is told and may write more, both may close', async () => {
    const firm = await makeFirm(app);
    const [admin, junior, other] = [await firm.user(boss), await firm.user(), await firm.user()];
    const { id } = (await ticket(firm, junior)).body;
    const at = `/api/support/tickets/${id}`;
    for (const [method, path, body] of [
      ['GET', at, undefined],
      ['POST', `${at}/answer`, { text: 'mine' }],
      ['POST', `${at}/close`, undefined],
    ] as const)
      expect((await firm.call(other, method, path, body)).status).toBe(404);
    const answered = await firm.call(admin, 'POST', `${at}/answer`, { text: 'Load the page again.' });
    expect(answered.body).toMatchObject({ status: 'answered', thread: [{ text: 'Load the page again.', author_id: admin.id }] });
    const [told] = (await firm.call(junior, 'GET', '/api/notifications')).body;
    expect(told).toMatchObject({
      kind: 'support.answered',
      lines: ['Load the page again.'],
      link: `/admin/support?tab=mine&id=${id}`,
    });
    expect((await firm.call(junior, 'POST', `${at}/answer`, { text: ' ' })).status).toBe(422);
    expect((await firm.call(junior, 'POST', `${at}/answer`, { text: 'It still fails.' })).body.status).toBe('open');
    const closed = await firm.call(admin, 'POST', `${at}/answer`, { text: 'Mended.', close: true });
    expect(closed.body).toMatchObject({ status: 'closed', messages: 3 });
    expect((await firm.call(junior, 'POST', `${at}/close`)).body.status).toBe('closed');
    expect((await firm.call(junior, 'GET', '/api/support/tickets?status=open')).body).toEqual([]);
  });

  test('the list of the firm is for administrators, and firms see their own alone', async () => {
    const [firm, second] = [await makeFirm(app), await makeFirm(app)];
    const [admin, junior, stranger] = [await firm.user(boss), await firm.user(), await second.user(boss)];
    const { id } = (await ticket(firm, junior)).body;
    const list = await firm.call(admin, 'GET', '/api/support/all_tickets');
    expect(list.body.map((row: { id: string }) => row.id)).toEqual([id]);
    expect(list.headers['x-pagination-total']).toBe('1');
    expect((await firm.call(junior, 'GET', '/api/support/all_tickets')).status).toBe(403);
    expect((await second.call(stranger, 'GET', '/api/support/all_tickets')).body).toEqual([]);
    expect((await second.call(stranger, 'GET', `/api/support/tickets/${id}`)).status).toBe(404);
    expect((await second.call(stranger, 'POST', `/api/support/tickets/${id}/answer`, { text: 'x' })).status).toBe(404);
  });

  test('what was written is never changed, whoever asks the database', async () => {
    const firm = await makeFirm(app);
    const [admin, junior] = [await firm.user(boss), await firm.user()];
    const { id } = (await ticket(firm, junior)).body;
    await firm.call(admin, 'POST', `/api/support/tickets/${id}/answer`, { text: 'Once.' });
    const change = firm.within((tx) =>
      tx.all(sql`update support.messages set text = 'twice' where tenant_id = ${tx.tenant} and ticket_id = ${id} returning 1`),
    );
    await expect(change).rejects.toThrow();
  });
});

describe('where tickets are mailed', () => {
  test('administrators say it, and nobody else', async () => {
    const firm = await makeFirm(app);
    const [admin, junior] = [await firm.user(boss), await firm.user()];
    expect((await firm.call(admin, 'GET', '/api/support/desk')).body).toEqual({ mail_to: null, version: 0 });
    const set = await firm.call(admin, 'PUT', '/api/support/desk', { mail_to: 'help@firm.example', version: 0 });
    expect(set.body).toEqual({ mail_to: 'help@firm.example', version: 1 });
    expect((await firm.call(admin, 'PUT', '/api/support/desk', { mail_to: null, version: 0 })).status).toBe(409);
    expect((await firm.call(admin, 'PUT', '/api/support/desk', { mail_to: 'no address' })).status).toBe(422);
    expect((await firm.call(junior, 'PUT', '/api/support/desk', { mail_to: null })).status).toBe(403);
    expect((await firm.call(junior, 'GET', '/api/support/desk')).status).toBe(403);
  });
});
