import { readCatalogue } from '../src/server/catalogue.ts';
import { readConfig } from '../src/server/config.ts';
import { openDb } from '../src/server/db.ts';
import { Jobs, jobKind, onErrand } from '../src/server/jobs.ts';
import { mailerOf } from '../src/server/mail.ts';
import type { TxHost } from '../src/server/tx.ts';

/** A process that sends the letters that wait in the queue, until the test that started it kills it over one. */
export const LETTER = jobKind<{ id: string; to: string }>('test.letter');

if (import.meta.main) {
  const [adminUrl = '', smtpUrl = '', dataDir = ''] = process.argv.slice(2);
  const config = readConfig({ CADRE_DATA: dataDir, PUBLIC_URL: 'https://cadre.example.org', SMTP_URL: smtpUrl });
  const mail = mailerOf(config);
  const db = openDb(adminUrl, 4, () => undefined);
  const send = onErrand(LETTER, async ({ id, to }) => {
    await mail.send({ id, to, language: 'en', subject: 'A letter', paragraphs: ['Words.'] });
    // Between the sending and the mark that it was sent: here the knife falls best.
    process.stdout.write('.');
  });
  const jobs = new Jobs(db.streams, [send], () => undefined, { poll: 1, supervise: 1, heartbeat: 10, retry: 1, patience: 1 });
  const host: TxHost = {
    db,
    jobs,
    catalogue: await readCatalogue(db.requests),
    derivations: new Map(),
    announce: () => undefined,
    clock: () => new Date(),
  };
  await jobs.work(host, {
    log: { info: () => undefined, error: () => undefined },
    files: {
      place: '',
      put: async () => undefined,
      get: async () => new Uint8Array(),
      remove: async () => undefined,
      async *list() {},
    },
    mail,
    config,
  });
}
