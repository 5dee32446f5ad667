import { said } from '../../kit/said.ts';
import { type Job, onJob } from '../../server/jobs.ts';
import { sql } from '../../server/sql.ts';
import { webhookJobs } from './deliveries.ts';
import { retentionJobs } from './retention.ts';
import { TICKET_LETTER, letterTitle } from './ticket-acts.ts';

interface Letter {
  id: string;
  reference: string;
  subject: string;
  text: string;
  expected: string;
  page: string;
  user: string;
  mail_to: string | null;
  language: string;
  pictures: number;
}

/** Sends a new ticket to the firm's support address, in the language of the firm; without an address there is nothing to send. */
const ticketLetter = onJob(TICKET_LETTER, async (tx, { ticket }, { mail }) => {
  const row = await tx.one<Letter>(sql`
    select t.id, t.reference, t.subject, t.text, t.expected, t.page, u.name as "user", d.mail_to, f.language,
      (select count(*)::int from support.images i where i.tenant_id = t.tenant_id and i.ticket_id = t.id) as pictures
    from support.tickets t
    join people.users u on u.tenant_id = t.tenant_id and u.id = t.user_id
    join settings.firm f on f.tenant_id = t.tenant_id
    left join support.desk d on d.tenant_id = t.tenant_id
    where t.tenant_id = ${tx.tenant} and t.id = ${ticket}`);
  if (!row?.mail_to) return;
  await mail.send({
    id: row.id,
    to: row.mail_to,
    language: row.language,
    subject: letterTitle(row.reference, row.subject),
    paragraphs: [
      said`${row.user} wrote on the page ${row.page}:`,
      said`${row.text}`,
      ...(row.expected === '' ? [] : [said`Expected: ${row.expected}`]),
      ...(row.pictures === 0 ? [] : [said`Pictures: ${row.pictures}. They are shown in the ticket.`]),
    ],
    link: { label: said`Open the ticket`, path: `/admin/support?tab=all&id=${row.id}` },
  });
});

export const supportJobs: readonly Job[] = [ticketLetter, ...webhookJobs, ...retentionJobs];
