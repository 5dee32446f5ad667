import { newId } from '../../kit/ids.ts';
import { Problem, invalid } from '../../kit/problem.ts';
import type { JobVisit } from '../../server/jobs.ts';
import type { Visit } from '../../server/route.ts';
import { sql } from '../../server/sql.ts';
import { languageFrom } from '../../server/texts.ts';
import type { Tx } from '../../server/tx.ts';
import { armLink } from './links.ts';
import { refusalOf } from './password-rule.ts';
import { hashPassword } from './passwords.ts';
import { digest } from './tokens.ts';

/** The first firm of an installation and its first person. */
export interface FirstFirm {
  currency: string;
  timeZone: string;
  countries: readonly string[];
  /** The language is that of the browser in which the firm was set up. */
  person: { firstName: string; lastName: string; email: string; language: string };
}

/** Lays a firm and its administrator in; the rooms whose tables that takes stand above this one. */
export type FoundFirm = (tx: Tx, firm: FirstFirm) => Promise<void>;

/** A new set-up link's path; the one before it opens nothing any more. For an installation without a firm. */
export async function newSetUpLink(global: JobVisit['global']): Promise<string> {
  const link = newId();
  await global(sql`
    select access.ask_link(${link}, 'set_up', null::uuid, null::int, null::uuid, 'en', interval '24 hours', null::uuid)`);
  const armed = await armLink(global, link);
  if (!armed) throw new Error('The set-up link was not stored.');
  return `/account/reset/${armed.token}`;
}

export interface SetUpInput {
  token: string;
  firm: string;
  slug?: string;
  email: string;
  password: string;
  first_name: string;
  last_name: string;
  currency?: string;
  time_zone?: string;
  countries?: string[];
}

/** A short name from a name: `Müller & Söhne` is `muller-sohne`. */
const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60) || 'firm';

function checkZone(timeZone: string): void {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
  } catch (error) {
    throw new Problem(
      422,
      { detail: 'There is no such time zone.', errors: [{ path: 'time_zone', message: 'There is no such time zone.' }] },
      {},
      error,
    );
  }
}

const badToken = (): Problem => new Problem(400, { detail: 'RESET_PASSWORD_BAD_TOKEN' });

/**
 * Makes the first firm and its administrator (hr, Partner) by the set-up link, once.
 * @throws Problem 400 RESET_PASSWORD_BAD_TOKEN, then 400 RESET_PASSWORD_INVALID_PASSWORD
 */
export const setUp =
  (found: FoundFirm) =>
  async (visit: Visit, { body }: { body: SetUpInput }): Promise<{ success: boolean; tenant: { slug: string; name: string } }> => {
    const token = digest(body.token);
    const [link] = await visit.global<{ purpose: string }>(sql`select * from access.link_of(${token})`);
    if (link?.purpose !== 'set_up') throw badToken();
    const [name, email] = [body.firm.trim(), body.email.trim()];
    if (name === '') throw invalid([{ path: 'firm', message: 'Must not be empty.' }]);
    const timeZone = body.time_zone ?? 'Europe/Berlin';
    checkZone(timeZone);
    const reason = await refusalOf(body.password, [visit.config.product, email, name]);
    if (reason) throw new Problem(400, { detail: { code: 'RESET_PASSWORD_INVALID_PASSWORD', reason } });
    const hash = await hashPassword(body.password);
    const slug = body.slug ?? slugOf(name);
    const [next] = await visit.global<{ id: number }>(sql`select access.next_firm() as id`);
    await visit.within({ tenant: next?.id ?? 0 }, async (tx) => {
      const made = await tx.one<{ founded: boolean }>(sql`
        select access.found_firm(${token}, ${tx.tenant}, ${slug}, ${name}) as founded`);
      if (!made?.founded) throw badToken();
      await tx.all(sql`select access.set_up_account(${newId()}, ${email}, ${hash})`);
      const language = languageFrom(visit.asked('accept-language'));
      const person = { firstName: body.first_name.trim(), lastName: body.last_name.trim(), email, language };
      await found(tx, { currency: body.currency ?? 'EUR', timeZone, countries: body.countries ?? ['DE'], person });
      tx.write.event({ action: 'set_up', entity: 'settings.tenants', entityId: String(tx.tenant), facts: { name } });
    });
    return { success: true, tenant: { slug, name } };
  };
