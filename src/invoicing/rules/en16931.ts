import { proportion } from '../../kit/money.ts';
import type { Totals, TaxedLine } from '../rules.ts';

/** A document as the rules of the norm look at it. */
export interface Judged extends Totals {
  lines: readonly TaxedLine[];
  seller: { vat_id: string | null; tax_number: string };
  buyer: { vat_id: string | null };
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

/**
 * The rules of EN 16931 on sums and categories that a document breaks, by their names; the library that writes e-invoices checks
 * their form alone. BR-CO-10 and BR-CO-13 are one here: there are no allowances on the whole.
 */
export function brokenRules({ lines, taxes, net, tax, gross, seller, buyer }: Judged): string[] {
  const broken = new Set<string>();
  const must = (rule: string, holds: boolean): void => void (holds || broken.add(rule));
  const used = new Set(lines.map(({ tax_category }) => tax_category));
  must('BR-16', lines.length > 0);
  must('BR-CO-10', net === sum(lines.map(({ amount }) => amount)));
  must('BR-CO-14', tax === sum(taxes.map((group) => group.tax)));
  must('BR-CO-15', gross === net + tax);
  must('BR-CO-18', taxes.length > 0);
  for (const group of taxes) {
    const own = lines.filter((line) => line.tax_category === group.tax_category && line.tax_rate === group.tax_rate);
    must(`BR-${group.tax_category}-08`, group.base === sum(own.map(({ amount }) => amount)));
    must('BR-CO-17', group.tax === proportion(group.base, group.tax_rate, 10_000));
    if (group.tax_category === 'S') must('BR-S-05', group.tax_rate > 0);
    else must(`BR-${group.tax_category}-09`, group.tax === 0 && group.tax_rate === 0);
    if (group.tax_category === 'E') must('BR-E-10', group.tax_reason !== '');
  }
  for (const line of lines)
    must(
      `BR-${line.tax_category}-01`,
      taxes.some((group) => group.tax_category === line.tax_category && group.tax_rate === line.tax_rate),
    );
  if (used.has('S') || used.has('Z') || used.has('E')) must('BR-S-02', seller.vat_id !== null || seller.tax_number !== '');
  if (used.has('AE')) must('BR-AE-02', (seller.vat_id !== null || seller.tax_number !== '') && buyer.vat_id !== null);
  // What is outside of the scope of VAT stands alone.
  if (used.has('O')) must('BR-O-11', used.size === 1);
  return [...broken];
}
