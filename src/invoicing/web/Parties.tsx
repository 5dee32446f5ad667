import { useTranslation } from 'react-i18next';
import * as format from '../../web/format.ts';
import type { Details } from './invoices-data.ts';
import styles from './Invoices.module.css';
import { StatusBadge } from './StatusBadge.tsx';

/** For whom and in whose name, and where it stands. */
export function Parties({ invoice }: { invoice: Details }) {
  const { t } = useTranslation();
  const { buyer, seller, project, status, overdue, due_on, issued_on, owner } = invoice;
  const place = [buyer.street, [buyer.postal_code, buyer.city].filter(Boolean).join(' '), buyer.country, buyer.vat_id];
  const facts: [string, string | null][] = [
    [t('invoicing.seller'), seller],
    [t('invoicing.project'), project],
    [t('invoicing.issued_on'), issued_on && format.day(issued_on)],
    [t('invoicing.due_on'), due_on && format.day(due_on)],
    [t('invoicing.owner'), owner],
  ];
  return (
    <div className={styles.parties}>
      <address>
        <strong>{buyer.name}</strong>
        {place
          .filter((line) => line)
          .map((line) => (
            <span key={line}>{line}</span>
          ))}
      </address>
      <dl>
        <dt>{t('invoicing.status')}</dt>
        <dd>
          <StatusBadge status={status} overdue={overdue} />
        </dd>
        {facts.map(([name, value]) =>
          value ? (
            <div key={name} className={styles.pair}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
    </div>
  );
}
