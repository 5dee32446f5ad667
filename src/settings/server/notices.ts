import { newId } from '../../kit/ids.ts';
import type { Text } from '../../kit/said.ts';
import { jobKind } from '../../server/jobs.ts';
import { sql } from '../../server/sql.ts';
import type { Tx } from '../../server/tx.ts';

/** What one notification says. */
export interface NoticeWords {
  /** One line: the subject of the mail, the heading in the app. */
  title: Text;
  /** What else there is to say, a paragraph each. */
  lines?: readonly Text[];
  /** What the link of the notification leads to, for the button of the mail: `Open the request`. */
  action?: Text;
}

export interface NoticeOptions<Facts> {
  /** What it is, for the switches of a person: `Decisions on your leave`. */
  label: Text;
  /** The words in a language; days and moments among the facts are written out here (`dayIn words`). */
  words: (facts: Facts, language: string) => NoticeWords;
  /** Whether it comes by mail and in the app to those who have not chosen. Default: both. */
  usually?: { mail: boolean; app: boolean };
  /** `own`: a letter of another kind goes out in any case, so that there is nothing to choose. */
  mail?: 'own';
  /** The facts as they are when the mail is sent; undefined: there is nothing left to say, and no mail goes out. */
  atSend?: (tx: Tx, userId: string, facts: Facts) => Promise<object | undefined>;
}

/** A kind of notification, declared by the room whose facts it tells and mounted by the roots. */
export interface NoticeKind<Facts extends object> extends NoticeOptions<Facts> {
  /** `room.what`; people's choices are kept under it. */
  readonly name: string;
}

/** A kind whatever its facts are, as the roots collect them. */
export type AnyNotice = NoticeKind<never>;

export const noticeKind = <Facts extends object>(name: string, options: NoticeOptions<Facts>): NoticeKind<Facts> => ({
  name,
  ...options,
});

/** How a kind reaches those who have not chosen. */
export const usually = ({ usually: given, mail }: Pick<AnyNotice, 'usually' | 'mail'>): { mail: boolean; app: boolean } => ({
  mail: mail !== 'own' && (given?.mail ?? true),
  app: given?.app ?? true,
});

/** The letter of one notification, made and sent after the commit. */
export const NOTICE_LETTER = jobKind<{ notice: string }>('settings.notice_letter');

/** To one person, with facts of their own. */
export interface Notice<Facts> {
  userId: string;
  facts: Facts;
  /** Path of the page that shows what it is about. */
  link?: string | undefined;
  /** Names what it is about where the same must be said once only, however often it is asked for. */
  occasion?: string | undefined;
}

/**
 * Tells people something, each as they chose: in the app at once, by mail after the commit. Two statements for any number of
 * people. @returns how many were told
 */
export async function notifyEach<Facts extends object>(
  tx: Tx,
  kind: NoticeKind<Facts>,
  notices: readonly Notice<Facts>[],
): Promise<number> {
  if (notices.length === 0) return 0;
  const rows = notices.map(({ userId, facts, link, occasion }) => ({ id: newId(), user_id: userId, facts, link, occasion }));
  const { mail, app } = usually(kind);
  const told = await tx.all<{ id: string; user_id: string; in_app: boolean; by_mail: boolean }>(sql`
    insert into settings.notifications (tenant_id, id, user_id, kind, facts, link, occasion, in_app, by_mail, created_at)
    select ${tx.tenant}::int, x.id, x.user_id, ${kind.name}::text, x.facts, x.link, x.occasion, w.app, w.mail, ${tx.now}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json) as x(id uuid, user_id uuid, facts jsonb, link text, occasion text)
    left join settings.notification_choices c on c.tenant_id = ${tx.tenant} and c.id = x.user_id
    cross join lateral (select coalesce((c.choices -> ${kind.name}::text ->> 'app')::boolean, ${app}::boolean) as app,
      ${kind.mail !== 'own'}::boolean and coalesce((c.choices -> ${kind.name}::text ->> 'mail')::boolean, ${mail}::boolean) as mail) w
    where w.app or w.mail
    on conflict (tenant_id, user_id, kind, occasion) where occasion is not null do nothing
    returning id, user_id, in_app, by_mail`);
  const letters = told.filter((row) => row.by_mail).map(({ id }) => ({ notice: id }));
  if (letters.length > 0) await tx.sendAll(NOTICE_LETTER, letters);
  const seen = told.filter((row) => row.in_app).map((row) => row.user_id);
  if (seen.length > 0) tx.say({ topic: 'notifications', keys: { user_ids: seen } });
  return told.length;
}

/** Tells several people the same. @returns how many were told */
export const notify = <Facts extends object>(
  tx: Tx,
  {
    kind,
    userIds,
    ...rest
  }: { kind: NoticeKind<Facts>; userIds: readonly string[]; facts: Facts; link?: string; occasion?: string },
): Promise<number> =>
  notifyEach(
    tx,
    kind,
    [...new Set(userIds)].map((userId) => ({ userId, ...rest })),
  );
