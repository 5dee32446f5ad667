import type net from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail as a server took it. */
export interface Taken {
  from: string;
  to: string[];
  raw: string;
}

/** A real mail server on loopback, which can be away and come back. */
export class Postman {
  readonly taken: Taken[] = [];
  /** How many further mails are refused for the moment. */
  refusing = 0;
  port = 0;
  #server: SMTPServer | undefined;

  async open(): Promise<void> {
    const server = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      onData: (stream, session, done) => {
        let raw = '';
        stream.on('data', (chunk: Buffer) => void (raw += chunk.toString()));
        stream.on('end', () => {
          if (this.refusing > 0) {
            this.refusing--;
            done(Object.assign(new Error('Try again later'), { responseCode: 451 }));
            return;
          }
          const { mailFrom, rcptTo } = session.envelope;
          this.taken.push({ from: mailFrom ? mailFrom.address : '', to: rcptTo.map((each) => each.address), raw });
          done();
        });
      },
    });
    server.on('error', () => undefined);
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve));
    this.port = (server.server.address() as net.AddressInfo).port;
    this.#server = server;
  }

  async close(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
  }
}
