import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as format from '../../web/format.ts';
import { Loaded, Waiting } from '../../web/ui/index.ts';
import styles from './AddTime.module.css';
import { callTime } from './sheet-query.ts';

/** Who wrote and changed an entry, fetched when it is opened. */
export function EntryHistory({ id }: { id: string }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <details className={styles.history} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('time.history')}</summary>
      {open && <Changes id={id} />}
    </details>
  );
}

/** A value as a person reads it. */
function valueText(field: string, value: string | null, yes: string, no: string): string {
  if (value === null) return '–';
  if (field === 'seconds') return format.hours(Number(value));
  if (field === 'day') return format.day(value);
  if (field === 'chargeable') return value === 'true' ? yes : no;
  return value;
}

function Changes({ id }: { id: string }) {
  const { t } = useTranslation();
  const query = useQuery({
    queryKey: ['entry-history', id],
    queryFn: ({ signal }) =>
      callTime('GET /api/time_entries/:id/history', { params: { id }, query: { per_page: 50 } }, { signal }),
    staleTime: 0,
  });
  const shown = (field: string, value: string | null): string => valueText(field, value, t('time.yes'), t('time.no'));
  return (
    <Loaded
      query={query}
      skeleton={<Waiting rows={2} />}
      isEmpty={({ rows }) => rows.length === 0}
      empty={<p>{t('time.history_none')}</p>}
    >
      {({ rows }) => (
        <ol>
          {rows.map(({ id: key, at, by, action, changes }) => (
            <li key={key}>
              {[format.instant(at), by, t(`time.history_${action === 'insert' || action === 'update' ? action : 'else'}`)]
                .filter(Boolean)
                .join(' · ')}
              {action === 'update' &&
                changes.map(({ field, before, after }) => (
                  <span key={field}>
                    {t(`time.field_${field}`)}: {shown(field, before)} → {shown(field, after)}
                  </span>
                ))}
            </li>
          ))}
        </ol>
      )}
    </Loaded>
  );
}
