import type { Config } from '../../server/config.ts';
import type { Visit } from '../../server/route.ts';
import { type Sql, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';

export interface Firm {
  currency: string;
  /** In which new people begin. */
  language: string;
  time_zone: string;
  week_start: number;
  day_limit_minutes: number;
  load_thresholds: number[];
  locked_through: string | null;
  /** ISO weekday on which people are reminded of missing time, and the hour from which; null: never. */
  remind_weekday: number | null;
  remind_hour: number;
  /** How codes of new projects are made: `P-{0000}`. */
  project_code: string;
  /** Of how few people reports still tell utilization, rates and cost; 0: of each. */
  least_people: number;
}

const known = new WeakMap<Tx, Promise<Firm>>();

async function loadFirm(tx: Tx): Promise<Firm> {
  const firm = await tx.one<Firm>(sql`select * from settings.firm where tenant_id = ${tx.tenant}`);
  if (!firm) throw new Error('The firm has no settings.');
  return firm;
}

/** The firm's own settings, read once a transaction; every firm has them from its first moment. */
export function firmOf(tx: Tx): Promise<Firm> {
  const firm = known.get(tx) ?? loadFirm(tx);
  known.set(tx, firm);
  return firm;
}

/** The countries in which the firm works, with their names in the reader's language. */
export async function countriesOf(tx: Tx, language: string): Promise<{ code: string; name: string; is_default: boolean }[]> {
  const rows = await tx.all<{ code: string; is_default: boolean }>(sql`
    select code, is_default from settings.countries where tenant_id = ${tx.tenant}`);
  const names = new Intl.DisplayNames([language], { type: 'region' });
  return rows
    .map(({ code, is_default }) => ({ code, name: names.of(code) ?? code, is_default }))
    .sort((a, b) => a.name.localeCompare(b.name, language));
}

export const defaultCountry = async (tx: Tx): Promise<string> =>
  (await tx.one<{ code: string }>(sql`select code from settings.countries where tenant_id = ${tx.tenant} and is_default`))
    ?.code ?? 'DE';

/** Whether sign-in begins at an identity provider: handed in by the roots, since the access room knows. */
export type BrandingOf = (config: Config, ask: <Row>(statement: Sql) => Promise<Row[]>) => Promise<boolean>;

export const settingsReader =
  (brandingOf: BrandingOf) =>
  async (tx: Tx, actor: Actor, _input: unknown, { config }: Visit) => {
    const [branding, firm, countries, own] = await Promise.all([
      brandingOf(config, (statement) => tx.all(statement)),
      firmOf(tx),
      countriesOf(tx, actor.language),
      tx.one<{ settings: Record<string, unknown> }>(sql`
      select settings from settings.user_settings where tenant_id = ${tx.tenant} and id = ${actor.userId}`),
    ]);
    return {
      product: config.product,
      branding,
      countries,
      currencies: [...new Set([firm.currency, 'EUR', 'USD', 'GBP', 'CHF'])],
      currency: firm.currency,
      time_zone: firm.time_zone,
      week_start: firm.week_start,
      day_limit_minutes: firm.day_limit_minutes,
      locked_through: firm.locked_through,
      thresholds: { load: firm.load_thresholds },
      user_settings: own?.settings ?? {},
    };
  };

/** Merges into one's own settings. They are private and no business data: no audit, last write wins. */
export async function mergeUserSettings(
  tx: Tx,
  actor: Actor,
  { body }: { body: { settings: Record<string, unknown> } },
): Promise<Record<string, unknown>> {
  const row = await tx.one<{ settings: Record<string, unknown> }>(sql`
    insert into settings.user_settings as s (tenant_id, id, settings)
    values (${tx.tenant}, ${actor.userId}, jsonb_strip_nulls(${JSON.stringify(body.settings)}::jsonb))
    on conflict (tenant_id, id) do update set settings = jsonb_strip_nulls(s.settings || ${JSON.stringify(body.settings)}::jsonb)
    returning settings`);
  return row?.settings ?? {};
}

export const signInPage =
  (brandingOf: BrandingOf) =>
  async ({ config, global }: Visit) => ({
    product: config.product,
    branding: await brandingOf(config, global),
    password_login: config.passwordLogin,
    // An account that is made by registering has a password and nothing else.
    registration: config.passwordLogin ? config.registration : ('closed' as const),
  });

/**
 * Lets one transaction of the firm at a time go on from here to its end. For what no constraint can hold: that who stands above
 * whom closes no circle. Asked for before any row is locked, nobody waits crosswise.
 */
export const oneAtATime = async (tx: Tx): Promise<void> =>
  void (await tx.all(sql`select 1 from settings.firm where tenant_id = ${tx.tenant} for no key update`));
