import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '../kit/endpoint.ts';
import type { Route } from './route.ts';

type Json = Record<string, unknown>;

const json = (schema: unknown): Json => ({ 'application/json': { schema } });

function parameters(endpoint: Endpoint): Json[] {
  const list: Json[] = [];
  for (const [place, schema] of [
    ['path', endpoint.params],
    ['query', endpoint.query],
  ] as const) {
    const { properties = {}, required = [] } = (schema ?? {}) as { properties?: Json; required?: string[] };
    for (const [name, shape] of Object.entries(properties)) {
      list.push({ name, in: place, required: place === 'path' || required.includes(name), schema: shape });
    }
  }
  return list;
}

function operation({ endpoint }: Route): Json {
  const reply = endpoint.list ? { type: 'array', items: endpoint.reply } : endpoint.reply;
  const content =
    endpoint.raw === 'file'
      ? { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
      : json(reply ?? {});
  const body =
    endpoint.raw === 'upload'
      ? { 'multipart/form-data': { schema: { type: 'object', properties: { file: { type: 'string', format: 'binary' } } } } }
      : endpoint.form
        ? { 'application/x-www-form-urlencoded': { schema: endpoint.body }, 'multipart/form-data': { schema: endpoint.body } }
        : endpoint.body && json(endpoint.body);
  return {
    summary: endpoint.summary,
    'x-access': endpoint.access,
    ...(endpoint.pages ? { 'x-pages': endpoint.pages } : {}),
    parameters: parameters(endpoint),
    ...(body ? { requestBody: { required: true, content: body } } : {}),
    responses: {
      [endpoint.status ?? 200]: { description: 'Success', ...(endpoint.status === 204 ? {} : { content }) },
      ...(endpoint.access === 'public' ? {} : { 401: { description: 'No session' }, 403: { description: 'Not allowed' } }),
    },
    ...(endpoint.access === 'public' ? { security: [] } : {}),
  };
}

/** The API described from the contracts themselves. */
export function openApi(routes: readonly Route[], product: string): Json {
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[route.method.toLowerCase()] = operation(route);
  }
  return {
    openapi: '3.1.0',
    info: { title: product, version: '1' },
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    security: [{ bearer: [] }],
    paths,
  };
}

const escape = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

function page(routes: readonly Route[], product: string): string {
  const rows = routes
    .map(({ method, path, endpoint }) => {
      const shape = endpoint.body
        ? `<details><summary>Body</summary><pre>${escape(JSON.stringify(endpoint.body, null, 2))}</pre></details>`
        : '';
      return `<tr><td><code>${method}</code></td><td><code>${escape(path)}</code></td><td>${escape(endpoint.summary)}${shape}</td><td><code>${escape(endpoint.access)}</code></td></tr>`;
    })
    .join('\n');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escape(product)} API</title></head>
<body><h1>${escape(product)} API</h1><p>As a document: <a href="/api/openapi.json">openapi.json</a></p>
<table><thead><tr><th>Method</th><th>Path</th><th>What it does</th><th>Access</th></tr></thead><tbody>${rows}</tbody></table></body></html>`;
}

/** Serves the document and a page that renders it. */
export function mountOpenApi(app: FastifyInstance, routes: readonly Route[], product: string): void {
  const document = openApi(routes, product);
  const html = page(routes, product);
  app.get('/api/openapi.json', (_request, reply) => reply.send(document));
  app.get('/api/docs', (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', "default-src 'none'; base-uri 'none'; frame-ancestors 'none'")
      .send(html),
  );
}
