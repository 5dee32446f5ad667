import type { TaxCategory } from '../rules.ts';

/** Members of the European Union, whose VAT directive (2006/112/EC) decides where a service is taxed. */
export const EU: readonly string[] = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(
  ' ',
);

/**
 * Standard rates of VAT in hundredths of a per cent, with which a seller begins; the seller's own rate counts. Source: the
 * Commission's database of taxes in Europe, and the tax authorities of GB, CH, NO and LI.
 */
export const STANDARD_RATES: Readonly<Record<string, number>> = {
  AT: 2000,
  BE: 2100,
  BG: 2000,
  CH: 810,
  CY: 1900,
  CZ: 2100,
  DE: 1900,
  DK: 2500,
  EE: 2400,
  ES: 2100,
  FI: 2550,
  FR: 2000,
  GB: 2000,
  GR: 2400,
  HR: 2500,
  HU: 2700,
  IE: 2300,
  IT: 2200,
  LI: 810,
  LT: 2100,
  LU: 1700,
  LV: 2100,
  MT: 1800,
  NL: 2100,
  NO: 2500,
  PL: 2300,
  PT: 2300,
  RO: 2100,
  SE: 2500,
  SI: 2200,
  SK: 2300,
};

/** Currencies of countries outside of the euro; everybody else begins with EUR. */
export const CURRENCIES: Readonly<Record<string, string>> = {
  CH: 'CHF',
  CZ: 'CZK',
  DK: 'DKK',
  GB: 'GBP',
  HU: 'HUF',
  LI: 'CHF',
  NO: 'NOK',
  PL: 'PLN',
  RO: 'RON',
  SE: 'SEK',
  US: 'USD',
};

export interface Taxed {
  country: string | null;
  vat_id: string | null;
}

export interface TaxCase {
  tax_category: TaxCategory;
  tax_rate: number;
}

/**
 * How services of a seller to a client are taxed, as a rule:
 * - at home, and for a private client elsewhere in the Union (art. 45), at the seller's rate;
 * - for a business elsewhere in the Union (art. 44, 196) the client owes the tax: reverse charge, which needs both VAT numbers;
 * - for a client outside of the Union, or of a seller outside of it for a client abroad, outside of the scope of VAT.
 */
export function taxCaseOf(seller: Taxed & { tax_rate: number }, buyer: Taxed): TaxCase {
  const home: TaxCase =
    seller.tax_rate > 0 ? { tax_category: 'S', tax_rate: seller.tax_rate } : { tax_category: 'O', tax_rate: 0 };
  const [from, to] = [seller.country, buyer.country];
  if (to === null || from === null || to === from) return home;
  if (EU.includes(from) && EU.includes(to))
    return buyer.vat_id !== null && seller.vat_id !== null ? { tax_category: 'AE', tax_rate: 0 } : home;
  return { tax_category: 'O', tax_rate: 0 };
}

/** Why no tax is charged, as the code list VATEX of the Commission names it; of what has none the reason stands in words. */
export const EXEMPTION_CODES: Readonly<Partial<Record<TaxCategory, string>>> = { AE: 'VATEX-EU-AE', O: 'VATEX-EU-O' };
