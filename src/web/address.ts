import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { isDay } from '../kit/day.ts';

/** How one search parameter is read and written. What cannot be read is the default; the default is not written. */
export interface Codec<T> {
  read: (text: string) => T | undefined;
  write: (value: T) => string;
  fallback: T;
}

/** Free text. */
export const word = (fallback = ''): Codec<string> => ({ read: (text) => text, write: (value) => value, fallback });

/** Ids or names, comma separated. */
export const list = (fallback: readonly string[] = []): Codec<readonly string[]> => ({
  read: (text) => text.split(',').filter((part) => part !== ''),
  write: (value) => value.join(','),
  fallback,
});

/** One of a few words. */
export const choice = <const T extends string>(options: readonly T[], fallback: NoInfer<T>): Codec<T> => ({
  read: (text) => options.find((option) => option === text),
  write: (value) => value,
  fallback,
});

/** A whole number of at least `least`. */
export const whole = (fallback = 1, least = 1): Codec<number> => ({
  read: (text) => (/^\d{1,9}$/.test(text) && Number(text) >= least ? Number(text) : undefined),
  write: String,
  fallback,
});

/** A number as text, or nothing. */
export const numeral = (): Codec<string> => ({
  read: (text) => (/^-?\d{1,15}(\.\d{1,6})?$/.test(text) ? text : undefined),
  write: (value) => value,
  fallback: '',
});

/** A calendar day, or nothing. */
export const day = (fallback = ''): Codec<string> => ({
  read: (text) => (isDay(text) ? text : undefined),
  write: (value) => value,
  fallback,
});

/** On or off. */
export const flag = (fallback = false): Codec<boolean> => ({
  read: (text) => (text === '1' ? true : text === '0' ? false : undefined),
  write: (value) => (value ? '1' : '0'),
  fallback,
});

export type Codecs = Readonly<Record<string, Codec<never>>>;
export type AddressValues<C> = { [K in keyof C]: C[K] extends Codec<infer T> ? T : never };

/** Reads the parameters that the codecs name. */
export function readAddress<C>(codecs: C, search: Readonly<Record<string, unknown>>): AddressValues<C> {
  const values: Record<string, unknown> = {};
  for (const [name, codec] of Object.entries(codecs as Record<string, Codec<unknown>>)) {
    const raw = search[name];
    values[name] = (typeof raw === 'string' ? codec.read(raw) : undefined) ?? codec.fallback;
  }
  return values as AddressValues<C>;
}

/** Writes changed values over a search; defaults vanish from it. */
export function writeAddress<C>(
  codecs: C,
  search: Readonly<Record<string, unknown>>,
  change: Partial<AddressValues<C>>,
): Record<string, string> {
  const next = { ...search } as Record<string, string>;
  for (const [name, value] of Object.entries(change)) {
    const codec = (codecs as Record<string, Codec<unknown>>)[name];
    if (!codec) continue;
    const text = value === undefined ? '' : codec.write(value);
    if (value === undefined || text === codec.write(codec.fallback)) delete next[name];
    else next[name] = text;
  }
  return next;
}

export interface SetAddress<C> {
  /** `replace` leaves no history entry: for text that is being typed. */
  (change: Partial<AddressValues<C>>, how?: { replace?: boolean }): void;
}

/** The view's state in the address. The codecs must be made once, outside of the component. */
export function useAddress<C extends Record<string, unknown>>(codecs: C): [AddressValues<C>, SetAddress<C>] {
  const search = useRouterState({ select: (state) => state.location.search as Record<string, unknown> });
  const navigate = useNavigate();
  const values = useMemo(() => readAddress(codecs, search), [codecs, search]);
  const set = useCallback<SetAddress<C>>(
    (change, how) => {
      void navigate({
        to: '.',
        search: ((before: Record<string, unknown>) => writeAddress(codecs, before, change)) as never,
        replace: how?.replace ?? false,
        resetScroll: false,
      });
    },
    [codecs, navigate],
  );
  return [values, set];
}

/** Search text → parameters, each plain text. */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

const readable: Readonly<Record<string, string>> = { '%2C': ',', '%3A': ':', '%2F': '/', '%20': '+', '%40': '@' };

/** Parameters → search text that people can read: commas and colons stay as they are. */
export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const parts = Object.entries(search).flatMap(([name, value]) => {
    if (value === undefined || value === null || value === '') return [];
    const text = encodeURIComponent(Array.isArray(value) ? value.join(',') : String(value));
    return [`${encodeURIComponent(name)}=${text.replace(/%2C|%3A|%2F|%20|%40/g, (code) => readable[code] ?? code)}`];
  });
  return parts.length > 0 ? `?${parts.join('&')}` : '';
}
