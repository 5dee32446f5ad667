import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import type { settingsContract } from '../../settings/contract.ts';
import { caller } from '../../web/api.ts';
import { listed } from '../../web/format.ts';
import styles from './ProjectPanel.module.css';

const callSettings = caller<typeof settingsContract>();
const LEAST = 3;
const SHOWN = 3;

/** Says while a name is typed which others hold it already: the same thing twice is found before it is saved. */
export function Similar({ collection, typed }: { collection: 'clients' | 'projects'; typed: string }) {
  const { t } = useTranslation();
  const wanted = useDeferredValue(typed.trim());
  const { data } = useQuery({
    queryKey: ['similar', collection, wanted],
    queryFn: ({ signal }) =>
      callSettings(
        'POST /api/settings/smart_search',
        { query: {}, body: { query: wanted, collections: [collection], top: SHOWN + 1 } },
        { signal },
      ),
    enabled: wanted.length >= LEAST,
  });
  const found = wanted.length >= LEAST ? (data ?? []) : [];
  return (
    <p className={styles.similar} role="status">
      {found.length > 0 &&
        t(found.length > SHOWN ? 'clients.similar_more' : 'clients.similar', {
          names: listed(found.slice(0, SHOWN).map(({ label }) => label)),
        })}
    </p>
  );
}
