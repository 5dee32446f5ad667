import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, type TestFirm, type TestUser, makeFirm, startTestApp } from './app.ts';

let app: TestApp;
let firm: TestFirm;
let user: TestUser;
beforeAll(async () => {
  app = await startTestApp();
  firm = await makeFirm(app);
  user = await firm.user({ category: 'hr', grade: 'Partner' });
  await firm.call(user, 'POST', '/api/clients/create', { name: 'Kestrel' });
});
afterAll(() => app.close());

const speak = (language: string) => firm.call(user, 'PUT', '/api/users/change_language', { language });

describe('a refusal is said in the language of who asked', () => {
  test.each([
    ['en', 'There is a client "Kestrel" already.'],
    ['de', 'Es gibt schon einen Kunden „Kestrel“.'],
    ['fr', 'Il y a déjà un client « Kestrel ».'],
    ['es', 'Ya hay un cliente «Kestrel».'],
  ])('%s, whatever the browser prefers', async (language, said) => {
    await speak(language);
    const { status, body } = await firm.call(
      user,
      'POST',
      '/api/clients/create',
      { name: 'kestrel' },
      { 'accept-language': 'es' },
    );
    expect([status, body.detail]).toEqual([422, said]);
    expect(body.errors).toEqual([{ path: 'name', message: body.detail }]);
  });

  test('also what the shape of the input is missing', async () => {
    await speak('de');
    const { status, body } = await firm.call(user, 'POST', '/api/clients/create', { name: '', sector: 7, x: 1 });
    expect(status).toBe(422);
    expect(body.errors).toEqual([
      { path: 'x', message: 'Dieses Feld ist hier nicht bekannt.' },
      { path: 'name', message: 'Darf nicht leer sein.' },
      { path: 'sector', message: 'Muss Text oder null sein.' },
    ]);
    expect(body.detail).toBe('x: Dieses Feld ist hier nicht bekannt.');
    const query = await firm.call(user, 'POST', '/api/users?per_page=5000');
    expect(query.body.errors).toEqual([{ path: 'per_page', message: 'Darf höchstens 200 sein.' }]);
  });

  test('what the database refuses, what uses a row, and what cannot be read', async () => {
    await speak('de');
    const [client] = (await firm.call(user, 'POST', '/api/clients/all', {})).body;
    await firm.call(user, 'POST', '/api/projects/create', { name: 'Prüfung', client_id: client.id });
    const used = await firm.call(user, 'POST', '/api/clients/remove', { id: client.id });
    expect(used.body.detail).toBe('"Kestrel" wird noch verwendet: 1 Projekt.');
    const day = { day: '2026-03-02', task_type_id: (await firm.call(user, 'GET', '/api/settings/get_tasks')).body[0].id };
    await firm.call(user, 'POST', '/api/time_entries', { ...day, seconds: 80_000 });
    const full = await firm.call(user, 'POST', '/api/time_entries', { ...day, seconds: 80_000 });
    expect(full.body.detail).toBe('Ein Tag hat nicht mehr als 24 Stunden.');
    expect((await firm.call(user, 'POST', '/api/clients/create', '{')).body.detail).toBe(
      'Die Anfrage konnte nicht gelesen werden.',
    );
  });

  test('the rows of an import, and the file itself', async () => {
    await speak('fr');
    const file = Buffer.from(
      'Date,Project,Email,Hours\n2026-02-30,Audit,nobody@example.org,2\n2026-03-02,Audit,nobody@example.org,3\n',
    );
    const upload = await firm.upload(user, '/api/files', 'time.csv', file);
    const { body } = await firm.call(user, 'POST', '/api/time_imports/check', { filename: upload.body.filename });
    expect(body.rejected.map((each: { message: string }) => each.message)).toEqual([
      '« 2026-02-30 » n’est pas une date qui existe.',
      'Il n’y a pas d’utilisateur « nobody@example.org ».',
    ]);
    const empty = await firm.upload(user, '/api/files', 'time.csv', Buffer.alloc(0));
    expect(empty.body.detail).toBe('Le fichier est vide.');
  });

  test('what is left of a person who is deleted', async () => {
    await speak('es');
    const leaver = await firm.user();
    await firm.call(leaver, 'POST', '/api/time_entries', {
      day: '2026-03-02',
      task_type_id: (await firm.call(user, 'GET', '/api/settings/get_tasks')).body[0].id,
      seconds: 60,
    });
    const { body } = await firm.call(user, 'POST', '/api/users/delete', { id: leaver.id });
    expect(body.deactivated[0].used_by).toContain('1 registro de horas');
  });
});

test('strangers are answered in the language that their browser asks for', async () => {
  const answer = await firm.call(undefined, 'POST', '/api/otp_auth/logout?token=' + 'x'.repeat(600), undefined, {
    'accept-language': 'de-CH, fr;q=0.4',
  });
  expect(answer.body.errors).toEqual([{ path: 'token', message: 'Darf höchstens 500 Zeichen haben.' }]);
});

test('what clients know by its words stays', async () => {
  await speak('de');
  const german = { 'accept-language': 'de' };
  const junior = await firm.user();
  await firm.call(junior, 'PUT', '/api/users/change_language', { language: 'de' });
  const form = { ...german, 'content-type': 'application/x-www-form-urlencoded' };
  const details = [
    await firm.call(undefined, 'POST', '/auth/jwt/login', 'username=a&password=b', form),
    await firm.call(undefined, 'GET', '/api/users/me', undefined, german),
    await firm.call(junior, 'POST', '/api/users'),
    await firm.call(junior, 'GET', '/api/users/me', undefined, { 'x-tenant': '0' }),
    await firm.call(junior, 'GET', '/auth/jwt/login'),
    await firm.call(junior, 'GET', '/api/nowhere'),
    await firm.call(undefined, 'GET', '/api/otp_auth/auth_link', undefined, german),
  ].map(({ body }) => body.detail);
  expect(details).toEqual([
    'LOGIN_BAD_CREDENTIALS',
    'Unauthorized',
    'Not allowed',
    'TENANT_CHANGED',
    'Method Not Allowed',
    'Not Found',
    'SSO_NOT_CONFIGURED',
  ]);
  const invalid = await firm.call(undefined, 'POST', '/auth/jwt/login', '', form);
  expect(invalid.body.detail[0]).toMatchObject({ type: 'missing', msg: 'Field required' });
});
