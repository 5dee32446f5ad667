import { newId } from '../../kit/ids.ts';
import { Problem, conflict, invalid, notFound } from '../../kit/problem.ts';
import type { Text } from '../../kit/said.ts';
import { canKeepCookie, checkIssuer } from '../../server/config-sign-in.ts';
import type { Config } from '../../server/config.ts';
import type { Visit } from '../../server/route.ts';
import { seal } from '../../server/secrets.ts';
import { sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { ACCESS_CHANGED } from './changes.ts';
import { secretPlace } from './oidc-find.ts';

interface Row extends Record<string, unknown> {
  id: string;
  name: string;
  issuer: string;
  client_id: string;
  is_active: boolean;
  version: number;
}

/** A provider as administrators see it: never with its secret. */
export interface ProviderView {
  id: string;
  name: string;
  issuer: string;
  client_id: string;
  is_active: boolean;
  domains: string[];
  sessions: number;
  version: number;
}

/** What the firm demands of a sign-in, as it travels. */
export interface Rules {
  sso_only: boolean;
  factors: string[];
  fresh_minutes: number | null;
  /** 0 while nothing was ever demanded. */
  version: number;
}

interface RulesRow extends Rules, Record<string, unknown> {
  id: string;
}

const NO_RULES: Rules = { sso_only: false, factors: [], fresh_minutes: null, version: 0 };

const columns = sql`id, name, issuer, client_id, is_active, version, access.domains_of(id) as domains, access.sessions_of_provider(id) as sessions`;

/** The firm's providers, the oldest first. */
export const listProviders = (tx: Tx): Promise<ProviderView[]> =>
  tx.all<ProviderView>(sql`
    select ${columns} from access.providers where tenant_id = ${tx.tenant} order by created_at, id`);

async function viewOf(tx: Tx, id: string): Promise<ProviderView> {
  const view = await tx.one<ProviderView>(sql`
    select ${columns} from access.providers where tenant_id = ${tx.tenant} and id = ${id}`);
  if (!view) throw notFound();
  return view;
}

/** What is written down at a provider: where it sends people back to, after signing in and after logging out. */
export const providerAddresses = async (
  _tx: Tx,
  _actor: Actor,
  _input: unknown,
  { config }: Visit,
): Promise<{ redirect_uri: string; logout_uri: string }> => ({
  redirect_uri: `${config.publicUrl}/oauth`,
  logout_uri: `${config.publicUrl}/account/login`,
});

/** A refusal that belongs to one field. */
const refusedAt = (path: string, message: Text): Problem => new Problem(409, { detail: message, errors: [{ path, message }] });

function checkAddress(config: Config, issuer: string): void {
  try {
    checkIssuer(issuer, config.outboundAllow, 'The issuer');
  } catch {
    throw invalid([{ path: 'issuer', message: 'This must be an https address without query, just as the provider writes it.' }]);
  }
}

export interface ProviderSpec {
  name: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Set by the operator alone: whoever vouches for a domain vouches for its addresses. */
  domains?: readonly string[];
}

/**
 * Adds a provider to the firm, or gives the one of the same issuer new credentials. @returns its id
 * @throws Problem 422 for an issuer that is no https address; 409 where people reach the product without https
 */
export async function addProvider(tx: Tx, config: Config, spec: ProviderSpec): Promise<string> {
  checkAddress(config, spec.issuer);
  if (!canKeepCookie(config.publicUrl)) throw conflict('Single sign-on needs an installation that people reach by https.');
  const before = await tx.one<Row>(sql`
    select * from access.providers where tenant_id = ${tx.tenant} and issuer = ${spec.issuer} for update`);
  const set = { name: spec.name, client_id: spec.clientId, is_active: true };
  const id = before?.id ?? newId();
  if (before) await tx.write.update('access.providers', [{ before, set }]);
  else await tx.write.insert('access.providers', [{ id, issuer: spec.issuer, ...set }]);
  await publish(tx, config, id, spec.clientSecret);
  if (spec.domains) await keepDomains(tx, id, spec.domains);
  return id;
}

/** Tells sign-in of a provider as it now stands; a secret is kept there alone. */
async function publish(tx: Tx, config: Config, id: string, secret: string | undefined): Promise<void> {
  const sealed = secret === undefined ? null : seal(config, secret, secretPlace(tx.tenant, id));
  await tx.all(sql`select access.publish_provider(${id}, ${sealed}::text)`);
}

/** The e-mail domains that a provider vouches for, instead of those it had. */
export async function keepDomains(tx: Tx, id: string, domains: readonly string[]): Promise<void> {
  await tx.all(sql`select access.keep_domains(${id}, ${[...domains]}::text[])`);
}

async function load(tx: Tx, id: string): Promise<Row> {
  const row = await tx.one<Row>(sql`select * from access.providers where tenant_id = ${tx.tenant} and id = ${id} for update`);
  if (!row) throw notFound();
  return row;
}

/** Ends what a provider vouched for, then it: its sessions are over at once. @throws Problem 404; 409 when the firm would be shut */
export async function removeProvider(tx: Tx, id: string): Promise<void> {
  const row = await load(tx, id);
  await keepADoor(tx, id);
  await tx.all(sql`select access.forget_provider(${id})`);
  await tx.write.remove('access.providers', [row]);
  tx.say(ACCESS_CHANGED);
}

/** A firm that demands single sign-on keeps a provider. */
async function keepADoor(tx: Tx, without: string): Promise<void> {
  const rules = await readRules(tx);
  if (!rules.sso_only && rules.factors.length === 0) return;
  const left = await listProviders(tx);
  if (!left.some((each) => each.id !== without && each.is_active))
    throw refusedAt('is_active', 'The firm demands single sign-on: this is its last provider.');
}

type ProviderBody = { name: string; issuer: string; client_id: string; client_secret: string };

export async function createProvider(
  tx: Tx,
  _actor: Actor,
  { body }: { body: ProviderBody },
  visit: Visit,
): Promise<ProviderView> {
  const taken = await tx.one<Row>(sql`
    select * from access.providers where tenant_id = ${tx.tenant} and issuer = ${body.issuer}`);
  if (taken) throw refusedAt('issuer', 'There is a provider with this issuer already.');
  const id = await addProvider(tx, visit.config, {
    name: body.name,
    issuer: body.issuer,
    clientId: body.client_id,
    clientSecret: body.client_secret,
  });
  return viewOf(tx, id);
}

/** Issuer and domains stay: who people are hangs on the one, and the operator answers for the other. */
export async function changeProvider(
  tx: Tx,
  _actor: Actor,
  {
    params,
    body,
  }: { params: { id: string }; body: { name?: string; client_id?: string; client_secret?: string; is_active?: boolean } },
  visit: Visit,
): Promise<ProviderView> {
  const before = await load(tx, params.id);
  if (visit.ifMatch !== undefined && visit.ifMatch !== before.version)
    throw conflict('Somebody else changed this in the meantime.', await viewOf(tx, params.id));
  const { client_secret: secret, ...set } = body;
  if (set.is_active === false) await keepADoor(tx, params.id);
  await tx.write.update('access.providers', [{ before, set }]);
  await publish(tx, visit.config, params.id, secret);
  return viewOf(tx, params.id);
}

export async function deleteProvider(
  tx: Tx,
  _actor: Actor,
  { params }: { params: { id: string } },
): Promise<{ success: boolean }> {
  await removeProvider(tx, params.id);
  return { success: true };
}

const loadRules = (tx: Tx): Promise<RulesRow | undefined> =>
  tx.one<RulesRow>(sql`select * from access.sign_in_rules where tenant_id = ${tx.tenant}`);

/** What the firm demands of a sign-in. */
export async function readRules(tx: Tx): Promise<Rules> {
  const { sso_only, factors, fresh_minutes, version } = (await loadRules(tx)) ?? NO_RULES;
  return { sso_only, factors, fresh_minutes, version };
}

/** @throws Problem 409 when nobody could sign in any more: there is no provider that vouches for addresses; or when stale */
export async function changeRules(
  tx: Tx,
  _actor: Actor,
  { body }: { body: Omit<Rules, 'version'> & { version?: number } },
  visit: Visit,
): Promise<Rules> {
  const { version, ...set } = body;
  const demands = set.sso_only || set.factors.length > 0;
  const own = demands ? await listProviders(tx) : [];
  if (demands && !visit.config.provider && !own.some((each) => each.is_active && each.domains.length > 0))
    throw refusedAt(set.sso_only ? 'sso_only' : 'factors', 'Nobody could sign in: there is no provider with an e-mail domain.');
  const before = await loadRules(tx);
  if (version !== undefined && version !== (before ?? NO_RULES).version)
    throw conflict('Somebody else changed this in the meantime.', await readRules(tx));
  if (before) await tx.write.update('access.sign_in_rules', [{ before, set }]);
  else await tx.write.insert('access.sign_in_rules', [set]);
  await tx.all(sql`select access.publish_rules()`);
  return readRules(tx);
}
