import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import http from 'node:http';
import type net from 'node:net';

export interface Keys {
  accessKeyId: string;
  secretAccessKey: string;
}

/** A request as its signature covers it: header names in lower case. */
export interface Signed {
  method: string;
  /** Path and query as sent. */
  url: string;
  headers: Record<string, string | undefined>;
}

const sha256 = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const escaped = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);

/** The signature (AWS, version 4, for S3) that a request must carry, worked out from the request alone; `signed` are the headers it covers. */
export function signatureOf({ method, url, headers }: Signed, signed: readonly string[], scope: string, secret: string): string {
  const [path = '', search = ''] = url.split('?');
  const query = [...new URLSearchParams(search)]
    .map(([key, value]) => [escaped(key), escaped(value)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${key}=${value}`)
    .join('&');
  const covered = signed.map((name) => `${name}:${(headers[name] ?? '').trim().replace(/\s+/g, ' ')}\n`).join('');
  const canonical = [method, path, query, covered, signed.join(';'), headers['x-amz-content-sha256']].join('\n');
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const key = scope.split('/').reduce<string | Buffer>((secretOf, part) => hmac(secretOf, part), `AWS4${secret}`);
  return hmac(key, text).toString('hex');
}

/** What is wrong with a request's signature, as the code that S3 answers; undefined when it is right. */
function fault(request: Signed, body: Uint8Array, keys: Keys, region: string): string | undefined {
  const parts = /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\S+), SignedHeaders=(\S+), Signature=([0-9a-f]{64})$/.exec(
    request.headers['authorization'] ?? '',
  );
  const [, id, scope = '', signed = '', signature = ''] = parts ?? [];
  if (!parts) return 'AccessDenied';
  if (id !== keys.accessKeyId) return 'InvalidAccessKeyId';
  const stamp = request.headers['x-amz-date'] ?? '';
  if (scope !== `${stamp.slice(0, 8)}/${region}/s3/aws4_request`) return 'AuthorizationHeaderMalformed';
  const at = Date.parse(stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!(Math.abs(Date.now() - at) < 900_000)) return 'RequestTimeTooSkewed';
  if (request.headers['x-amz-content-sha256'] !== sha256(body)) return 'XAmzContentSHA256Mismatch';
  const names = signed.split(';');
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => names.includes(name))) return 'AccessDenied';
  const wanted = Buffer.from(signatureOf(request, names, scope, keys.secretAccessKey));
  return timingSafeEqual(wanted, Buffer.from(signature)) ? undefined : 'SignatureDoesNotMatch';
}

/** A store on loopback that speaks the four calls of S3 we use and takes nothing on trust. */
export interface S3Server {
  endpoint: string;
  objects: Map<string, Buffer>;
  /** Answers to give before the next right ones: a status, or `cut` for a broken line. */
  faults: (number | 'cut')[];
  requests: string[];
  close(): Promise<void>;
}

const PAGE = 2;

/** Lists in pages of two, so that whoever forgets the second page is found out. */
function listing(objects: Map<string, Buffer>, query: URLSearchParams): string {
  const prefix = query.get('prefix') ?? '';
  const after = query.get('continuation-token') ?? '';
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
  const page = keys.slice(0, PAGE);
  const more =
    keys.length > PAGE
      ? `<IsTruncated>true</IsTruncated><NextContinuationToken>${page.at(-1)}</NextContinuationToken>`
      : '<IsTruncated>false</IsTruncated>';
  return `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult>${more}${page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('')}</ListBucketResult>`;
}

export async function startS3(bucket: string, keys: Keys, region: string): Promise<S3Server> {
  const objects = new Map<string, Buffer>();
  const faults: S3Server['faults'] = [];
  const requests: string[] = [];
  const answer = (request: http.IncomingMessage, body: Buffer): [status: number, content: string | Buffer] => {
    const { method = '', url = '' } = request;
    const code = fault({ method, url, headers: request.headers as Record<string, string> }, body, keys, region);
    if (code) return [403, `<Error><Code>${code}</Code></Error>`];
    const [path = '', search = ''] = url.split('?');
    const named = request.headers.host?.startsWith(`${bucket}.`)
      ? path
      : path.replace(new RegExp(`^/${bucket}(?=/|$)`), '') || '/';
    const key = decodeURIComponent(named.slice(1));
    if (method === 'GET' && key === '') return [200, listing(objects, new URLSearchParams(search))];
    const found = objects.get(key);
    if (method === 'GET') return found ? [200, found] : [404, '<Error><Code>NoSuchKey</Code></Error>'];
    if (method === 'PUT') objects.set(key, body);
    else objects.delete(key);
    return [method === 'PUT' ? 200 : 204, ''];
  };
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      requests.push(`${request.method} ${request.url}`);
      const planned = faults.shift();
      if (planned === 'cut') request.socket.destroy();
      else if (planned !== undefined) response.writeHead(planned).end('<Error><Code>SlowDown</Code></Error>');
      else {
        const [status, content] = answer(request, Buffer.concat(chunks));
        response.writeHead(status).end(content);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as net.AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    objects,
    faults,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
