import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Codec, choice, list } from '../../web/address.ts';
import { day, number } from '../../web/format.ts';
import type { Column } from '../../web/ui/index.ts';
import type { Filter } from '../../web/ui/FilterBar.tsx';
import { type Collection, type Custom, type DataField, useDataFields } from './fields-data.ts';
import { usePeopleNames } from './people-names.ts';

/** What a value of a field is called, for lists. */
function useWords(fields: readonly DataField[]): (field: DataField, custom: Custom) => string {
  const { t } = useTranslation();
  const people = usePeopleNames(fields.some(({ type }) => type === 'user'));
  return ({ key, type }, custom) => {
    const value = Object.hasOwn(custom, key) ? custom[key] : undefined;
    if (value === undefined || value === null) return '';
    if (type === 'boolean') return value === true ? t('settings.yes') : t('settings.no');
    if (type === 'number' && typeof value === 'number') return number(value, 6);
    if (type === 'date' && typeof value === 'string') return day(value);
    if (type === 'user') return people.get(String(value)) ?? '';
    return Array.isArray(value) ? value.join(', ') : String(value);
  };
}

/** The firm's own fields as columns of a table, shown when they are chosen. */
export function useFieldColumns(collection: Collection): Column<{ custom: Custom }>[] {
  const fields = useDataFields(collection);
  const words = useWords(fields);
  return fields.map((field) => ({
    id: `field_${field.key}`,
    header: field.label,
    cell: ({ custom }) => words(field, custom),
    optional: true,
    ...(field.type === 'number' ? { align: 'right' as const } : {}),
  }));
}

/** What was written in the firm's own fields of a record, as a line: `Cost centre: 12`. */
export function useCustomWords(collection: Collection): (custom: Custom) => string[] {
  const fields = useDataFields(collection);
  const words = useWords(fields);
  return (custom) =>
    fields.flatMap((field) => {
      const text = words(field, custom);
      return text === '' ? [] : [`${field.label}: ${text}`];
    });
}

const FILTERED = ['choice', 'multi_choice', 'boolean', 'user'];
const inAddress = (key: string): string => `field_${key}`;

export interface FieldFilters {
  /** Parameters of the address, one for each field that can be filtered by. */
  codecs: Readonly<Record<string, Codec<never>>>;
  filters: Filter[];
  /** The parameters, emptied. */
  none: Readonly<Record<string, undefined>>;
  /** What the server is asked for, by the values of the address; undefined: everything. */
  custom: (values: Readonly<Record<string, unknown>>) => Custom | undefined;
}

/** Filters by the firm's own fields that have a few values to choose from. */
export function useFieldFilters(collection: Collection): FieldFilters {
  const { t } = useTranslation();
  const all = useDataFields(collection);
  const fields = all.filter(({ type }) => FILTERED.includes(type));
  const people = usePeopleNames(fields.some(({ type }) => type === 'user'));
  const shape = JSON.stringify(fields.map(({ key, type }) => [key, type]));
  const codecs = useMemo(() => {
    const named = (JSON.parse(shape) as [string, string][]).map(([key, type]) => [
      inAddress(key),
      type === 'boolean' ? choice(['', 'true', 'false'], '') : list(),
    ]);
    return Object.fromEntries(named) as Readonly<Record<string, Codec<never>>>;
  }, [shape]);
  const filters = fields.map(({ key, label, type, options }): Filter => {
    const named = { id: inAddress(key), label };
    if (type === 'boolean')
      return {
        ...named,
        kind: 'one',
        options: [
          { id: 'true', name: t('settings.yes') },
          { id: 'false', name: t('settings.no') },
        ],
      };
    const choices =
      type === 'user' ? [...people].map(([id, name]) => ({ id, name })) : options.map((name) => ({ id: name, name }));
    return { ...named, kind: 'many', options: choices };
  });
  const custom = (values: Readonly<Record<string, unknown>>): Custom | undefined => {
    const wanted = fields.flatMap(({ key, type }): [string, unknown][] => {
      const value = values[inAddress(key)];
      if (type === 'boolean') return value === 'true' || value === 'false' ? [[key, value === 'true']] : [];
      return Array.isArray(value) && value.length > 0 ? [[key, value]] : [];
    });
    return wanted.length > 0 ? Object.fromEntries(wanted) : undefined;
  };
  const none = Object.fromEntries(Object.keys(codecs).map((name) => [name, undefined]));
  return { codecs, filters, none, custom };
}
