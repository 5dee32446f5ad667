import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Page } from '../../kit/endpoint.ts';
import * as format from '../../web/format.ts';
import { Button, Loaded, Waiting } from '../../web/ui/index.ts';
import styles from './Leave.module.css';
import type { Balance } from './leave-data.ts';
import { inDays, useLeaveWords } from './words.ts';

export interface BalanceCardsProps {
  query: UseQueryResult<Page<Balance>>;
  onWhy: (typeId: string) => void;
}

/** What is left of each type of leave, and where the figure comes from. */
export function BalanceCards({ query, onWhy }: BalanceCardsProps) {
  const { t } = useTranslation();
  return (
    <section aria-label={t('leave.balance')}>
      <Loaded query={query} skeleton={<Waiting rows={3} />} errorTitle={t('leave.balance_failed')}>
        {({ rows }) =>
          rows.length === 0 ? (
            <p className={styles.quiet}>{t('leave.no_balance')}</p>
          ) : (
            <ul className={styles.cards}>
              {rows.map((balance) => (
                <BalanceCard key={`${balance.type_id} ${balance.year}`} balance={balance} onWhy={onWhy} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}

function BalanceCard({ balance: row, onWhy }: { balance: Balance; onWhy: (typeId: string) => void }) {
  const { t } = useTranslation();
  const words = useLeaveWords();
  const day = row.day_minutes;
  const entitled = row.carried_over + row.granted + row.adjusted + row.expired;
  const facts: [name: string, minutes: number][] = [
    [t('leave.entitled'), entitled],
    [t('leave.taken'), row.taken],
    [t('leave.planned'), row.planned],
    [t('leave.pending'), row.pending],
    [t('leave.still_to_ask'), row.available],
    [t('leave.at_year_end', { day: format.day(row.to, 'brief') }), row.year_end],
  ];
  return (
    <li className={styles.card}>
      <h2>{row.type}</h2>
      <p className={styles.big}>
        {words.days(row.balance, day)}
        <span className={styles.quiet}>{t('leave.on_day', { day: format.day(row.as_of) })}</span>
      </p>
      <dl className={styles.facts}>
        {facts.map(([name, minutes]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd data-below={minutes < 0 || undefined}>{words.days(minutes, day)}</dd>
          </div>
        ))}
      </dl>
      {row.expiring > 0 && row.expires_on && (
        <p className={styles.warning}>
          {t('leave.expires', { days: words.days(row.expiring, day), day: format.day(row.expires_on) })}
        </p>
      )}
      <Button
        size="sm"
        onClick={() => onWhy(row.type_id)}
        aria-label={t('leave.why_named', { shown: inDays(row.balance, day), type: row.type })}
      >
        {t('leave.why', { shown: inDays(row.balance, day) })}
      </Button>
    </li>
  );
}
