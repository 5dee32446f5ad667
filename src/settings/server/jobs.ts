import { type Job, forEveryFirm, onJob } from '../../server/jobs.ts';
import { said } from '../../kit/said.ts';
import { sql } from '../../server/sql.ts';
import type { Tx } from '../../server/tx.ts';
import { type AnyNotice, NOTICE_LETTER } from './notices.ts';

/** A person as letters reach them. */
export interface Reached {
  id: string;
  email: string | null;
  language: string;
}

/** Where the active ones of some people are reached: a later room knows, the roots hand it in. */
export type ReachOf = (tx: Tx, userIds: readonly string[]) => Promise<Reached[]>;

interface Waiting {
  id: string;
  user_id: string;
  kind: string;
  facts: unknown;
  link: string | null;
}

/** Days for which a notification is kept once it was read, and in any case. */
const READ_DAYS = 90;
const ALL_DAYS = 400;

/**
 * The letter of one notification, in the words of the moment: kinds whose facts pass look at them again. A letter that was taken
 * once carries the same id when a server dies of it and it goes out again.
 */
function letters(kinds: readonly AnyNotice[], reachOf: ReachOf): Job {
  const byName = new Map(kinds.map((kind) => [kind.name, kind]));
  return onJob(NOTICE_LETTER, async (tx, { notice }, { mail }) => {
    const row = await tx.one<Waiting>(sql`
      select id, user_id, kind, facts, link from settings.notifications where tenant_id = ${tx.tenant} and id = ${notice} and by_mail`);
    const kind = row && byName.get(row.kind);
    if (!kind) return;
    const [person] = await reachOf(tx, [row.user_id]);
    if (!person?.email) return;
    const facts = kind.atSend ? await kind.atSend(tx, row.user_id, row.facts as never) : row.facts;
    if (facts === undefined) return settle(tx, row);
    const { title, lines = [], action = said`Open` } = kind.words(facts as never, person.language);
    await mail.send({
      id: row.id,
      to: person.email,
      language: person.language,
      subject: title,
      paragraphs: [...(lines.length > 0 ? lines : [title]), 'Which of these mails you get, you choose in your profile.'],
      ...(row.link ? { link: { label: action, path: row.link } } : {}),
    });
  });
}

/** What has settled itself need not wait to be read. */
async function settle(tx: Tx, { id, user_id }: Waiting): Promise<void> {
  await tx.all(sql`
    update settings.notifications set read_at = ${tx.now} where tenant_id = ${tx.tenant} and id = ${id} and read_at is null returning 1`);
  tx.say({ topic: 'notifications', keys: { user_ids: [user_id] } });
}

const clear = forEveryFirm('settings.clear_notifications', { cron: '20 4 * * *' }, async (tx) => {
  await tx.all(sql`
    delete from settings.notifications where tenant_id = ${tx.tenant} and (
      created_at < ${tx.now}::timestamptz - make_interval(days => ${ALL_DAYS}) or
      (created_at < ${tx.now}::timestamptz - make_interval(days => ${READ_DAYS}) and (read_at is not null or not in_app))) returning 1`);
});

/** The kinds come from all rooms, and addresses from a later one: the roots hand them in. */
export const settingsJobs = (kinds: readonly AnyNotice[], reachOf: ReachOf): readonly Job[] => [letters(kinds, reachOf), clear];
