import type { FastifyServerOptions } from 'fastify';

/** How much the program says; what a log may hold does not depend on it. */
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;

/** Ends of lines, commands to terminals, and signs that turn the direction of a text: none may come from what others sent. */
const STEERING = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** A text as one line that a terminal shows and does not obey: what steers is written as JSON writes it. */
export const oneLine = (text: string): string =>
  text.replace(STEERING, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** The writer of JSON leaves some signs as they are; its own end of the line stays. */
const harmless = (line: string): string => `${oneLine(line.replace(/\n$/, ''))}\n`;

/** Paths that end in a secret: the page that a mail's link opens. */
const SECRET_PATH = /^(\/account\/reset\/)[^/]+/i;

/** What logs hold of an address: the path alone, without the token that a link has there. A query may carry one too. */
export const loggedPath = (url: string | undefined): string => (url?.split('?')[0] ?? '').replace(SECRET_PATH, '$1…');

interface Fault {
  type: string;
  message: string;
  stack: string;
  code?: string;
  cause?: Fault;
  [more: string]: unknown;
}

const DEPTH = 4;

/** Of an error what helps to find it: some carry the whole call that they came from, with its headers. */
function faultOf(error: unknown, depth = 0): Fault {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: '' };
  const { code } = error as { code?: unknown };
  return {
    type: error.constructor.name,
    message: error.message,
    stack: error.stack ?? '',
    ...(typeof code === 'string' ? { code } : {}),
    ...(error.cause === undefined || depth >= DEPTH ? {} : { cause: faultOf(error.cause, depth + 1) }),
  };
}

const requestOf = ({ method, url, id }: { method?: string; url?: string; id?: string }): Record<string, unknown> => ({
  method,
  path: loggedPath(url),
  id,
});

/** How the program logs: a line of JSON for each event; of calls the path, of answers the status, never headers or bodies. */
export const loggerAt = (level: string): FastifyServerOptions['logger'] => ({
  level,
  serializers: {
    req: requestOf,
    res: (reply: { statusCode?: number }) => ({ status: reply.statusCode }),
    err: (error: Error) => faultOf(error),
  },
  hooks: { streamWrite: harmless },
});

const SHOWN = 3;

/** The first of many, and how many more there are: `a; b; c; and 4 more`. */
export const few = (items: readonly string[]): string =>
  items.slice(0, SHOWN).join('; ') + (items.length > SHOWN ? `; and ${items.length - SHOWN} more` : '');
