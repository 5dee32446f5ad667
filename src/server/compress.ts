import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { FastifyInstance } from 'fastify';

const [gzip, brotli] = [promisify(zlib.gzip), promisify(zlib.brotliCompress)];
const { BROTLI_PARAM_LGWIN: WINDOW_BITS, BROTLI_PARAM_QUALITY: QUALITY, BROTLI_PARAM_SIZE_HINT: SIZE } = zlib.constants;

/** Below this an answer fits a few packets anyway, and a busy server has better things to do. */
const WORTH_IT = 8_192;
/** Level 4 takes a third of the time of the default and gives all but a few per cent of its gain on JSON. */
const LEVEL = 4;
/** A window of 256 kB: the default one takes 4 MB of memory for each answer. */
const BITS = 18;

type Way = 'br' | 'gzip';

/** Brotli where it is asked for by name: in the same time its answers are an eighth smaller than gzip's. */
function wayFor(header: string | undefined): Way | undefined {
  const takes = (name: string): boolean =>
    new RegExp(`(?:^|[,\\s])(?:${name})(?!\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$))\\s*(?:[;,]|$)`, 'i').test(header ?? '');
  if (takes('br')) return 'br';
  return takes('gzip|\\*') ? 'gzip' : undefined;
}

const ways: Readonly<Record<Way, (text: string) => Promise<Buffer>>> = {
  br: (text) => brotli(text, { params: { [QUALITY]: LEVEL, [WINDOW_BITS]: BITS, [SIZE]: text.length } }),
  gzip: (text) => gzip(text, { level: LEVEL }),
};

/** Large JSON answers travel packed to whoever takes it, packed off the main thread. Streams and files go as they are. */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < WORTH_IT) return payload;
    if (!String(reply.getHeader('content-type')).startsWith('application/json')) return payload;
    reply.header('vary', 'accept-encoding');
    const way = wayFor(request.headers['accept-encoding']);
    if (!way) return payload;
    const packed = await ways[way](payload);
    reply.header('content-encoding', way).removeHeader('content-length');
    return packed;
  });
}
