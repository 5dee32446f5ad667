import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { pagePolicy } from './headers.ts';

const root = path.resolve(import.meta.dirname, '../../dist/web');

/** Calls, hidden files and anything with an ending: what looks for these is not looking for a page. */
const noPage = /^\/(api|auth|assets)(\/|$)|\/\.|%2e|\.[a-z0-9]{1,8}~?$/i;

/** Serves the built pages: files under their hashed names for good, every other path the one page. */
export async function mountSite(app: FastifyInstance): Promise<void> {
  const file = path.join(root, 'index.html');
  const html = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : undefined;
  if (html !== undefined) {
    await app.register(fastifyStatic, {
      root,
      index: false,
      wildcard: false,
      preCompressed: true,
      // The page goes out with its nonce alone, and copies in the place of what they are copies of.
      globIgnore: ['index.html', '**/*.gz', '**/*.br', '**/.*'],
      dotfiles: 'ignore',
      setHeaders: (response, name) => {
        const hashed = name.includes(`${path.sep}assets${path.sep}`);
        response.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const isPage = ['GET', 'HEAD'].includes(request.method) && !noPage.test(request.url.split('?')[0] ?? '');
    if (!isPage || html === undefined) return reply.code(404).send({ detail: 'Not Found' });
    const nonce = randomBytes(16).toString('base64');
    return reply
      .header('content-security-policy', pagePolicy(nonce))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(html.replaceAll('%NONCE%', nonce));
  });
}
