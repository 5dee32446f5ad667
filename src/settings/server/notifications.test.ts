import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, type TestFirm, type TestUser, listen, makeFirm, startTestApp } from '../../../test/app.ts';
import { type Worker, startWorker, until } from '../../../test/jobs.ts';

import { accessJobs } from '../../access/server/jobs.ts';
import { said } from '../../kit/said.ts';
import { reachOf } from '../../people/server/reached.ts';
import { sql } from '../../server/sql.ts';
import { settingsJobs } from './jobs.ts';
import { noticeKind, notify, notifyEach } from './notices.ts';

/** A kind of this test alone, told by letters: the server's own list of kinds does not know it. */
const PARCEL = noticeKind<{ count: number }>('settings.parcel', {
  label: said`Invitations`,
  words: ({ count }) => ({ title: said`Time is missing on ${count} days`, lines: ['The file is empty.'] }),
  atSend: async (_tx, _userId, { count }) => (count === 0 ? undefined : { count: count + 1 }),
});

let app: TestApp;
let worker: Worker;
const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'cadre-letters-'));

beforeAll(async () => {
  app = await startTestApp();
  worker = await startWorker(app, [...accessJobs, ...settingsJobs([PARCEL], reachOf)], { dataDir });
});
afterAll(async () => {
  await worker.stop();
  await app.close();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

const letters = (): string[] => {
  const folder = path.join(dataDir, 'outbox');
  if (!fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder)
    .filter((file) => file.endsWith('.eml'))
    .map((file) => fs.readFileSync(path.join(folder, file), 'utf8'));
};
const lettersTo = (user: TestUser): string[] => letters().filter((letter) => letter.includes(user.email));

/** What stands in the app, whatever its kind. */
const stored = (firm: TestFirm, user: TestUser) =>
  firm.within((tx) =>
    tx.all<{ kind: string; in_app: boolean; by_mail: boolean; read_at: Date | null }>(sql`
      select kind, in_app, by_mail, read_at from settings.notifications
      where tenant_id = ${tx.tenant} and user_id = ${user.id} order by id`),
  );

const invite = (firm: TestFirm, by: TestUser, user: TestUser) => firm.call(by, 'POST', '/api/invitations', { user_id: user.id });

describe('in the app', () => {
  test('an invitation is told once, in the reader’s language, live, and read', async () => {
    const firm = await makeFirm(app);
    const [hr, user] = [await firm.user({ category: 'hr' }), await firm.user()];
    const ear = await listen(app, user);
    expect((await invite(firm, hr, user)).status).toBe(200);
    expect(await ear.heard('notifications')).toMatchObject({ keys: { user_ids: [user.id] } });
    ear.close();
    await invite(firm, hr, user);
    await firm.call(user, 'PUT', '/api/users/change_language', '"de"');
    const { body, headers } = await firm.call(user, 'GET', '/api/notifications');
    expect(body).toMatchObject([
      { kind: 'access.invitation', title: `Willkommen bei Firm ${firm.slug}`, link: '/profile', read_at: null },
    ]);
    expect(headers['x-pagination-total']).toBe('1');
    expect((await firm.call(user, 'GET', '/api/notifications/unread')).body).toEqual({ unread: 1 });
    expect((await firm.call(hr, 'GET', '/api/notifications')).body).toEqual([]);
    const read = await firm.call(user, 'POST', '/api/notifications/read', { ids: [body[0].id] });
    expect(read.body).toEqual({ unread: 0 });
    expect((await firm.call(user, 'GET', '/api/notifications?unread=true')).body).toEqual([]);
    expect((await firm.call(user, 'GET', '/api/notifications')).body[0].read_at).not.toBeNull();
  });

  test('nobody marks what is another’s', async () => {
    const firm = await makeFirm(app);
    const [hr, user, other] = [await firm.user({ category: 'hr' }), await firm.user(), await firm.user()];
    await invite(firm, hr, user);
    const [{ id }] = (await firm.call(user, 'GET', '/api/notifications')).body;
    expect((await firm.call(other, 'POST', '/api/notifications/read', { ids: [id] })).body).toEqual({ unread: 0 });
    await firm.call(other, 'POST', '/api/notifications/read', { all: true });
    expect((await firm.call(user, 'GET', '/api/notifications/unread')).body).toEqual({ unread: 1 });
  });
});

describe('a person’s choices', () => {
  test('are kept by kind and channel, shown with what is usual, and carried by me', async () => {
    const firm = await makeFirm(app);
    const user = await firm.user();
    const kinds = async () => (await firm.call(user, 'GET', '/api/notifications/kinds')).body as { event: string }[];
    expect(await kinds()).toContainEqual({
      event: 'time.missing',
      name: 'Missing time',
      mail: true,
      app: true,
      mail_fixed: false,
    });
    expect(await kinds()).toContainEqual({
      event: 'access.invitation',
      name: 'Invitations',
      mail: false,
      app: true,
      mail_fixed: true,
    });
    const edit = (settings: unknown) => firm.call(user, 'POST', '/api/users/edit_notifications', { settings });
    expect((await edit({ 'time.missing': { mail: false } })).body).toEqual({
      success: true,
      notifications: { 'time.missing': { mail: false } },
    });
    expect((await edit({ 'time.missing': { app: false } })).status).toBe(200);
    expect(await kinds()).toContainEqual(expect.objectContaining({ event: 'time.missing', mail: false, app: false }));
    const me = (await firm.call(user, 'GET', '/api/users/me')).body;
    expect(me.notifications).toEqual({ 'time.missing': { mail: false, app: false } });
    expect(me.user.notifications).toEqual(me.notifications);
  });

  test.each([
    [{ 'time.nothing': { mail: true } }],
    [{ 'time.missing': { mail: 'true' } }],
    [{ 'time.missing': { sms: true } }],
    [{ constructor: { mail: true } }],
    ['everything'],
    [undefined],
  ])('%j is refused', async (settings) => {
    const firm = await makeFirm(app);
    expect((await firm.call(await firm.user(), 'POST', '/api/users/edit_notifications', { settings })).status).toBe(422);
  });

  test('decide by which way one is told, or whether at all', async () => {
    const firm = await makeFirm(app);
    const [both, mail, none] = [await firm.user(), await firm.user(), await firm.user()];
    await firm.within(async (tx) => {
      for (const [user, choice] of [
        [mail, { app: false }],
        [none, { app: false, mail: false }],
      ] as const)
        await tx.all(sql`
          insert into settings.notification_choices (tenant_id, id, choices)
          values (${tx.tenant}, ${user.id}, ${JSON.stringify({ [PARCEL.name]: choice })}::jsonb) returning 1`);
      expect(await notify(tx, { kind: PARCEL, userIds: [both.id, both.id, mail.id, none.id], facts: { count: 2 } })).toBe(2);
    });
    expect(await stored(firm, both)).toMatchObject([{ in_app: true, by_mail: true }]);
    expect(await stored(firm, mail)).toMatchObject([{ in_app: false, by_mail: true }]);
    expect(await stored(firm, none)).toEqual([]);
  });
});

describe('by mail', () => {
  test('in the person’s language, as text and as HTML, with the facts of the moment and a link', async () => {
    const firm = await makeFirm(app);
    const user = await firm.user();
    await firm.call(user, 'PUT', '/api/users/change_language', '"fr"');
    await firm.within((tx) => notify(tx, { kind: PARCEL, userIds: [user.id], facts: { count: 4 }, link: '/profile' }));
    await until('the letter is there', () => lettersTo(user).length === 1);
    const [letter = ''] = lettersTo(user);
    expect(letter).toContain('Content-Language: fr');
    expect(letter).toContain('text/plain');
    expect(letter).toContain('text/html');
    expect(letter).toMatch(/Subject: .*5.*jours/);
    expect(letter.replaceAll('=\n', '')).toContain('http://localhost:3000/profile');
  });

  test('not when nothing is left to say: then it counts as read', async () => {
    const firm = await makeFirm(app);
    const user = await firm.user();
    await firm.within((tx) => notify(tx, { kind: PARCEL, userIds: [user.id], facts: { count: 0 } }));
    await until('it is settled', async () => (await stored(firm, user))[0]?.read_at !== null);
    expect(lettersTo(user)).toEqual([]);
  });

  test('not without the commit, and the same occasion once', async () => {
    const firm = await makeFirm(app);
    const user = await firm.user();
    const tell = { userId: user.id, facts: { count: 1 }, occasion: '2026-W10' };
    await expect(
      firm.within(async (tx) => {
        await notifyEach(tx, PARCEL, [tell]);
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await firm.within((tx) => notifyEach(tx, PARCEL, [tell]))).toBe(1);
    expect(await firm.within((tx) => notifyEach(tx, PARCEL, [tell]))).toBe(0);
    await until('the letter is there', () => lettersTo(user).length > 0);
    expect(lettersTo(user)).toHaveLength(1);
  });

  test('nobody who was deactivated gets one', async () => {
    const firm = await makeFirm(app);
    const [user, last] = [await firm.user(), await firm.user()];
    await firm.within((tx) =>
      tx.all(sql`update access.memberships set is_active = false where tenant_id = ${tx.tenant} and id = ${user.id} returning 1`),
    );
    await firm.within((tx) => notify(tx, { kind: PARCEL, userIds: [user.id, last.id], facts: { count: 1 } }));
    await until('the other letter is there', () => lettersTo(last).length === 1);
    expect(lettersTo(user)).toEqual([]);
  });
});

test('what was read long ago is cleared, what waits stays', async () => {
  const firm = await makeFirm(app);
  const user = await firm.user();
  await firm.within(async (tx) => {
    await notify(tx, { kind: PARCEL, userIds: [user.id], facts: { count: 1 }, occasion: 'old' });
    await tx.all(
      sql`update settings.notifications set created_at = now() - interval '100 days', read_at = now() where tenant_id = ${tx.tenant} returning 1`,
    );
    await notify(tx, { kind: PARCEL, userIds: [user.id], facts: { count: 1 }, occasion: 'new' });
    await tx.all(
      sql`update settings.notifications set created_at = now() - interval '100 days' where tenant_id = ${tx.tenant} and occasion = 'new' returning 1`,
    );
  });
  await worker.finish({ name: 'settings.clear_notifications' }, firm.tenant);
  expect(await stored(firm, user)).toMatchObject([{ read_at: null }]);
});
