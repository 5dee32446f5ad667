import type dns from 'node:dns';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { guardedFetch, isPublic } from './outbound.ts';

let canary: http.Server;
let port: number;
let hits = 0;
beforeAll(async () => {
  canary = http.createServer((request, response) => {
    hits++;
    if (request.url === '/large') response.end('x'.repeat(3_000_000));
    else if (request.url === '/silent') request.resume();
    else if (request.url === '/moved') response.writeHead(302, { location: `http://127.0.0.1:${port}/secret` }).end();
    else if (request.url === '/drip') setInterval(() => response.write('x'), 50).unref();
    else request.pipe(response);
  });
  await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
  port = (canary.address() as AddressInfo).port;
});
afterAll(() => {
  canary.closeAllConnections();
  canary.close();
});

const closed = guardedFetch({ allow: [] });

describe('E14: addresses that somebody else chose', () => {
  test.each([
    ...[
      '127.0.0.1',
      '127.1',
      '0x7f.1',
      '2130706433',
      '0177.0.0.1',
      'localhost',
      '0.0.0.0',
      '[::1]',
      '[::]',
      '[::ffff:127.0.0.1]',
    ],
    ...['169.254.169.254', '10.0.0.1', '172.16.5.4', '192.168.1.1', '100.64.0.1', '[fc00::1]', '[fe80::1]', '[64:ff9b::7f00:1]'],
    ...['[2002:7f00:1::]', '[2001:db8::1]', '224.0.0.1', '255.255.255.255', '198.18.0.1', '[::ffff:0a00:0001]'],
  ])('https://%s is not called', async (host) => {
    const before = hits;
    await expect(closed(`https://${host}/`)).rejects.toThrow('not public');
    expect(hits).toBe(before);
  });

  test.each([
    ['http://example.org/', 'not https'],
    ['ftp://example.org/', 'not https'],
    ['file:///etc/passwd', 'not https'],
    ['https://example.org:8443/', 'not 443'],
    ['https://user:word@example.org/', 'holds a password'],
  ])('%s is not called', async (address, why) => {
    await expect(closed(address)).rejects.toThrow(why);
  });

  test('a name that resolves to the public when it is looked at and to this machine when it is called', async () => {
    const answers = ['93.184.216.34', '127.0.0.1'];
    const seen: string[] = [];
    const lookup = ((_name: string, _options: object, done: (error: null, found: dns.LookupAddress[]) => void) => {
      const address = answers[seen.length] ?? '127.0.0.1';
      seen.push(address);
      done(null, [{ address, family: 4 }]);
    }) as unknown as typeof dns.lookup;
    const call = guardedFetch({ allow: [], lookup, milliseconds: 300 });
    const before = hits;
    await call('https://rebind.example/').catch(() => undefined);
    await expect(call('https://rebind.example/')).rejects.toThrow('not public');
    expect(hits).toBe(before);
    // One private address among public ones is enough.
    const mixed = ((_name: string, _options: object, done: (error: null, found: dns.LookupAddress[]) => void) =>
      done(null, [
        { address: '93.184.216.34', family: 4 },
        { address: '10.0.0.1', family: 4 },
      ])) as unknown as typeof dns.lookup;
    await expect(guardedFetch({ allow: [], lookup: mixed })('https://mixed.example/')).rejects.toThrow('not public');
  });

  test('what the operator allows is called, without following it elsewhere, for so long and so much', async () => {
    const call = guardedFetch({ allow: [`http://127.0.0.1:${port}`], milliseconds: 400 });
    const echoed = await call(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      body: new URLSearchParams({ a: 'b' }),
      headers: { x: 'y' },
    });
    expect(await echoed.text()).toBe('a=b');
    const before = hits;
    expect((await call(`http://127.0.0.1:${port}/moved`)).status).toBe(302);
    expect(hits).toBe(before + 1);
    await expect(call(`http://127.0.0.1:${port}/large`)).rejects.toThrow('too large');
    for (const path of ['silent', 'drip']) {
      const start = performance.now();
      await expect(call(`http://127.0.0.1:${port}/${path}`)).rejects.toThrow();
      expect(performance.now() - start).toBeLessThan(1500);
    }
    await expect(call(`http://localhost:${port}/`)).rejects.toThrow('not https');
  });

  test('the public is public', () => {
    for (const address of ['8.8.8.8', '93.184.216.34', '2606:4700::1111', '172.32.0.1', '100.128.0.1'])
      expect(isPublic(address), address).toBe(true);
  });
});
