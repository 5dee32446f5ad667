import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import { Problem } from '../kit/problem.ts';
import type { S3Settings } from './config.ts';

/** Below the limit of an idle transaction: bytes are stored while one is open. */
const PATIENCE_MS = 25_000;
/** Faults of the store's own (5xx, 429) and of the line are tried again: every call may be repeated. */
const REPETITIONS = 3;
const FIRST_PAUSE_MS = 100;

interface Call {
  method: 'GET' | 'PUT' | 'DELETE';
  key?: string;
  query?: Record<string, string>;
  body?: Uint8Array;
  /** An answer beside 2xx that is no fault. */
  also?: number;
}

const digest = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The text of an XML element; our keys hold nothing that XML escapes. */
const textOf = (xml: string, name: string): string | undefined => new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];

/**
 * Files in a bucket of a store that speaks S3: four plain calls, signed over their bytes. The signer is a library's
 * (aws4fetch); Amazon's own client is forty times as much to install, and sends checksums that other stores refuse.
 */
export class S3Store {
  readonly place: string;
  readonly #client: AwsClient;
  readonly #root: string;

  constructor({ bucket, endpoint, region, accessKeyId, secretAccessKey, pathStyle }: S3Settings) {
    // Repeating is done here, where a broken line counts too.
    this.#client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 });
    const { protocol, host, pathname } = new URL(endpoint);
    const base = pathname.replace(/\/+$/, '');
    this.#root = pathStyle ? `${protocol}//${host}${base}/${bucket}` : `${protocol}//${bucket}.${host}${base}`;
    this.place = `bucket ${bucket} at ${host}`;
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    await this.#call({ method: 'PUT', key, body: bytes });
  }

  async get(key: string): Promise<Uint8Array> {
    return new Uint8Array(await (await this.#call({ method: 'GET', key })).arrayBuffer());
  }

  async remove(key: string): Promise<void> {
    await this.#call({ method: 'DELETE', key, also: 404 });
  }

  async *list(folder: string): AsyncIterable<string> {
    for (let token: string | undefined = ''; token !== undefined; ) {
      const query: Record<string, string> = {
        'list-type': '2',
        prefix: `${folder}/`,
        ...(token ? { 'continuation-token': token } : {}),
      };
      const xml: string = await (await this.#call({ method: 'GET', query })).text();
      for (const [, key] of xml.matchAll(/<Key>([^<]*)<\/Key>/g)) yield key as string;
      token = textOf(xml, 'IsTruncated') === 'true' ? textOf(xml, 'NextContinuationToken') : undefined;
    }
  }

  /** @throws Problem 503 when the store cannot be reached or refuses; the cause says why, for the log */
  async #call(call: Call): Promise<Response> {
    const deadline = AbortSignal.timeout(PATIENCE_MS);
    let reason: unknown;
    for (let count = 0; count <= REPETITIONS && !deadline.aborted; count++) {
      if (count > 0) await pause(FIRST_PAUSE_MS * 3 ** (count - 1));
      try {
        const answer = await this.#send(call, deadline);
        if (answer.ok || answer.status === call.also) return answer;
        const xml = await answer.text();
        reason = new Error(
          `${this.place} answered ${answer.status} ${textOf(xml, 'Code') ?? ''} to ${call.method} ${call.key ?? ''}`.trim(),
        );
        if (answer.status < 500 && answer.status !== 429) break;
      } catch (error) {
        reason = error;
      }
    }
    throw new Problem(
      503,
      { detail: 'The file store cannot be reached just now. Please try again.' },
      { 'retry-after': '5' },
      reason,
    );
  }

  #send({ method, key, query = {}, body }: Call, signal: AbortSignal): Promise<Response> {
    const search = new URLSearchParams(query).toString();
    const url = `${this.#root}${key === undefined ? '' : `/${key}`}${search ? `?${search}` : ''}`;
    const headers = { 'x-amz-content-sha256': digest(body ?? '') };
    return this.#client.fetch(url, { method, headers, signal, ...(body ? { body: body as Uint8Array<ArrayBuffer> } : {}) });
  }
}
