import type { Config } from '../../server/config.ts';
import { unseal } from '../../server/secrets.ts';
import { type Sql, sql } from '../../server/sql.ts';

type Ask = <Row>(statement: Sql) => Promise<Row[]>;

/** What a firm demands of the way in which somebody signed in. */
export interface Demand {
  ssoOnly: boolean;
  factors: readonly string[];
  freshMinutes: number | undefined;
}

/** An identity provider as sign-in needs it, its secret opened. */
export interface Provider {
  /** Undefined for the one that the environment names. */
  id: string | undefined;
  /** The firm that it serves; undefined for one that serves every firm. */
  tenantId: number | undefined;
  /** Short name of the one firm that the environment's provider serves. */
  slug: string | undefined;
  name: string;
  issuer: string;
  clientId: string;
  secret: string;
  domains: readonly string[];
  demand: Demand;
}

interface Row {
  id: string;
  tenant_id: number;
  name: string;
  issuer: string;
  client_id: string;
  sealed: string;
  domains: string[];
  sso_only: boolean;
  factors: string[];
  fresh_minutes: number | null;
}

const NO_DEMAND: Demand = { ssoOnly: false, factors: [], freshMinutes: undefined };

/** The place of a provider's secret: it opens nowhere else. */
export const secretPlace = (tenant: number, provider: string): string => `access.providers:${tenant}:${provider}`;

const ofRow = (config: Config, row: Row): Provider => ({
  id: row.id,
  tenantId: row.tenant_id,
  slug: undefined,
  name: row.name,
  issuer: row.issuer,
  clientId: row.client_id,
  secret: unseal(config, row.sealed, secretPlace(row.tenant_id, row.id)),
  domains: row.domains,
  demand: { ssoOnly: row.sso_only, factors: row.factors, freshMinutes: row.fresh_minutes ?? undefined },
});

const ofEnvironment = ({ provider }: Config): Provider | undefined =>
  provider && {
    id: undefined,
    tenantId: undefined,
    slug: provider.tenant,
    name: provider.name,
    issuer: provider.issuer,
    clientId: provider.clientId,
    secret: provider.clientSecret,
    domains: provider.domains,
    demand: NO_DEMAND,
  };

/**
 * The provider at which somebody is to sign in: that of the e-mail's domain, then that of the firm, then the environment's,
 * then the oldest there is. What is not known gets the same answer as nothing at all.
 */
export async function findProvider(
  config: Config,
  ask: Ask,
  { tenant, email }: { tenant?: string | undefined; email?: string | undefined },
): Promise<Provider | undefined> {
  const domain = email?.split('@').at(-1)?.toLowerCase();
  const [found] = await ask<{ provider: string; matched: 'domain' | 'firm' | 'first' }>(sql`
    select * from access.provider_for(${tenant ?? null}::text, ${domain ?? null}::text)`);
  const environment = ofEnvironment(config);
  if (!found || (found.matched === 'first' && environment)) return environment;
  return providerOf(config, ask, found.provider);
}

/** A provider by what a sign-in kept of it. */
export async function providerOf(config: Config, ask: Ask, id: string | null): Promise<Provider | undefined> {
  if (id === null) return ofEnvironment(config);
  const [row] = await ask<Row>(sql`select * from access.provider_by_id(${id})`);
  return row && ofRow(config, row);
}

/** Whether sign-in begins at an identity provider: as the operator says, else whenever there is one. */
export async function brandingOf(config: Config, ask: Ask): Promise<boolean> {
  if (config.branding !== undefined) return config.branding;
  if (config.provider) return true;
  const [row] = await ask<{ found: boolean }>(sql`select access.has_providers() as found`);
  return row?.found === true;
}
