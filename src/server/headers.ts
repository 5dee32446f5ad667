import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from './config.ts';

/** What pages of other origins may read of an answer beside its body. */
const EXPOSED = [
  ...['has_next', 'has_prev', 'page', 'pages', 'per-page', 'total'].map((name) => `x-pagination-${name}`),
  'content-disposition',
  'retry-after',
  'x-request-id',
].join(', ');
const ASKED = 'authorization, content-type, if-match, idempotency-key, x-tenant';
const METHODS = 'GET, POST, PUT, PATCH, DELETE';
const PREFLIGHT_SECONDS = '600';

/** Nothing that the API answers is a page: should a browser take it for one, it may do nothing at all. */
const API_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";

const UNUSED = [
  ...['accelerometer', 'autoplay', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'magnetometer', 'microphone', 'midi'],
  ...['payment', 'publickey-credentials-get', 'screen-wake-lock', 'serial', 'usb', 'xr-spatial-tracking'],
];

/** Two years: what the lists of browsers ask for. Only where people come by https, or a machine of one's own would be lost. */
const HSTS = 'max-age=63072000; includeSubDomains';

const common: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': API_POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': UNUSED.map((feature) => `${feature}=()`).join(', '),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** Styles carry a nonce made for each answer; scripts come from our own origin alone, and no string becomes markup or script. */
export const pagePolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ');

/** Calls for which the cookie of a sign-in travels: from pages of another origin of the same site, too. */
const withCookie = /^\/api\/otp_auth\/(auth_link|login_gate)\/?(\?|$)/;

function allowOrigin(config: Config, request: FastifyRequest, reply: FastifyReply): boolean {
  const { origin } = request.headers;
  if (config.corsOrigins.length > 0) reply.header('vary', 'Origin');
  if (origin === undefined || !config.corsOrigins.includes(origin)) return false;
  reply.header('access-control-allow-origin', origin);
  reply.header('access-control-expose-headers', EXPOSED);
  if (withCookie.test(request.url)) reply.header('access-control-allow-credentials', 'true');
  return true;
}

/** Puts the walls of the browser around every answer, also of refusals and of files. Pages and files loosen what they need. */
export function mountHeaders(app: FastifyInstance, config: Config): void {
  const headers = config.publicUrl.startsWith('https:') ? { ...common, 'strict-transport-security': HSTS } : common;
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers);
    reply.header('x-request-id', request.id);
    const allowed = allowOrigin(config, request, reply);
    const { method } = request;
    if (method === 'OPTIONS' && allowed) {
      return reply
        .code(204)
        .header('access-control-allow-methods', METHODS)
        .header('access-control-allow-headers', ASKED)
        .header('access-control-max-age', PREFLIGHT_SECONDS)
        .send();
    }
    if (method === 'OPTIONS' || method === 'TRACE' || method === 'CONNECT')
      return reply.code(405).header('allow', METHODS).send({ detail: 'Method Not Allowed' });
    return undefined;
  });
}
