import { conflict, invalid } from '../../kit/problem.ts';
import { said } from '../../kit/said.ts';
import { sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import type { Seller } from '../contract.ts';
import { isPattern } from '../rules.ts';
import { oneAtATime } from '../../settings/server/public.ts';

export type StoredSeller = Seller & Record<string, unknown>;

/** In whose name the firm invoices, by name. */
export const sellersOf = (tx: Tx): Promise<StoredSeller[]> =>
  tx.all<StoredSeller>(
    sql`select * from invoicing.sellers where tenant_id = ${tx.tenant} order by name_lc collate app.names, id`,
  );

export const listSellers = async (tx: Tx): Promise<{ sellers: Seller[] }> => ({ sellers: await sellersOf(tx) });

/**
 * Who invoices: as it is named, else the one that stands by default, else the only one.
 * @throws Problem 422 where nobody invoices yet, or it is not clear who
 */
export async function sellerFor(tx: Tx, ids: readonly (string | null | undefined)[]): Promise<StoredSeller> {
  const sellers = await sellersOf(tx);
  const refuse = (message: string) => invalid([{ path: 'seller_id', message }]);
  if (sellers.length === 0) throw refuse('Nobody is set up to invoice yet: an administrator says in whose name.');
  const named = ids.find((id) => id !== null && id !== undefined);
  const found = named ? sellers.find(({ id }) => id === named) : (sellers.find((seller) => seller.is_default) ?? sellers[0]);
  if (!found) throw refuse('There is no such seller.');
  return found;
}

const IBAN_GROUP = 97n;

/** ISO 13616: with its first four characters at the end and letters as numbers, it leaves 1 divided by 97. */
function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{4,30}$/.test(text)) return false;
  const digits = `${text.slice(4)}${text.slice(0, 4)}`.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return BigInt(digits) % IBAN_GROUP === 1n;
}

type Fields = Omit<Seller, 'id' | 'version'> & { version?: number };

function refuseFaulty(given: Fields): void {
  const errors = [
    given.iban !== '' && !isIban(given.iban) ? { path: 'iban', message: said`"${given.iban}" is no account number.` } : undefined,
    given.vat_id !== null && !/^[A-Z]{2}[A-Z0-9+*]{2,13}$/.test(given.vat_id)
      ? { path: 'vat_id', message: said`"${given.vat_id}" is no VAT number.` }
      : undefined,
    ...(['invoice_pattern', 'credit_pattern'] as const).map((path) =>
      isPattern(given[path]) ? undefined : { path, message: 'A pattern has one run of zeros in braces: INV-{YYYY}-{0000}.' },
    ),
    given.invoice_pattern.toLowerCase() === given.credit_pattern.toLowerCase()
      ? { path: 'credit_pattern', message: 'Credit notes have numbers of their own.' }
      : undefined,
  ].filter((error) => error !== undefined);
  if (errors.length > 0) throw invalid(errors);
}

const plain = (text: string): string => text.replace(/\s/g, '').toUpperCase();

/** Adds or changes who invoices. What was issued says what it said. @throws Problem 409 when stale, 422 */
export async function keepSeller(
  tx: Tx,
  _actor: Actor,
  { params, body }: { params: { id: string }; body: Fields },
): Promise<Seller> {
  const { version, ...given } = body;
  const set = {
    ...given,
    name: given.name.trim(),
    iban: plain(given.iban),
    bic: plain(given.bic),
    vat_id: given.vat_id ? plain(given.vat_id) : null,
  };
  refuseFaulty(set);
  await oneAtATime(tx);
  const sellers = await sellersOf(tx);
  const before = sellers.find(({ id }) => id === params.id);
  if (before && version !== undefined && version !== before.version)
    throw conflict('Somebody else changed this in the meantime.', before);
  if (sellers.some(({ id, name }) => id !== params.id && name.toLowerCase() === set.name.toLowerCase()))
    throw invalid([{ path: 'name', message: said`There is a seller "${set.name}" already.` }]);
  const used = (pattern: string): boolean =>
    sellers.some(
      (each) =>
        each.id !== params.id &&
        [each.invoice_pattern, each.credit_pattern].some((one) => one.toLowerCase() === pattern.toLowerCase()),
    );
  for (const path of ['invoice_pattern', 'credit_pattern'] as const)
    if (used(set[path])) throw invalid([{ path, message: 'Another seller has numbers of this form.' }]);
  const isDefault = set.is_default || sellers.length === 0;
  const others = sellers.filter((each) => each.is_default && each.id !== params.id);
  if (isDefault)
    await tx.write.update(
      'invoicing.sellers',
      others.map((each) => ({ before: each, set: { is_default: false } })),
    );
  const fields = { ...set, is_default: isDefault };
  const [row] = before
    ? await tx.write.update<StoredSeller>('invoicing.sellers', [{ before, set: fields }])
    : await tx.write.insert<StoredSeller>('invoicing.sellers', [{ id: params.id, ...fields }]);
  tx.say({ topic: 'invoices' });
  return row as StoredSeller;
}
