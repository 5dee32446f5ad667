/** Regions of Intl that are no country with people of a firm in it: unions, pseudo regions and the like. */
const NO_COUNTRY = new Set('AC AQ BV CP CQ DG EA EU EZ HM IC QO TA UN XA XB XK ZZ'.split(' '));

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** Every country by its ISO code, with its name in a language, in the order of the names. */
export function countriesIn(language: string): { code: string; name: string }[] {
  const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => !NO_COUNTRY.has(code) && new Intl.Locale(`und-${code}`).region === code)
    .flatMap((code) => {
      const name = names.of(code);
      return name ? [{ code, name }] : [];
    })
    .sort((a, b) => a.name.localeCompare(b.name, language));
}

/** Every currency of today's lists, with its name in a language. */
export function currenciesIn(language: string): { code: string; name: string }[] {
  const names = new Intl.DisplayNames([language], { type: 'currency' });
  return Intl.supportedValuesOf('currency').map((code) => ({ code, name: `${code} – ${names.of(code) ?? code}` }));
}

/** Time zones, this browser's own first among equals. */
export const timeZones = (own: string): string[] => [...new Set([...Intl.supportedValuesOf('timeZone'), own])].sort();

/** The time zone of this browser. */
export const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The country that a browser's languages point to: `de-AT` is Austria; without one, the language's own. */
export function likelyCountry(wishes: readonly string[]): string {
  const named = wishes.flatMap((wish) => new Intl.Locale(wish).region ?? []);
  return named[0] ?? new Intl.Locale(wishes[0] ?? 'de').maximize().region ?? 'DE';
}
