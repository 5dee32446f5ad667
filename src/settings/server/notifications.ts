import type { Page } from '../../kit/endpoint.ts';
import { invalid } from '../../kit/problem.ts';
import { pageOf } from '../../server/paging.ts';
import { raw, sql } from '../../server/sql.ts';
import { inLanguage } from '../../server/texts.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { type AnyNotice, usually } from './notices.ts';

interface Stored {
  id: string;
  kind: string;
  facts: unknown;
  link: string | null;
  created_at: Date;
  read_at: Date | null;
}

/** One notification as its reader sees it. */
export interface Shown {
  id: string;
  kind: string;
  title: string;
  lines: string[];
  link: string | null;
  created_at: string;
  read_at: string | null;
}

/** One's own choices: by kind, what differs from what is usual. */
export type Choices = Record<string, { mail?: boolean; app?: boolean }>;

function shown(kinds: ReadonlyMap<string, AnyNotice>, language: string, row: Stored): Shown | undefined {
  const kind = kinds.get(row.kind);
  if (!kind) return undefined;
  const { title, lines = [] } = kind.words(row.facts as never, language);
  return {
    id: row.id,
    kind: row.kind,
    title: inLanguage(title, language),
    lines: lines.map((line) => inLanguage(line, language)),
    link: row.link,
    created_at: new Date(row.created_at).toISOString(),
    read_at: row.read_at && new Date(row.read_at).toISOString(),
  };
}

const unreadOf = async (tx: Tx, actor: Actor): Promise<{ unread: number }> => ({
  unread:
    (
      await tx.one<{ n: number }>(sql`
        select count(*)::int as n from settings.notifications
        where tenant_id = ${tx.tenant} and user_id = ${actor.userId} and in_app and read_at is null`)
    )?.n ?? 0,
});

interface PageQuery {
  page?: number;
  per_page?: number;
  unread?: boolean;
}

/** What is answered about one's notifications, with the words of the kinds that the rooms brought. */
export function notificationsOf(all: readonly AnyNotice[]) {
  const kinds = new Map(all.map((kind) => [kind.name, kind]));
  const names = [...kinds.keys()];

  return {
    /** One's own, the latest first. */
    list: async (tx: Tx, actor: Actor, { query }: { query: PageQuery }): Promise<Page<Shown>> => {
      const page = await pageOf<Stored>(
        tx,
        sql`select id, kind, facts, link, created_at, read_at from settings.notifications
          where tenant_id = ${tx.tenant} and user_id = ${actor.userId} and in_app and kind = any(${names})
            and ${query.unread ? sql`read_at is null` : raw('true')}`,
        raw('id desc'),
        query,
      );
      return { ...page, rows: page.rows.flatMap((row) => shown(kinds, actor.language, row) ?? []) };
    },

    unread: unreadOf,

    /** Marks some as read, or all of them. Those of others are left alone, as if there were none. */
    read: async (tx: Tx, actor: Actor, { body }: { body: { ids?: string[]; all?: boolean } }): Promise<{ unread: number }> => {
      const which = body.all ? raw('true') : sql`id = any(${body.ids ?? []}::uuid[])`;
      const changed = await tx.all(sql`
        update settings.notifications set read_at = ${tx.now}
        where tenant_id = ${tx.tenant} and user_id = ${actor.userId} and read_at is null and ${which} returning 1`);
      // One's other open screens.
      if (changed.length > 0) tx.say({ topic: 'notifications', keys: { user_ids: [actor.userId] } });
      return unreadOf(tx, actor);
    },

    /** Every kind by its name in the reader's language, and how it reaches the reader. */
    kinds: async (tx: Tx, actor: Actor) => {
      const choices = await choicesOf(tx, actor.userId);
      return all.map((kind) => ({
        event: kind.name,
        name: inLanguage(kind.label, actor.language),
        ...usually(kind),
        ...choices[kind.name],
        mail_fixed: kind.mail === 'own',
      }));
    },

    /** Changes what of it one wants; kinds and channels that are not named stay. @throws Problem 422 for a kind that nobody knows */
    edit: async (
      tx: Tx,
      actor: Actor,
      { body }: { body: { settings: Choices } },
    ): Promise<{ success: boolean; notifications: Choices }> => {
      const unknown = Object.keys(body.settings).filter((name) => !kinds.has(name));
      if (unknown.length > 0)
        throw invalid(unknown.map((name) => ({ path: `settings.${name}`, message: 'This field is not known here.' })));
      const before = await choicesOf(tx, actor.userId);
      const merged = Object.fromEntries(
        names
          .map((name): [string, Choices[string]] => [name, { ...before[name], ...body.settings[name] }])
          .filter(([, choice]) => Object.keys(choice).length > 0),
      );
      await tx.all(sql`
        insert into settings.notification_choices (tenant_id, id, choices)
        values (${tx.tenant}, ${actor.userId}, ${JSON.stringify(merged)}::jsonb)
        on conflict (tenant_id, id) do update set choices = excluded.choices returning 1`);
      return { success: true, notifications: merged };
    },
  };
}

/** One person's choices, by kind. */
export const choicesOf = async (tx: Tx, userId: string): Promise<Choices> =>
  (
    await tx.one<{ choices: Choices }>(sql`
      select choices from settings.notification_choices where tenant_id = ${tx.tenant} and id = ${userId}`)
  )?.choices ?? {};
