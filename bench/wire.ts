import net from 'node:net';

/** What came back over a kept connection. */
export interface Answer {
  status: number;
  /** Of the body as sent. */
  bytes: number;
  /** The body of a refusal, for the error that it becomes. */
  text: string;
  /** What a refusal says of when to come again. */
  retryAfter: string | undefined;
}

const END_OF_HEAD = Buffer.from('\r\n\r\n');
const NEW_LINE = Buffer.from('\r\n');

/**
 * One kept connection, one request at a time. The load is made on the machine that it measures, so it is made as cheaply as
 * the bare SQL beside it: a general HTTP client takes as long for one call as the server does.
 */
export class Wire {
  #received: Buffer = Buffer.alloc(0);
  #waiting: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | undefined;
  readonly #socket: net.Socket;
  alive = true;

  constructor(port: number) {
    this.#socket = net.connect({ host: '127.0.0.1', port, noDelay: true });
    this.#socket.on('data', (chunk) => this.#take(chunk));
    this.#socket.on('error', (error) => this.#end(error));
    this.#socket.on('close', () => this.#end(new Error('The server closed the connection.')));
  }

  ask(request: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#socket.write(request);
    });
  }

  #end(error: Error): void {
    this.alive = false;
    this.#waiting?.reject(error);
    this.#waiting = undefined;
  }

  #take(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    const answer = parse(this.#received);
    if (!answer) return;
    this.#received = Buffer.alloc(0);
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.resolve(answer);
  }
}

/** @returns nothing while the answer is not yet whole */
function parse(received: Buffer): Answer | undefined {
  const end = received.indexOf(END_OF_HEAD);
  if (end < 0) return undefined;
  const head = received.toString('latin1', 0, end);
  const body = received.subarray(end + END_OF_HEAD.length);
  const status = Number(head.slice(9, 12));
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  const whole = length === undefined ? chunked(body) : body.length >= Number(length) ? Number(length) : undefined;
  if (whole === undefined) return undefined;
  const retryAfter = status < 300 ? undefined : /\r\nretry-after: *(\S+)/i.exec(head)?.[1];
  return { status, bytes: whole, text: status < 300 ? '' : body.toString(), retryAfter };
}

/** The bytes of a body in chunks, once its last chunk is there. */
function chunked(body: Buffer): number | undefined {
  let bytes = 0;
  for (let at = 0; ; ) {
    const line = body.indexOf(NEW_LINE, at);
    if (line < 0) return undefined;
    const size = Number.parseInt(body.toString('latin1', at, line), 16);
    at = line + NEW_LINE.length + size + NEW_LINE.length;
    if (at > body.length) return undefined;
    if (size === 0) return bytes;
    bytes += size;
  }
}

const idle = new Map<number, Wire[]>();

/**
 * One call over a kept connection of its port. @throws Error when the answer is a refusal: what is refused is fast and proves
 * nothing
 */
export async function call(
  url: string,
  token: string,
  method: string,
  target: string,
  body?: unknown,
): Promise<{ bytes: number }> {
  const port = Number(url.slice(url.lastIndexOf(':') + 1));
  const payload = body === undefined ? undefined : JSON.stringify(body);
  const about =
    payload === undefined ? '' : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(payload)}\r\n`;
  const wires = idle.get(port) ?? [];
  idle.set(port, wires);
  let wire = wires.pop();
  while (wire && !wire.alive) wire = wires.pop();
  wire ??= new Wire(port);
  const answer = await wire.ask(
    `${method} ${target} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nauthorization: Bearer ${token}\r\naccept-encoding: gzip\r\n${about}\r\n${payload ?? ''}`,
  );
  wires.push(wire);
  if (answer.status >= 300) throw new Error(`${method} ${target} answered ${answer.status}: ${answer.text}`);
  return { bytes: answer.bytes };
}
