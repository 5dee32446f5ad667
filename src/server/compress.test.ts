import zlib from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LightMyRequestResponse } from 'fastify';
import { type TestApp, startTestApp } from '../../test/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const ask = (url: string, encoding?: string): Promise<LightMyRequestResponse> =>
  app.app.inject({ url, headers: encoding === undefined ? {} : { 'accept-encoding': encoding } });

describe('a large answer', () => {
  test.each([
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.8', 'gzip'],
    ['*', 'gzip'],
    ['GZIP', 'gzip'],
    ['br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip; q=0.0, br', 'br'],
  ])('travels packed to who takes "%s", and says so', async (accepted, way) => {
    const plain = await ask('/api/openapi.json');
    const packed = await ask('/api/openapi.json', accepted);
    expect(packed.headers).toMatchObject({ 'content-encoding': way, vary: 'accept-encoding' });
    const unpacked = way === 'br' ? zlib.brotliDecompressSync(packed.rawPayload) : zlib.gunzipSync(packed.rawPayload);
    expect(unpacked.toString()).toBe(plain.body);
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4);
  });

  test.each([undefined, 'identity', 'zstd', 'gzip;q=0', 'gzip; q=0.0, br;q=0'])(
    'goes as it is to who asks for "%s"',
    async (encoding) => {
      const { headers, body } = await ask('/api/openapi.json', encoding);
      expect(headers['content-encoding']).toBeUndefined();
      expect(headers['vary']).toBe('accept-encoding');
      expect(JSON.parse(body)).toHaveProperty('openapi');
    },
  );
});

test('a small answer is not worth packing', async () => {
  const { headers, body } = await ask('/livez', 'gzip');
  expect(headers['content-encoding']).toBeUndefined();
  expect(JSON.parse(body)).toEqual({ status: 'alive' });
});
