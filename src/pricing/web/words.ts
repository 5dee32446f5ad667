import * as format from '../../web/format.ts';
import { locale } from '../../web/i18n/text.ts';
import { type Figures, marginRatio, recoveryOf } from '../rules.ts';

/** What stands where there is nothing to show. */
export const NONE = '–';

export const share = (ratio: number | null): string => (ratio === null ? NONE : format.percent(ratio, 1));
export const recovery = (figures: Pick<Figures, 'fee' | 'standard'>): string => share(recoveryOf(figures));
export const margin = (figures: Pick<Figures, 'nfi' | 'cost'>): string => share(marginRatio(figures));
/** Hundredths of a per cent. */
export const hundredths = (value: number): string => format.percent(value / 10_000, 2);
/** A column's heading: a phase by its name, a month as the language writes it in short. */
export const columnName = (unit: 'phase' | 'month', column: string): string =>
  unit === 'month'
    ? new Intl.DateTimeFormat(locale(), { month: 'short', year: 'numeric', timeZone: 'UTC' }).format(
        new Date(`${column}T00:00:00Z`),
      )
    : column;
