import { useQuery } from '@tanstack/react-query';
import type { ReplyTo } from '../../web/api.ts';
import type { settingsContract } from '../contract.ts';
import { call } from './tasks-data.ts';

export type DataField = ReplyTo<(typeof settingsContract)['GET /api/settings/get_all_data_fields']>['rows'][number];
export type Collection = DataField['collection'];
export type FieldType = DataField['type'];

/** Values of one record by the keys of its fields. */
export type Custom = Record<string, unknown>;

/** Under this key every list of data fields is kept. */
export const FIELDS = ['settings', 'fields'];

export const COLLECTIONS: readonly Collection[] = ['users', 'clients', 'projects', 'time_entries'];
export const TYPES: readonly FieldType[] = ['text', 'number', 'date', 'boolean', 'choice', 'multi_choice', 'user'];

export const useAllFields = () =>
  useQuery({
    queryKey: FIELDS,
    queryFn: ({ signal }) => call('GET /api/settings/get_all_data_fields', { query: {} }, { signal }),
  });

/** The fields of a collection that are in use, in the order of forms; none while they are not known. */
export const useDataFields = (collection: Collection): readonly DataField[] =>
  (useAllFields().data?.rows ?? []).filter((field) => field.collection === collection && field.is_active);

/** A key made from a label: `Kostenstelle (intern)` → `kostenstelle_intern`. */
export function keyOf(label: string): string {
  const plain = label
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '');
  return plain.slice(0, 41).replace(/_+$/, '');
}
