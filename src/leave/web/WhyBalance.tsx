import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Day } from '../../kit/day.ts';
import type { ReplyOf } from '../../kit/endpoint.ts';
import * as format from '../../web/format.ts';
import { useMayCall, usePageFlag } from '../../web/session.ts';
import { DateField, Drawer, Loaded, Waiting } from '../../web/ui/index.ts';
import type { leaveContract } from '../contract.ts';
import { CorrectBalance } from './CorrectBalance.tsx';
import styles from './Leave.module.css';
import { LEAVE, call } from './leave-data.ts';
import { inDays, useLeaveWords } from './words.ts';

type Ledger = ReplyOf<(typeof leaveContract)['GET /api/leave_ledger']>;
type Line = Ledger['lines'][number];

export interface WhyBalanceProps {
  /** Empty: closed. */
  typeId: string;
  userId: string | undefined;
  onClose: () => void;
}

/** How a balance came about, line by line, on any day: today's, or one to come. */
export function WhyBalance({ typeId, userId, onClose }: WhyBalanceProps) {
  const { t } = useTranslation();
  const [day, setDay] = useState<Day>(format.today());
  const canEdit = usePageFlag('can_edit', 'users');
  const mayCorrect = useMayCall()('users.edit') && canEdit;
  const query = useQuery({
    queryKey: [...LEAVE, 'ledger', typeId, userId, day],
    queryFn: ({ signal }) =>
      call(
        'GET /api/leave_ledger',
        { query: { type_id: typeId, as_of: day, ...(userId ? { user_id: userId } : {}) } },
        { signal },
      ),
    enabled: typeId !== '',
    placeholderData: keepPreviousData,
  });
  return (
    <Drawer
      open={typeId !== ''}
      onClose={onClose}
      size="wide"
      title={query.data ? t('leave.why_title', { type: query.data.type, name: query.data.user }) : t('leave.balance')}
    >
      <div className={styles.why}>
        <DateField
          label={t('leave.balance_on')}
          description={t('leave.balance_on_text')}
          value={day}
          onChange={(next) => next && setDay(next)}
          clearable={false}
        />
        <Loaded query={query} skeleton={<Waiting rows={8} />}>
          {(ledger) => (
            <>
              <Derivation ledger={ledger} />
              {mayCorrect && <CorrectBalance userId={ledger.user_id} typeId={ledger.type_id} dayMinutes={ledger.day_minutes} />}
            </>
          )}
        </Loaded>
      </div>
    </Drawer>
  );
}

function Derivation({ ledger }: { ledger: Ledger }) {
  const { t } = useTranslation();
  const words = useLeaveWords();
  const day = ledger.day_minutes;
  return (
    <>
      <p className={styles.takes} role="status">
        {t('leave.balance_is', { day: format.day(ledger.as_of), days: words.days(ledger.balance, day) })}
      </p>
      {ledger.lines.length === 0 ? (
        <p className={styles.quiet}>{t('leave.no_lines')}</p>
      ) : (
        <section className={styles.scroll} aria-label={t('leave.lines')} tabIndex={0}>
          <table className={styles.lines}>
            <caption>{t('leave.lines')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('leave.line_day')}</th>
                <th scope="col">{t('leave.line_what')}</th>
                <th scope="col" data-right>
                  {t('leave.line_days')}
                </th>
                <th scope="col" data-right>
                  {t('leave.balance')}
                </th>
              </tr>
            </thead>
            <tbody>
              {ledger.lines.map((line, index) => (
                <LedgerLine key={`${line.day} ${line.kind} ${index}`} line={line} dayMinutes={day} />
              ))}
            </tbody>
          </table>
        </section>
      )}
      <p className={styles.quiet}>{t('leave.day_is', { hours: format.hoursOfMinutes(day) })}</p>
    </>
  );
}

function LedgerLine({ line, dayMinutes }: { line: Line; dayMinutes: number }) {
  const { t } = useTranslation();
  const sign = line.minutes > 0 ? '+' : '';
  const layer = line.layer && t(`leave.layer_${line.layer}`);
  const when = line.last_day && line.last_day !== line.day ? format.dayRange(line.day, line.last_day) : format.day(line.day);
  return (
    <tr>
      <td>{when}</td>
      <td>
        <strong>{[t(`leave.kind_${line.kind}`), layer].filter(Boolean).join(', ')}</strong>
        <span className={styles.note}>{line.text}</span>
        {line.comment && <span className={styles.note}>{line.comment}</span>}
        {line.by && <span className={styles.note}>{t('leave.by', { name: line.by })}</span>}
        {!line.posted && <span className={styles.note}>{t('leave.not_posted')}</span>}
      </td>
      <td data-right data-below={line.minutes < 0 || undefined}>
        {sign}
        {inDays(line.minutes, dayMinutes)}
      </td>
      <td data-right>{inDays(line.balance, dayMinutes)}</td>
    </tr>
  );
}
