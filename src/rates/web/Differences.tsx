import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import * as format from '../../web/format.ts';
import { type Column, DataTable, EmptyState, Waiting } from '../../web/ui/index.ts';
import { AMOUNTS, keyOf } from '../rules.ts';
import styles from './Rates.module.css';
import { reviewParts } from './rate-parts.ts';
import { type Difference, useCountries } from './rates-data.ts';

/** What rates would change, from what to what, and what other rooms know that this touches. */
export function Differences({ differences }: { differences: readonly Difference[] }) {
  const { t } = useTranslation();
  const countries = useCountries();
  const columns: Column<Difference>[] = [
    {
      id: 'role',
      header: t('rates.role_and_grade'),
      cell: (row) => (
        <>
          {row.service_line}, {row.role}
          <br />
          <span className={styles.quiet}>
            {row.grade}, {countries.find(({ id }) => id === row.country)?.name ?? row.country}
          </span>
        </>
      ),
      fixed: true,
      width: 150,
    },
    {
      id: 'what',
      header: t('rates.what'),
      cell: (row) => <Amounts difference={row} />,
      card: 'line',
      width: 240,
    },
    {
      id: 'holds',
      header: t('rates.holds'),
      cell: (row) =>
        row.valid_to ? format.dayRange(row.valid_from, row.valid_to) : t('rates.holds_from', { day: format.day(row.valid_from) }),
      card: true,
      width: 120,
    },
  ];
  return (
    <>
      <DataTable
        name="rate_differences"
        caption={t('rates.differences')}
        columns={columns}
        rows={differences}
        rowKey={(row) => `${keyOf(row)} ${row.valid_from}`}
        empty={<EmptyState title={t('rates.no_differences')} />}
      />
      {differences.length > 0 && <Touched differences={differences} />}
    </>
  );
}

function Touched({ differences }: { differences: readonly Difference[] }) {
  const { t } = useTranslation();
  const each = differences.map(({ sl_role_id, grade, country }) => ({ sl_role_id, grade, country }));
  const rates = [...new Map(each.map((rate) => [Object.values(rate).join(' '), rate])).values()];
  return reviewParts.parts().map(({ id, title, Content }) => (
    <div key={id} className={styles.after}>
      <h3>{t(title)}</h3>
      <Suspense fallback={<Waiting rows={2} />}>
        <Content rates={rates} />
      </Suspense>
    </div>
  ));
}

function Amounts({ difference: { before, after, currency } }: { difference: Difference }) {
  const { t } = useTranslation();
  const money = (minor: number | null | undefined): string =>
    minor === null || minor === undefined ? t('rates.none') : format.money(minor, currency);
  return (
    <ul className={styles.amounts}>
      {AMOUNTS.filter((amount) => (before?.[amount] ?? null) !== after[amount]).map((amount) => {
        const [old, next] = [before?.[amount] ?? null, after[amount]];
        const by = old && next !== null ? format.percent(next / old - 1, 1) : '';
        return (
          <li key={amount}>
            {t(`rates.${amount}`)}: {money(old)} → <strong>{money(next)}</strong>{' '}
            {by && `(${next !== null && next > (old ?? 0) ? '+' : ''}${by})`}
          </li>
        );
      })}
    </ul>
  );
}
