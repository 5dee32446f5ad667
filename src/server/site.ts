import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const root = path.resolve(import.meta.dirname, '../../dist/web');

/** Styles carry a nonce made for each answer; scripts come from our own origin alone. */
const policy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' blob: data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ');

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
      setHeaders: (response, name) => {
        const hashed = name.includes(`${path.sep}assets${path.sep}`);
        response.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const isPage = request.method === 'GET' && !/^\/(api|auth)\//.test(request.url) && html !== undefined;
    if (!isPage) return reply.code(404).send({ detail: 'Not Found' });
    const nonce = randomBytes(16).toString('base64');
    return reply
      .header('content-security-policy', policy(nonce))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(html.replaceAll('%NONCE%', nonce));
  });
}
