import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import * as format from '../../web/format.ts';
import type { Preview } from './invoices-data.ts';
import styles from './Invoices.module.css';

interface TimeLinesProps {
  found: Preview;
  /** Lines that are left out, by their key. */
  leftOut: readonly string[];
  onLeaveOut: (keys: readonly string[]) => void;
  error: string | undefined;
  children?: ReactNode;
}

/** The lines that unbilled time makes, each of which may be left out, with what the rest comes to. */
export function TimeLines({ found, leftOut, onLeaveOut, error, children }: TimeLinesProps) {
  const { t } = useTranslation();
  const isOut = (key: string): boolean => leftOut.includes(key);
  const turn = (key: string): void => onLeaveOut(isOut(key) ? leftOut.filter((each) => each !== key) : [...leftOut, key]);
  const sum = found.lines.filter(({ key }) => !isOut(key)).reduce((all, { value }) => all + value, 0);
  return (
    <section aria-label={t('invoicing.time')} className={styles.part}>
      <h3>{t('invoicing.time')}</h3>
      {found.lines.length === 0 && <p className={styles.quiet}>{t('invoicing.no_time')}</p>}
      <ul className={styles.choices}>
        {found.lines.map(({ key, description, seconds, rate, value }) => (
          <li key={key}>
            <Checkbox label={description} checked={!isOut(key)} onChange={() => turn(key)} />
            <span>
              {t('invoicing.hours_at', {
                hours: format.hours(seconds),
                rate: rate === null ? t('invoicing.no_rate') : format.money(rate, found.currency),
              })}
            </span>
            <strong data-warn={rate === null || undefined}>{rate === null ? '?' : format.money(value, found.currency)}</strong>
          </li>
        ))}
      </ul>
      {found.lines.length > 1 && <p className={styles.total}>{format.money(sum, found.currency)}</p>}
      {found.unapproved_seconds > 0 && (
        <p className={styles.quiet}>{t('invoicing.unapproved_text', { hours: format.hours(found.unapproved_seconds) })}</p>
      )}
      {error && (
        <p role="alert" className={styles.wrong}>
          {error}
        </p>
      )}
      {children}
    </section>
  );
}

/** What was left out and is not there any more under another day or another order is left out no longer. */
export const stillThere = (leftOut: readonly string[], found: Preview): readonly string[] => {
  const kept = leftOut.filter((key) => found.lines.some((line) => line.key === key));
  return kept.length < leftOut.length ? kept : leftOut;
};
