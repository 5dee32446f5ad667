import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { day as dayText, instant } from '../../web/format.ts';
import { Button, ErrorPanel, Waiting } from '../../web/ui/index.ts';
import { USERS, call } from './people-data.ts';
import styles from './UserDetails.module.css';

const STEP = 10;

/** What was changed of a person, by whom and when, the latest first. Asked for only when it is opened. */
export function PersonHistory({ id }: { id: string }) {
  const { t, i18n } = useTranslation();
  const [open, setOpen] = useState(false);
  const [size, setSize] = useState(STEP);
  const query = useQuery({
    queryKey: [...USERS, 'one', id, 'history', size],
    queryFn: ({ signal }) => call('GET /api/users/:id/history', { params: { id }, query: { per_page: size } }, { signal }),
    enabled: open,
    placeholderData: keepPreviousData,
  });
  const valueOf = (field: string, value: string | null): string => {
    if (value === null) return t('people.history_none');
    return /^valid_/.test(field) ? dayText(value) : value;
  };
  const nameOf = (field: string): string => {
    const key = {
      valid_from: 'people.from',
      valid_to: 'people.employed_until',
      is_superuser: 'people.administrator',
      is_active: 'people.active',
    }[field];
    return i18n.exists(key ?? `people.${field}`) ? t(key ?? `people.${field}`) : field;
  };
  const rows = (query.data?.rows ?? []).filter(({ changes }) => changes.length > 0);
  const total = query.data?.pagination.total ?? 0;
  return (
    <details className={styles.sees} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <h2>{t('people.history')}</h2>
      </summary>
      {query.isError && <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />}
      {open && query.isPending && <Waiting rows={3} />}
      {query.data && rows.length === 0 && <p className={styles.since}>{t('people.history_empty')}</p>}
      <ol className={styles.changes}>
        {rows.map((row) => (
          <li key={row.id}>
            <span className={styles.since}>
              {instant(row.at)} · {row.actor ?? t('people.history_system')} ·{' '}
              {t(`people.about_${row.about.replace(/^\w+\./, '')}`)}
            </span>
            <ul>
              {row.changes.map(({ field, before, after }) => (
                <li key={field}>
                  {nameOf(field)}:{' '}
                  {row.action === 'update'
                    ? `${valueOf(field, before)} → ${valueOf(field, after)}`
                    : valueOf(field, after ?? before)}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
      {total > size && (
        <Button size="sm" busy={query.isFetching} onClick={() => setSize(Math.min(200, size + 40))} disabled={size >= 200}>
          {t('people.history_more')}
        </Button>
      )}
    </details>
  );
}
