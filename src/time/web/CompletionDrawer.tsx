import { useQuery } from '@tanstack/react-query';
import { IconBell, IconTable } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { isoWeek } from '../../kit/day.ts';
import * as format from '../../web/format.ts';
import { Button, Drawer, LinkButton, Loaded } from '../../web/ui/index.ts';
import styles from './Completion.module.css';
import { type CompletionRow, call, shareText } from './completion-data.ts';

export interface CompletionDrawerProps {
  row: CompletionRow | undefined;
  from: string;
  to: string;
  onClose: () => void;
  onRemind: (() => void) | undefined;
  mayOpenSheet: boolean;
  onNext: (() => void) | undefined;
  onPrevious: (() => void) | undefined;
}

/** What one person misses, day by day, with what was planned on these days. */
export function CompletionDrawer({ row, from, to, onClose, onRemind, mayOpenSheet, onNext, onPrevious }: CompletionDrawerProps) {
  const { t } = useTranslation();
  const id = row?.user_id;
  const query = useQuery({
    queryKey: ['completion', 'days', id, from, to],
    queryFn: ({ signal }) => call('POST /api/utilization/completion_days', { body: { user_id: id ?? '', from, to } }, { signal }),
    enabled: id !== undefined,
  });
  const first = query.data?.days[0]?.day ?? from;
  return (
    <Drawer
      open={row !== undefined}
      onClose={onClose}
      title={row?.name ?? ''}
      onNext={onNext}
      onPrevious={onPrevious}
      actions={
        row && (
          <>
            {onRemind && row.filled < row.due && (
              <Button level="primary" icon={<IconBell size={16} aria-hidden="true" />} onClick={onRemind}>
                {t('time.remind')}
              </Button>
            )}
            {mayOpenSheet && (
              <LinkButton
                icon={<IconTable size={16} aria-hidden="true" />}
                to="/time_tracking/timesheet"
                search={{ user: row.user_id, w: isoWeek(first) }}
              >
                {t('time.open_timesheet')}
              </LinkButton>
            )}
          </>
        )
      }
    >
      {row && (
        <>
          <p>{[row.grade, row.team].filter(Boolean).join(' · ')}</p>
          <dl className={styles.facts}>
            <dt>{t('time.completion')}</dt>
            <dd>{shareText(row)}</dd>
            <dt>{t('time.due_hours')}</dt>
            <dd>{format.hoursOfMinutes(row.due)}</dd>
            <dt>{t('time.logged_hours')}</dt>
            <dd>{format.hoursOfMinutes(row.logged)}</dd>
            <dt>{t('time.leave')}</dt>
            <dd>{format.hoursOfMinutes(row.leave)}</dd>
            <dt>{t('time.missing_hours')}</dt>
            <dd>{format.hoursOfMinutes(row.due - row.filled)}</dd>
            <dt>{t('time.reminded')}</dt>
            <dd>{row.reminded_at ? format.instant(row.reminded_at) : t('time.never')}</dd>
          </dl>
          <h3>{t('time.missing_days')}</h3>
          <Loaded query={query} isEmpty={(data) => data.days.length === 0} empty={<p>{t('time.no_missing_days')}</p>}>
            {({ days }) => (
              <table className={styles.days}>
                <thead>
                  <tr>
                    <th scope="col">{t('time.day')}</th>
                    <th scope="col">{t('time.missing_hours')}</th>
                    <th scope="col">{t('time.planned_label')}</th>
                  </tr>
                </thead>
                <tbody>
                  {days.map(({ day, due, leave, logged, planned }) => (
                    <tr key={day}>
                      <th scope="row">{format.day(day, 'short')}</th>
                      <td>{format.hoursOfMinutes(due - leave - logged)}</td>
                      <td>{format.hoursOfMinutes(planned)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )}
          </Loaded>
        </>
      )}
    </Drawer>
  );
}
