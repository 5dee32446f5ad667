import { readConfig } from '../src/server/config.ts';
import { jobKind, onErrand } from '../src/server/jobs.ts';
import { mailerOf } from '../src/server/mail.ts';
import { victim, worksOff } from './victim.ts';

/** A process that sends the letters that wait in the queue, until the test that started it kills it over one. */
export const LETTER = jobKind<{ id: string; to: string }>('test.letter');

if (import.meta.main) {
  const [adminUrl = '', smtpUrl = '', dataDir = ''] = process.argv.slice(2);
  const config = readConfig({ CADRE_DATA: dataDir, PUBLIC_URL: 'https://cadre.example.org', SMTP_URL: smtpUrl });
  const mail = mailerOf(config);
  const send = onErrand(LETTER, async ({ id, to }) => {
    await mail.send({ id, to, language: 'en', subject: 'A letter', paragraphs: ['Words.'] });
    // Between the sending and the mark that it was sent: here the knife falls best.
    process.stdout.write('.');
  });
  await worksOff(
    await victim(adminUrl, 4, [send], { poll: 1, supervise: 1, heartbeat: 10, retry: 1, patience: 1 }),
    mail,
    config,
  );
}
