import { randomUUID } from 'node:crypto';
import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { type Logged, keepAccessLog } from './access-log.ts';
import type { Admission } from './admission.ts';
import { attachment } from './attachment.ts';
import { isPage, paginationHeaders } from './paging.ts';
import type { Costly, Quotas } from './quotas.ts';
import { Problem, notAllowed, notFound, unauthorized } from '../kit/problem.ts';
import { said } from '../kit/said.ts';
import type { Config } from './config.ts';
import { compressAnswers } from './compress.ts';
import { mountHeaders } from './headers.ts';
import { remembered } from './idempotency.ts';
import { refuseBomb } from './json.ts';
import { loggedPath, loggerAt } from './log.ts';
import type { FileReply, Route, Visit } from './route.ts';
import { inScope, isRead, pagesOpen } from './route.ts';
import { HEAD_WITHIN_MS, LOOKED_AT_MS, endSlowBodies } from './slow-clients.ts';
import { type Actor, type TxHost, alone, withTenant } from './tx.ts';
import { databaseProblem } from './database-errors.ts';
import { inLanguage, languageFrom, refusalIn } from './texts.ts';
import { compileSchema, fieldErrors, libraryErrors } from './validate.ts';

/** How the edge knows a caller and what they may call: filled by the roots from the access room. */
export interface Gatekeeper {
  /** The actor of a token, or undefined. */
  actorOf(token: string, global: Visit['global']): Promise<Actor | undefined>;
  /** Decides `endpoint.access` for an actor; throws at mount for a name that the table does not know. */
  knows(access: string): boolean;
  mayCall(access: string, actor: Actor): boolean;
}

export interface HttpOptions {
  config: Config;
  host: TxHost;
  gatekeeper: Gatekeeper;
  routes: readonly Route[];
  /** Operations of the access table that no room answers yet. */
  unbuilt?: readonly { method: string; path: string; access: string }[];
  quotas?: Quotas;
  /** Left out: everything is taken on. */
  admission?: Admission;
}

const authPaths = /^\/(auth\/|users\/me)/;
const LIBRARY_LIMIT = 1_048_576;
const AUTHORIZATION = 'authorization';

/** How often a stopping server lets go of connections that have their answer, and when it lets go of all. */
const SWEEP_MS = 50;
const PATIENCE_MS = 8000;

/** A stop answers what was asked before it. A connection that is kept for further calls ends with its answer. */
function finishWhatIsAsked(app: FastifyInstance): void {
  app.addHook('preClose', (done) => {
    const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS);
    const last = setTimeout(() => app.server.closeAllConnections(), PATIENCE_MS);
    app.server.once('close', () => {
      clearInterval(sweep);
      clearTimeout(last);
    });
    for (const timer of [sweep, last]) timer.unref();
    done();
  });
}

/** The application with its parsers, error shapes and every operation mounted. */
export async function buildHttp(options: HttpOptions): Promise<FastifyInstance> {
  const app = Fastify({
    logger: loggerAt(options.config.logLevel),
    genReqId: () => randomUUID(),
    bodyLimit: LIBRARY_LIMIT,
    // Who is asked for further ones is believed about where a call came from; nobody else.
    trustProxy: options.config.trustProxy.length > 0 ? options.config.trustProxy : false,
    forceCloseConnections: 'idle',
    http: { headersTimeout: HEAD_WITHIN_MS, connectionsCheckingInterval: LOOKED_AT_MS },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    // One line a request is for those who ask for it; faults are always logged.
    logController: new LogController({ disableRequestLogging: options.config.logLevel !== 'debug' }),
  });
  finishWhatIsAsked(app);
  endSlowBodies(app.server);
  prepareParsers(app);
  await app.register(formbody);
  await app.register(multipart, { limits: { files: 1, fileSize: 64 * LIBRARY_LIMIT, fields: 20, parts: 21 } });
  app.setValidatorCompiler(({ schema, httpPart }) => compileSchema(schema as object, httpPart));
  app.setSchemaErrorFormatter((errors, part) =>
    Object.assign(new Error('invalid'), { validation: errors, validationContext: part }),
  );
  app.setErrorHandler((error: FastifyError, request, reply) => answerError(error, request, reply));
  mountHeaders(app, options.config);
  compressAnswers(app);
  keepAccessLog(app, options.host);
  refuseOtherMethods(app, options.routes, options.unbuilt ?? []);
  for (const route of options.routes) mount(app, route, options);
  for (const operation of options.unbuilt ?? []) mountUnbuilt(app, operation, options);
  return app;
}

function prepareParsers(app: FastifyInstance): void {
  app.removeContentTypeParser(['application/json', 'text/plain']);
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // Several calls are specified with an empty body and a JSON content type.
    if (body === '') return done(null, undefined);
    try {
      refuseBomb(body as string);
    } catch (error) {
      return done(error as Error, undefined);
    }
    return void parse(request, body as string, done);
  });
}

/** A known path called by another method answers 405 and says which methods it has. */
function refuseOtherMethods(
  app: FastifyInstance,
  routes: readonly Route[],
  unbuilt: readonly { method: string; path: string }[],
): void {
  const byPath = new Map<string, Set<string>>();
  for (const { path, method } of routes) byPath.set(path, (byPath.get(path) ?? new Set()).add(method));
  for (const [path, methods] of byPath) {
    const mounted = new Set([...methods, ...unbuilt.filter((each) => each.path === path).map(({ method }) => method)]);
    const others = (['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).filter((method) => !mounted.has(method));
    app.route({
      method: others,
      url: path,
      handler: (_request, reply) =>
        reply
          .code(405)
          .header('allow', [...methods].join(', '))
          .send({ detail: 'Method Not Allowed' }),
    });
  }
}

/** The token of a call. Two Authorization headers are none: who is in between may read the other one. */
export function tokenOf({ headers, raw }: FastifyRequest): string | undefined {
  const token = /^(?:bearer|jwt) +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  if (token === undefined) return undefined;
  let count = 0;
  for (let index = 0; index < raw.rawHeaders.length; index += 2) {
    const name = raw.rawHeaders[index];
    if (name?.length === AUTHORIZATION.length && name.toLowerCase() === AUTHORIZATION) count++;
  }
  return count > 1 ? undefined : token;
}

function visitOf(request: FastifyRequest & Admitted, reply: FastifyReply, { config, host }: HttpOptions): Visit {
  const match = /^(?:W\/)?"?(\d{1,9})"?$/.exec(request.headers['if-match'] ?? '');
  return {
    ip: request.ip,
    token: tokenOf(request),
    asked: (name) => [request.headers[name]].flat().at(-1),
    ifMatch: match ? Number(match[1]) : undefined,
    config,
    now: host.clock(),
    global: (statement) => alone(host, statement, request.actor !== undefined),
    within: (whose, work) => withTenant(host, { ...whose, requestId: request.id, ip: request.ip, repeat: true }, work),
    looked: (userId) => void (request.looks ??= []).push(userId),
    say: (tenant, change) => host.announce(tenant, [change]),
    header: (name, value) => void reply.header(name, value),
  };
}

/** Session, then firm of the tab, then access table and page flags: refused before the input is looked at. */
export async function admit(
  request: FastifyRequest & Admitted,
  route: Pick<Route, 'endpoint' | 'area'> & { method?: string },
  options: HttpOptions,
): Promise<Actor> {
  const token = tokenOf(request);
  const actor = token && (await options.gatekeeper.actorOf(token, (statement) => alone(options.host, statement)));
  if (!actor) throw unauthorized();
  request.actor = actor;
  const tab = request.headers['x-tenant'];
  if (tab !== undefined && tab !== String(actor.tenantId)) throw new Problem(409, { detail: 'TENANT_CHANGED' });
  if (actor.scopes && !inScope(route, actor.scopes)) throw new Problem(403, { detail: 'TOKEN_SCOPE' });
  if (!options.gatekeeper.mayCall(route.endpoint.access, actor) || !pagesOpen(route.endpoint, actor)) throw notAllowed();
  return actor;
}

interface Admitted extends Logged {
  actor?: Actor;
}

function mount(app: FastifyInstance, route: Route, options: HttpOptions): void {
  const { endpoint, method, path } = route;
  if (!options.gatekeeper.knows(endpoint.access)) throw new Error(`${method} ${path}: unknown access "${endpoint.access}".`);
  if (endpoint.raw === 'events') return;
  const schema: Record<string, unknown> = {};
  if (endpoint.params) schema['params'] = endpoint.params;
  if (endpoint.query) schema['querystring'] = endpoint.query;
  if (endpoint.body && endpoint.raw !== 'upload') schema['body'] = endpoint.body;
  if (endpoint.reply)
    schema['response'] = { [endpoint.status ?? 200]: endpoint.list ? { type: 'array', items: endpoint.reply } : endpoint.reply };
  app.route({
    method: method as 'GET',
    url: path,
    schema,
    ...(endpoint.bodyLimit ? { bodyLimit: endpoint.bodyLimit } : {}),
    onRequest: async (request: FastifyRequest & Admitted, reply: FastifyReply) => {
      options.admission?.refuseWhenFull();
      // What has no body is worked on from here on: looking up whose it is waits for the database too.
      if (method === 'GET') countUntilAnswered(reply, options);
      if (endpoint.access !== 'public') count('upload', await admit(request, route, options), route, options);
    },
    preValidation: async (request: FastifyRequest) => prepareBody(request, route),
    handler: async (request: FastifyRequest & Admitted, reply: FastifyReply) => takenOn(request, reply, route, options),
  });
}

/** Files are counted: those that are sent before they are taken, those that are made when it is clear what is asked for. */
function count(kind: Costly, actor: Actor, { endpoint }: Route, { quotas, host }: HttpOptions): void {
  if (endpoint.raw === kind) quotas?.take(kind, actor, host.clock().getTime());
}

/** Refused to whom the table closes it, before anything else is looked at; to everybody else it is not there. */
function mountUnbuilt(
  app: FastifyInstance,
  { method, path, access }: { method: string; path: string; access: string },
  options: HttpOptions,
): void {
  const route = { endpoint: { access, summary: '' } };
  app.route({
    method: method as 'GET',
    url: path,
    onRequest: async (request: FastifyRequest & Admitted) => {
      await admit(request, route, options);
      throw notFound();
    },
    handler: async () => undefined,
  });
}

/** Forms arrive url-encoded or multipart; a file is the one part of an upload, of any name. */
async function prepareBody(request: FastifyRequest, { endpoint }: Route): Promise<void> {
  // A page of another site can send a form without asking first: it is taken where one is expected, and nowhere else.
  const type = request.headers['content-type'] ?? '';
  if (!endpoint.form && endpoint.raw !== 'upload' && /^(application\/x-www-form-urlencoded|multipart\/)/i.test(type)) {
    throw new Problem(415, { detail: clientFaults[415] ?? '' });
  }
  if (endpoint.raw === 'upload') {
    const part = request.isMultipart() ? await request.file() : undefined;
    if (!part) throw new Problem(422, { detail: 'Send one file as multipart form data.' });
    request.body = { file: { name: part.filename, bytes: new Uint8Array(await part.toBuffer()) } };
  } else if (request.isMultipart()) {
    const fields: Record<string, unknown> = {};
    for await (const part of request.parts()) {
      if (part.type === 'file') throw new Problem(422, { detail: 'A file is not expected here.' });
      fields[part.fieldname] = part.value;
    }
    request.body = fields;
  } else if (endpoint.body) {
    // No body at all is one without fields: what may be left out is left out, what must be there is named in the answer.
    const foreign = endpoint.form && /^application\/json\b/i.test(request.headers['content-type'] ?? '');
    if (request.body === undefined || foreign) request.body = {};
  }
}

/** Counts a call until its answer is on its way, or it is broken off. */
function countUntilAnswered({ raw }: FastifyReply, { admission }: HttpOptions): void {
  const leave = admission?.enter();
  if (!leave) return;
  raw.once('finish', leave);
  raw.once('close', leave);
}

/**
 * Counts a call while it is worked on: not while its body is still coming, nor while it waits for its turn. Heavy calls of a firm
 * wait before they take anything.
 */
async function takenOn(
  request: FastifyRequest & Admitted,
  reply: FastifyReply,
  route: Route,
  options: HttpOptions,
): Promise<unknown> {
  const { admission } = options;
  const end = route.endpoint.heavy && request.actor ? await admission?.heavy(request.actor.tenantId) : undefined;
  const leave = route.method === 'GET' ? undefined : admission?.enter();
  try {
    return await run(request, reply, route, options);
  } finally {
    leave?.();
    end?.();
  }
}

async function run(
  request: FastifyRequest & Admitted,
  reply: FastifyReply,
  route: Route,
  options: HttpOptions,
): Promise<unknown> {
  const visit = visitOf(request, reply, options);
  const input = { params: request.params, query: request.query, body: request.body };
  const { actor } = request;
  const call = route.handle as (...args: unknown[]) => Promise<unknown>;
  let result: unknown;
  if (!actor) result = await call(visit, input);
  else {
    count('file', actor, route, options);
    const { audited } = route.endpoint;
    const readOnly = isRead(route) && audited === undefined;
    const tx = { tenant: actor.tenantId, userId: actor.userId, requestId: request.id, ip: request.ip, readOnly, repeat: true };
    const key = isRead(route) ? undefined : request.headers['idempotency-key'];
    result = await withTenant(options.host, tx, (open) => {
      const work = async (): Promise<unknown> => {
        const done = await call(open, actor, input, visit);
        if (audited) open.write.event({ action: audited, entity: 'exports', entityId: route.path, facts: factsOf(input) });
        return done;
      };
      return typeof key === 'string' && key !== ''
        ? remembered(open, actor.userId, key, `${route.method} ${route.path}`, input, work)
        : work();
    });
  }
  return send(request, reply, route, result);
}

/** What was asked for, as the audit keeps it. */
const factsOf = ({ query, body }: { query: unknown; body: unknown }): Record<string, unknown> => ({
  ...(typeof query === 'object' ? query : {}),
  ...(typeof body === 'object' ? body : {}),
});

/** The language of a person, or the one that a stranger's browser asks for. */
const languageOf = (request: FastifyRequest): string =>
  (request as FastifyRequest & Admitted).actor?.language ?? languageFrom(request.headers['accept-language']);

function send(request: FastifyRequest, reply: FastifyReply, { endpoint }: Route, result: unknown): unknown {
  reply.code(endpoint.status ?? 200);
  if (endpoint.raw === 'file') {
    const { name, mediaType, content } = result as FileReply;
    reply.header('content-type', mediaType);
    reply.header('content-disposition', attachment(name));
    if (content instanceof Uint8Array) return reply.send(Buffer.from(content));
    return reply.send(typeof content === 'function' ? content(languageOf(request)) : content);
  }
  if (isPage(result)) {
    reply.headers(paginationHeaders(result.pagination));
    return reply.send(result.rows);
  }
  if (endpoint.list && Array.isArray(result)) {
    const total = result.length;
    reply.headers(paginationHeaders({ page: 1, pages: total ? 1 : 0, per_page: total, total, has_next: false, has_prev: false }));
  }
  // `null` is a body of four bytes: clients parse every answer.
  return reply.type('application/json').send(result === undefined || result === null ? 'null' : result);
}

function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): unknown {
  const language = languageOf(request);
  const known = databaseProblem(error);
  if (known instanceof Problem && known.status >= 500 && known.cause !== undefined)
    request.log.error({ err: known.cause, path: loggedPath(request.url) }, known.message);
  if (known instanceof Problem) return reply.code(known.status).headers(known.headers).send(refusalIn(known, language));
  if (error.validation) {
    const errors = error.validation as Parameters<typeof fieldErrors>[0];
    const part = error.validationContext === 'querystring' ? 'query' : (error.validationContext ?? 'body');
    if (authPaths.test(request.url)) return reply.code(422).send({ detail: libraryErrors(errors, part) });
    const fields = fieldErrors(errors);
    const body = refusalIn(new Problem(422, { detail: 'Invalid', errors: fields }), language);
    const first = body.errors?.[0];
    return reply.code(422).send(first ? { ...body, detail: `${first.path || part}: ${first.message}` } : body);
  }
  const status = error.statusCode ?? 500;
  if (status >= 500) {
    request.log.error({ err: error, path: loggedPath(request.url) }, 'request failed');
    return reply.code(500).send({ detail: inLanguage(said`Something broke on our side. Reference: ${request.id}`, language) });
  }
  return reply.code(status).send({ detail: inLanguage(clientFaults[status] ?? error.message, language) });
}

const clientFaults: Record<number, string> = {
  400: 'The request could not be read.',
  413: 'This is too large.',
  415: 'This kind of content is not accepted here.',
};
