import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { day, hoursOfMinutes, instant } from '../../web/format.ts';
import { Button, ErrorPanel, Waiting } from '../../web/ui/index.ts';
import { CLIENTS, PROJECTS, call } from './clients-data.ts';
import styles from './ProjectPanel.module.css';

const STEP = 20;
const MOST = 200;
/** Fields whose names the texts have under another key. */
const NAMES: Readonly<Record<string, string>> = {
  client_id: 'client',
  team_id: 'team',
  parent_id: 'group',
  responsible_id: 'responsible',
  budget_minutes: 'budget_hours',
};
const WORDS: Readonly<Record<string, string>> = {
  status: 'status_',
  billing_status: 'billing_',
  fee_kind: 'fee_',
  logging: 'logging_',
};

/** What was changed of a client or a project, by whom and when, the latest first. */
export function Feed({ kind, id }: { kind: 'clients' | 'projects'; id: string }) {
  const { t, i18n } = useTranslation();
  const [size, setSize] = useState(STEP);
  const query = useQuery({
    queryKey: [...(kind === 'clients' ? CLIENTS : PROJECTS), 'one', id, 'history', size],
    queryFn: ({ signal }) => call(`GET /api/${kind}/:id/history`, { params: { id }, query: { per_page: size } }, { signal }),
    placeholderData: keepPreviousData,
  });
  if (query.isError) return <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />;
  if (query.isPending) return <Waiting rows={6} />;
  const nameOf = (field: string): string => t(`clients.${NAMES[field] ?? field}`);
  const shown = (field: string, value: string | null): string => {
    if (value === null) return t('clients.nothing');
    const word = field === 'status' && kind === 'clients' ? `client_${value}` : WORDS[field] && `${WORDS[field]}${value}`;
    if (word && i18n.exists(`clients.${word}`)) return t(`clients.${word}`);
    if (value === 'true' || value === 'false') return t(value === 'true' ? 'clients.yes' : 'clients.no');
    if (/_on$/.test(field)) return day(value);
    return field === 'budget_minutes' ? hoursOfMinutes(Number(value)) : value;
  };
  const { rows, pagination } = query.data;
  return (
    <section aria-label={t('clients.history')}>
      <ol className={styles.feed}>
        {rows.map((row) => (
          <li key={row.id}>
            <span className={styles.muted}>
              {instant(row.at)} · {row.actor ?? t('clients.system')}
            </span>{' '}
            {t(`clients.did_${row.action}`)}
            {row.changes.length > 0 && (
              <ul>
                {row.changes.map(({ field, before, after }) => (
                  <li key={field}>
                    {row.action === 'update'
                      ? `${nameOf(field)}: ${shown(field, before)} → ${shown(field, after)}`
                      : `${nameOf(field)}: ${shown(field, after ?? before)}`}
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ol>
      {pagination.total > size && size < MOST && (
        <Button size="sm" busy={query.isFetching} onClick={() => setSize(Math.min(MOST, size + 60))}>
          {t('clients.more_history')}
        </Button>
      )}
    </section>
  );
}
