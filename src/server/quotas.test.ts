import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, makeFirm, startTestApp } from '../../test/app.ts';
import { Quotas } from './quotas.ts';

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

describe('files of a person and of a firm', () => {
  const small = () => new Quotas({ upload: { user: 2, firm: 3 }, file: { user: 2, firm: 3 } });
  const one = { tenantId: 1, userId: 'a' };
  const other = { tenantId: 1, userId: 'b' };
  const stranger = { tenantId: 2, userId: 'a' };
  const refused = (take: () => void): { status: number; headers: Record<string, string> } | undefined => {
    try {
      take();
    } catch (error) {
      return error as { status: number; headers: Record<string, string> };
    }
    return undefined;
  };

  test('are counted apart, by kind, and forgotten after ten minutes', () => {
    const quotas = small();
    quotas.take('upload', one, 1000);
    quotas.take('upload', one, 2000);
    expect(refused(() => quotas.take('upload', one, 3000))).toMatchObject({ status: 429, headers: { 'retry-after': '598' } });
    quotas.take('file', one, 3000);
    quotas.take('upload', stranger, 3000);
    quotas.take('upload', other, 3000);
    expect(refused(() => quotas.take('upload', other, 4000))?.status).toBe(429);
    expect(refused(() => quotas.take('upload', one, 601_000))).toBeUndefined();
  });

  test('a refused one counts for nobody', () => {
    const quotas = small();
    for (let time = 0; time < 10; time++) refused(() => quotas.take('file', one, time));
    expect(refused(() => quotas.take('file', other, 20))).toBeUndefined();
  });
});

test('the export after the last that is allowed is 429; other calls go on', { timeout: 60_000 }, async () => {
  const firm = await makeFirm(app);
  const manager = await firm.user({ grade: 'Manager' });
  const statuses = new Map<number, number>();
  for (let count = 0; count < 201; count++) {
    const { status } = await firm.call(manager, 'POST', '/api/clients/export?format=csv', {});
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  expect([...statuses]).toEqual([
    [200, 200],
    [429, 1],
  ]);
  expect((await firm.call(manager, 'POST', '/api/clients/all', {})).status).toBe(200);
});
