import { newId } from '../../kit/ids.ts';
import { conflict } from '../../kit/problem.ts';
import type { Config } from '../../server/config.ts';
import type { Visit } from '../../server/route.ts';
import { seal, unseal } from '../../server/secrets.ts';
import { newSigningKey, postableAddress } from '../../server/signed-post.ts';
import { sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { oneAtATime } from '../../settings/server/public.ts';

export interface Connector extends Record<string, unknown> {
  id: string;
  kind: 'webhook' | 'folder';
  address: string;
  secret: string;
  is_active: boolean;
  version: number;
}

const placeOf = (tenant: number): string => `invoicing.connectors ${tenant}`;

export const connectorOf = (tx: Tx): Promise<Connector | undefined> =>
  tx.one<Connector>(sql`select * from invoicing.connectors where tenant_id = ${tx.tenant}`);

/** What deliveries of a firm are signed with. */
export const secretOf = (config: Config, tenant: number, { secret }: Connector): string =>
  unseal(config, secret, placeOf(tenant));

/** Where issued invoices go; never its secret. */
export async function readConnector(tx: Tx) {
  const found = await connectorOf(tx);
  if (!found) return { kind: 'none' as const, address: '', is_signed: false, is_active: false, version: 0 };
  const { kind, address, secret, is_active, version } = found;
  return { kind, address, is_signed: secret !== '', is_active, version };
}

interface Wanted {
  kind: 'webhook' | 'folder';
  address?: string;
  is_active?: boolean;
  new_signing_key?: boolean;
  version?: number;
}

/** @throws Problem 422 for what is no address that may be called */
const addressOf = ({ kind, address = '' }: Wanted, config: Config): string =>
  kind === 'folder' ? '' : postableAddress(address, config);

/** Sets where issued invoices go. A new secret is told in this answer and never again. @throws Problem 409 when stale, 422 */
export async function keepConnector(tx: Tx, _actor: Actor, { body }: { body: Wanted }, { config }: Visit) {
  await oneAtATime(tx);
  const before = await connectorOf(tx);
  if (body.version !== undefined && body.version !== (before?.version ?? 0))
    throw conflict('Somebody else changed this in the meantime.', await readConnector(tx));
  const address = addressOf(body, config);
  // Whoever changes the address learns nothing that the old one was signed with.
  const isNew =
    body.kind === 'webhook' && (body.new_signing_key === true || !before || before.secret === '' || before.address !== address);
  const secret = isNew ? newSigningKey() : null;
  const set = {
    kind: body.kind,
    address,
    is_active: body.is_active ?? true,
    ...(secret === null ? {} : { secret: seal(config, secret, placeOf(tx.tenant)) }),
  };
  const [row] = before
    ? await tx.write.update<Connector>('invoicing.connectors', [{ before, set }])
    : await tx.write.insert<Connector>('invoicing.connectors', [{ id: newId(), ...set }]);
  tx.say({ topic: 'invoices' });
  const { kind, is_active, version } = row as Connector;
  return { kind, address, is_active, signing_key: secret, version };
}
