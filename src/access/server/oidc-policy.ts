import type { Config } from '../../server/config.ts';
import { type Sql, sql } from '../../server/sql.ts';

type Ask = <Row>(statement: Sql) => Promise<Row[]>;

/** How a session came about. */
export interface SignIn {
  method: 'password' | 'oidc';
  /** Null: by password, or at the provider of the environment. */
  providerId: string | null;
  factors: readonly string[];
  /** Minutes since the person showed who they are. */
  ageMinutes: number;
}

interface DemandRow {
  tenant_id: number;
  sso_only: boolean;
  factors: string[];
  fresh_minutes: number | null;
  providers: string[];
}

interface Place {
  tenant_id: number;
  slug: string;
}

/** A provider that a firm believes: its own, or the environment's where that one serves it. */
const isTrusted = ({ provider }: Config, demand: DemandRow, slug: string, signIn: SignIn): boolean =>
  signIn.method === 'oidc' &&
  (signIn.providerId === null
    ? provider !== undefined && (provider.tenant === undefined || provider.tenant === slug)
    : demand.providers.includes(signIn.providerId));

const meets = (config: Config, demand: DemandRow, slug: string, signIn: SignIn): boolean => {
  const trusted = isTrusted(config, demand, slug, signIn);
  if (demand.sso_only && !trusted) return false;
  if (demand.factors.length > 0 && !(trusted && demand.factors.some((each) => signIn.factors.includes(each)))) return false;
  return demand.fresh_minutes === null || signIn.ageMinutes < demand.fresh_minutes;
};

/** Those of the firms whose demands a way of signing in meets, in the same order. */
export async function admittedFirms<F extends Place>(
  config: Config,
  ask: Ask,
  firms: readonly F[],
  signIn: SignIn,
): Promise<F[]> {
  if (firms.length === 0) return [];
  const demands = await ask<DemandRow>(sql`select * from access.demands_of(${firms.map((firm) => firm.tenant_id)}::int[])`);
  return firms.filter(({ tenant_id, slug }) => {
    const demand = demands.find((each) => each.tenant_id === tenant_id);
    return demand === undefined || meets(config, demand, slug, signIn);
  });
}

/** A password, just given. */
export const BY_PASSWORD: SignIn = { method: 'password', providerId: null, factors: [], ageMinutes: 0 };

interface SignInRow {
  auth_method: SignIn['method'];
  provider_id: string | null;
  factors: string[];
  auth_time: string;
  account_id: string;
  tenant_id: number;
  age_minutes: number;
}

/** How the session of a token came about; undefined when there is none. */
export async function signInOf(ask: Ask, hash: Buffer): Promise<(SignIn & { at: string }) | undefined> {
  const [row] = await ask<SignInRow>(sql`select * from access.sign_in_of(${hash})`);
  if (!row) return undefined;
  const { auth_method: method, provider_id: providerId, factors, auth_time: at, age_minutes: ageMinutes } = row;
  return { method, providerId, factors, at, ageMinutes };
}

/** Notes at a session how it came about. */
export const noteSignIn = (
  hash: Buffer,
  signIn: { method: SignIn['method']; providerId: string | null; factors: readonly string[]; at: string | Date },
): Sql => sql`select access.note_sign_in(${hash}, ${signIn.method}, ${signIn.providerId}, ${[...signIn.factors]}::text[],
  ${signIn.at instanceof Date ? signIn.at.toISOString() : signIn.at}::timestamptz)`;
