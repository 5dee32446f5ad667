import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Codec, choice, day, list, numeral, word } from '../../web/address.ts';
import * as format from '../../web/format.ts';
import type { Column, ImportField, Option } from '../../web/ui/index.ts';
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
    if (type === 'number' && typeof value === 'number') return format.number(value, 6);
    if (type === 'date' && typeof value === 'string') return format.day(value);
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

const inAddress = (key: string): string => `field_${key}`;
/** The far end of a span of numbers or days. */
const endInAddress = (key: string): string => `field_${key}_to`;
const hasEnds = (type: string): boolean => type === 'number' || type === 'date';

export interface FieldFilters {
  /** Parameters of the address, one for each field; two where a field has a span. */
  codecs: Readonly<Record<string, Codec<never>>>;
  filters: Filter[];
  /** The parameters, emptied. */
  none: Readonly<Record<string, undefined>>;
  /** What the server is asked for, by the values of the address; undefined: everything. */
  custom: (values: Readonly<Record<string, unknown>>) => Custom | undefined;
}

function codecsOf([key, type]: [string, string]): [string, Codec<unknown>][] {
  const end = type === 'number' ? numeral() : day();
  if (hasEnds(type))
    return [
      [inAddress(key), end as Codec<unknown>],
      [endInAddress(key), end as Codec<unknown>],
    ];
  const codec = type === 'text' ? word() : type === 'boolean' ? choice(['', 'true', 'false'], '') : list();
  return [[inAddress(key), codec as Codec<unknown>]];
}

/** What is asked of one field; undefined: nothing. */
function wantedOf({ key, type }: DataField, values: Readonly<Record<string, unknown>>): unknown {
  const value = values[inAddress(key)];
  if (type === 'boolean') return value === 'true' || value === 'false' ? value === 'true' : undefined;
  if (type === 'text') return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
  if (!hasEnds(type)) return Array.isArray(value) && value.length > 0 ? value : undefined;
  const [from, to] = [value, values[endInAddress(key)]].map((end) =>
    typeof end !== 'string' || end === '' ? undefined : type === 'number' ? Number(end) : end,
  );
  if (from === undefined && to === undefined) return undefined;
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
}

/** Filters by the firm's own fields: words, spans of numbers and days, and choices. */
export function useFieldFilters(collection: Collection): FieldFilters {
  const { t } = useTranslation();
  const fields = useDataFields(collection);
  const people = usePeopleNames(fields.some(({ type }) => type === 'user'));
  const shape = JSON.stringify(fields.map(({ key, type }) => [key, type]));
  const codecs = useMemo(
    () =>
      Object.fromEntries((JSON.parse(shape) as [string, string][]).flatMap(codecsOf)) as unknown as Readonly<
        Record<string, Codec<never>>
      >,
    [shape],
  );
  const filters = fields.map(({ key, label, type, options }): Filter => {
    const named = { id: inAddress(key), label };
    if (type === 'text') return { ...named, kind: 'text' };
    if (type === 'number') return { ...named, kind: 'range', to: endInAddress(key) };
    if (type === 'date') return { ...named, kind: 'period', to: endInAddress(key), clearable: true };
    if (type === 'boolean') return { ...named, kind: 'one', options: yesOrNo(t) };
    const choices = type === 'user' ? asOptions(people) : options.map((name) => ({ id: name, name }));
    return { ...named, kind: 'many', options: choices };
  });
  const custom = (values: Readonly<Record<string, unknown>>): Custom | undefined => {
    const wanted = fields.flatMap((field): [string, unknown][] => {
      const value = wantedOf(field, values);
      return value === undefined ? [] : [[field.key, value]];
    });
    return wanted.length > 0 ? Object.fromEntries(wanted) : undefined;
  };
  const none = Object.fromEntries(Object.keys(codecs).map((name) => [name, undefined]));
  return { codecs, filters, none, custom };
}

const asOptions = (people: ReadonlyMap<string, string>): Option[] => [...people].map(([id, name]) => ({ id, name }));
const yesOrNo = (t: (key: string) => string): Option[] => [
  { id: 'true', name: t('settings.yes') },
  { id: 'false', name: t('settings.no') },
];

/** The firm's own fields as columns of a table that is imported, with what may be chosen in each. */
export function useFieldImports(collection: Collection): ImportField[] {
  const { t } = useTranslation();
  return useDataFields(collection).map(({ key, label, type, options }) => ({
    id: `custom_${key}`,
    header: label,
    ...(type === 'boolean' ? { options: yesOrNo(t) } : {}),
    ...(type === 'choice' ? { options: options.map((name) => ({ id: name, name })) } : {}),
  }));
}
