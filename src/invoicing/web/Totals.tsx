import { useTranslation } from 'react-i18next';
import * as format from '../../web/format.ts';
import type { Totals as Sums } from '../rules.ts';
import styles from './Invoices.module.css';

export interface TotalsProps {
  totals: Sums;
  currency: string;
  /** What the time on it is worth, at agreed rates and at list prices. */
  value: number;
  standard: number;
  isCredit: boolean;
}

/** What an invoice comes to: net, tax by rate, gross; and what of the worth of its time is recovered. */
export function Totals({ totals, currency, value, standard, isCredit }: TotalsProps) {
  const { t } = useTranslation();
  const shown = (amount: number): string => format.money(isCredit ? -amount : amount, currency);
  return (
    <section aria-label={t('invoicing.totals')} className={styles.totals}>
      <dl>
        <dt>{t('invoicing.net')}</dt>
        <dd>{shown(totals.net)}</dd>
        {totals.taxes.map(({ tax_category, tax_rate, base, tax }) => (
          <div key={`${tax_category} ${tax_rate}`} className={styles.pair}>
            <dt>
              {tax_category === 'S'
                ? t('invoicing.tax_on', { rate: format.percent(tax_rate / 10_000, 2), base: shown(base) })
                : t(`invoicing.tax_${tax_category}`)}
            </dt>
            <dd>{shown(tax)}</dd>
          </div>
        ))}
        <dt data-main>{t('invoicing.gross')}</dt>
        <dd data-main>{shown(totals.gross)}</dd>
      </dl>
      {standard > 0 && (
        <p className={styles.quiet}>
          {t('invoicing.worth', {
            value: format.money(value, currency),
            standard: format.money(standard, currency),
            recovery: format.percent(totals.net / standard, 1),
          })}
        </p>
      )}
    </section>
  );
}
