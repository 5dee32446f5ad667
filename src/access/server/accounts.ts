import { newId } from '../../kit/ids.ts';
import { Problem, unauthorized } from '../../kit/problem.ts';
import { jobKind } from '../../server/jobs.ts';
import type { Visit } from '../../server/route.ts';
import { sql } from '../../server/sql.ts';
import { languageFrom } from '../../server/texts.ts';
import { type Actor, HOUSE, type Tx } from '../../server/tx.ts';
import { ACCESS_CHANGED } from './changes.ts';
import { askLink, tellOfPassword } from './links.ts';
import { refusalOf } from './password-rule.ts';
import { hashPassword, passwordMatches } from './passwords.ts';
import { countTry, forgetTries, refuseHaste, triesOf } from './throttle.ts';
import { digest } from './tokens.ts';

interface Firm {
  tenant_id: number;
  user_id: string;
  name: string;
}

const firmsOf = (visit: Visit, accountId: string | null): Promise<Firm[]> =>
  visit.global<Firm>(sql`select * from access.firms_of(${accountId}::uuid)`);

/** Without blanks around it and with its domain in small letters; what stands before it is the person's to write. */
function tidyAddress(email: string): string {
  const [local = '', domain = ''] = email.trim().split(/@(?=[^@]*$)/);
  return `${local}@${domain.toLowerCase()}`;
}

const languageOf = (visit: Visit): string => languageFrom(visit.asked('accept-language'));

interface NewAccount {
  email: string;
  password: string;
  first_name?: string;
  last_name?: string;
}

interface Registered {
  id: string;
  email: string;
  is_active: boolean;
  is_superuser: boolean;
  is_verified: boolean;
}

/**
 * Makes an account that belongs to no firm yet and may not sign in before its address is confirmed by the mail that is sent. A firm
 * that takes it in by the address's domain knows the person by the names that are given here.
 * @throws Problem 403 REGISTER_DISABLED; 400 REGISTER_INVALID_PASSWORD before 400 REGISTER_USER_ALREADY_EXISTS; 429
 */
export async function register(visit: Visit, { body }: { body: NewAccount }): Promise<Registered> {
  if (visit.config.registration === 'closed' || !visit.config.passwordLogin)
    throw new Problem(403, { detail: 'REGISTER_DISABLED' });
  const email = tidyAddress(body.email);
  const tries = triesOf('forgot', email, visit);
  await refuseHaste(visit, tries);
  const reason = await refusalOf(body.password, [visit.config.product, email]);
  if (reason) throw new Problem(400, { detail: { code: 'REGISTER_INVALID_PASSWORD', reason } });
  const hash = await hashPassword(body.password);
  await countTry(visit, tries);
  const [given, family] = [body.first_name ?? '', body.last_name ?? ''].map((name) => name.trim());
  const id = await visit.within({ tenant: HOUSE }, async (tx) => {
    const made = await tx.one<{ id: string | null }>(
      sql`select access.register_account(${newId()}, ${email}, ${hash}, ${given}, ${family}) as id`,
    );
    if (!made?.id) return undefined;
    await askLink(tx, { purpose: 'confirm', accountId: made.id, language: languageOf(visit) });
    tx.write.event({ action: 'registered', entity: 'access.accounts', entityId: made.id });
    return made.id;
  });
  if (id === undefined) throw new Problem(400, { detail: 'REGISTER_USER_ALREADY_EXISTS' });
  return { id, email, is_active: true, is_superuser: false, is_verified: false };
}

/**
 * Asks for a mail with a link to a new password; the answer and the way to it are the same for an address that nobody has.
 * Where nobody signs in by password the answer is the same still, and nothing comes of it.
 */
export async function forgotPassword(visit: Visit, { body }: { body: { email: string } }): Promise<null> {
  if (!visit.config.passwordLogin) return null;
  const email = tidyAddress(body.email);
  const tries = triesOf('forgot', email, visit);
  await refuseHaste(visit, tries);
  await countTry(visit, tries);
  const [account] = await visit.global<{ id: string; is_active: boolean; last_tenant_id: number | null }>(
    sql`select * from access.account_by_email(${email})`,
  );
  const accountId = account?.is_active ? account.id : null;
  const firms = await firmsOf(visit, accountId);
  const firm = firms.find((each) => each.tenant_id === account?.last_tenant_id) ?? firms[0];
  await visit.within({ tenant: firm?.tenant_id ?? HOUSE }, async (tx) => {
    await askLink(tx, { purpose: 'reset', accountId, language: languageOf(visit), ...(firm ? { tenant: firm.tenant_id } : {}) });
    tx.write.event({
      action: 'password_reset_asked',
      entity: 'access.accounts',
      entityId: firm?.user_id ?? accountId ?? 'unknown',
    });
  });
  return null;
}

interface LinkRow {
  purpose: 'reset' | 'invite' | 'confirm' | 'set_up';
  account_id: string | null;
  email: string | null;
  tenant_id: number | null;
  expires_at: string;
}

/** Somebody who registered has shown that an address of the firm's domain is theirs: the room of people adds them. */
export const ADDRESS_CONFIRMED = jobKind<{ account: string; email: string; first_name?: string; last_name?: string }>(
  'people.join_by_domain',
);

/** The firm that takes a new account in by the domain of its confirmed address, if there is one. */
async function firmByDomain(visit: Visit, purpose: LinkRow['purpose'], email: string): Promise<number | undefined> {
  if (purpose !== 'confirm' || visit.config.registration !== 'domain') return undefined;
  const [row] = await visit.global<{ firm: number | null }>(sql`select access.firm_of_address(${email}) as firm`);
  return row?.firm ?? undefined;
}

const badToken = (): Problem => new Problem(400, { detail: 'RESET_PASSWORD_BAD_TOKEN' });

async function linkOf(visit: Visit, token: string): Promise<LinkRow> {
  const [link] = await visit.global<LinkRow>(sql`select * from access.link_of(${digest(token)})`);
  if (!link) throw badToken();
  return link;
}

/**
 * What a link opens, for the page that it leads to.
 * @throws Problem 400 RESET_PASSWORD_BAD_TOKEN
 */
export async function lookAtLink(
  visit: Visit,
  { body }: { body: { token: string } },
): Promise<{ purpose: LinkRow['purpose']; email: string | null; firm: string | null; expires_at: string }> {
  const { purpose, email, account_id, tenant_id, expires_at } = await linkOf(visit, body.token);
  const firm = (await firmsOf(visit, account_id)).find((each) => each.tenant_id === tenant_id)?.name ?? null;
  return { purpose, email, firm: purpose === 'invite' ? firm : null, expires_at };
}

/**
 * A new password by a link: of a reset, of an invitation, or to confirm an address. The link dies of it, and every session ends.
 * @throws Problem 400 RESET_PASSWORD_BAD_TOKEN, before 400 RESET_PASSWORD_INVALID_PASSWORD, which leaves the link alive
 */
export async function resetPassword(visit: Visit, { body }: { body: { token: string; password: string } }): Promise<null> {
  const { account_id, email, tenant_id, purpose } = await linkOf(visit, body.token);
  if (account_id === null || email === null) throw badToken();
  const firms = await firmsOf(visit, account_id);
  const reason = await refusalOf(body.password, [visit.config.product, email, ...firms.map(({ name }) => name)]);
  if (reason) throw new Problem(400, { detail: { code: 'RESET_PASSWORD_INVALID_PASSWORD', reason } });
  const hash = await hashPassword(body.password);
  const firm = firms.find((each) => each.tenant_id === tenant_id) ?? firms[0];
  const joins = firm ? undefined : await firmByDomain(visit, purpose, email);
  const ended = await visit.within({ tenant: firm?.tenant_id ?? joins ?? HOUSE, userId: firm?.user_id }, async (tx) => {
    const done = await tx.one<{ tenants: number[] }>(sql`select * from access.reset_password(${digest(body.token)}, ${hash})`);
    if (!done) throw badToken();
    tx.write.event({
      action: 'password_reset',
      entity: 'access.accounts',
      entityId: firm?.user_id ?? account_id,
      facts: { purpose },
    });
    if (joins !== undefined) {
      const names = await tx.one<{ first_name: string; last_name: string }>(sql`
        select * from access.registered_names(${account_id})`);
      await tx.send(ADDRESS_CONFIRMED, { account: account_id, email, ...names });
    }
    if (purpose === 'reset') await tellOfPassword(tx, email, languageOf(visit));
    return done.tenants;
  });
  for (const tenant of ended) visit.say(tenant, ACCESS_CHANGED);
  await forgetTries(visit, triesOf('login', email, visit));
  return null;
}

/** Another code than that of a new password against the rule: a form leads back to the field that is to be mended. */
const wrongCurrent = (): Problem =>
  new Problem(400, { detail: { code: 'UPDATE_USER_WRONG_PASSWORD', reason: 'The current password is not right.' } });

/**
 * Changes one's own password; other sessions end.
 * @throws Problem 400 UPDATE_USER_WRONG_PASSWORD for a wrong current password; 400 UPDATE_USER_INVALID_PASSWORD for a new one
 *   against the rule; 429
 */
export async function changePassword(
  tx: Tx,
  actor: Actor,
  { body }: { body: { current_password: string; password: string } },
  visit: Visit,
): Promise<{ success: boolean }> {
  const tries = triesOf('password', actor.accountId, visit);
  await refuseHaste(visit, tries);
  const own = await tx.one<{ email: string; password_hash: string | null }>(
    sql`select * from access.own_password(${actor.accountId})`,
  );
  if (!own || !visit.token) throw unauthorized();
  if (!(await passwordMatches(own.password_hash, body.current_password))) {
    await countTry(visit, tries);
    throw wrongCurrent();
  }
  const firms = await tx.all<Firm>(sql`select * from access.firms_of(${actor.accountId})`);
  const reason = await refusalOf(body.password, [visit.config.product, own.email, ...firms.map(({ name }) => name)]);
  if (reason) throw new Problem(400, { detail: { code: 'UPDATE_USER_INVALID_PASSWORD', reason } });
  const hash = await hashPassword(body.password);
  const done = await tx.one<{ tenants: number[] }>(sql`
    select * from access.change_password(${actor.accountId}, ${own.password_hash}, ${hash}, ${digest(visit.token)})`);
  if (!done) throw wrongCurrent();
  tx.write.event({ action: 'password_changed', entity: 'access.accounts', entityId: actor.userId });
  await tellOfPassword(tx, own.email, actor.language);
  tx.afterCommit(() => done.tenants.forEach((tenant) => visit.say(tenant, ACCESS_CHANGED)));
  return { success: true };
}
