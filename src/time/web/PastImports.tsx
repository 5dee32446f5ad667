import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReplyOf } from '../../kit/endpoint.ts';
import * as format from '../../web/format.ts';
import { Button, type Column, DataTable, Loaded, confirm, notify } from '../../web/ui/index.ts';
import type { timeContract } from '../contract.ts';
import styles from './ImportTime.module.css';
import { afterEntries, callTime, reasonOf } from './sheet-query.ts';

type Past = ReplyOf<(typeof timeContract)['GET /api/time_imports']>[number];
type Judged = ReplyOf<(typeof timeContract)['POST /api/time_imports/:id/check_undo']>;

/** Where the list of imports is kept. */
export const IMPORTS = 'time-imports';
const PER_PAGE = 10;

/** What was imported before, each with the way back: all that it brought goes, unless something was changed or locked since. */
export function PastImports() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [page, setPage] = useState(1);
  const [busy, setBusy] = useState('');
  const [held, setHeld] = useState<{ name: string; judged: Judged }>();
  const query = useQuery({
    queryKey: [IMPORTS, page],
    queryFn: ({ signal }) => callTime('GET /api/time_imports', { query: { page, per_page: PER_PAGE } }, { signal }),
    placeholderData: keepPreviousData,
  });

  const undo = async ({ id, file_name: name }: Past): Promise<void> => {
    const judged = await callTime('POST /api/time_imports/:id/check_undo', { params: { id } });
    setHeld(judged.hindered > 0 ? { name, judged } : undefined);
    if (judged.hindered > 0) return;
    const hours = format.hours(judged.seconds);
    const values = { count: judged.entries, shown: format.number(judged.entries), hours, name };
    const sure = await confirm({
      title: t('time.import_undo_title', { name }),
      text: t('time.import_undo_text', values),
      action: t('time.import_undo'),
      danger: true,
    });
    if (!sure) return;
    await callTime('POST /api/time_imports/:id/undo', { params: { id } });
    await Promise.all([afterEntries(client), client.invalidateQueries({ queryKey: [IMPORTS] })]);
    notify.success(t('time.import_undone', values));
  };
  const start = async (past: Past): Promise<void> => {
    setBusy(past.id);
    try {
      await undo(past);
    } catch (error) {
      notify.error(reasonOf(error));
    } finally {
      setBusy('');
    }
  };

  const columns: Column<Past>[] = [
    { id: 'file', header: t('time.import_file'), cell: (past) => past.file_name, fixed: true },
    {
      id: 'rows',
      header: t('time.import_count'),
      cell: (past) => format.number(past.created_count),
      align: 'right',
      fixed: true,
    },
    { id: 'at', header: t('time.import_at'), cell: (past) => format.instant(past.created_at), fixed: true },
    { id: 'by', header: t('time.import_by'), cell: (past) => past.created_by ?? '', fixed: true },
    {
      id: 'undo',
      header: t('time.import_undo'),
      cell: (past) =>
        past.undone_at ? (
          <span className={styles.hint}>{t('time.import_undone_at', { at: format.instant(past.undone_at) })}</span>
        ) : (
          <Button
            size="sm"
            busy={busy === past.id}
            aria-label={t('time.import_undo_of', { name: past.file_name })}
            onClick={() => void start(past)}
          >
            {t('time.import_undo')}
          </Button>
        ),
      fixed: true,
    },
  ];
  return (
    <div className={styles.steps}>
      <h3>{t('time.past_imports')}</h3>
      {held && <Hindered name={held.name} judged={held.judged} />}
      <Loaded
        query={query}
        isEmpty={(data) => data.rows.length === 0}
        empty={<p className={styles.hint}>{t('time.no_imports')}</p>}
      >
        {({ rows, pagination }) => (
          <DataTable
            name="time_imports"
            caption={t('time.past_imports')}
            columns={columns}
            rows={rows}
            rowKey={(past) => past.id}
            pagination={pagination}
            onPage={setPage}
          />
        )}
      </Loaded>
    </div>
  );
}

/** Why an import stays: what was changed or locked since. */
function Hindered({ name, judged }: { name: string; judged: Judged }) {
  const { t } = useTranslation();
  const { hindered, hindrances } = judged;
  return (
    <div className={styles.problem} role="alert">
      <p className={styles.made}>{t('time.import_held', { count: hindered, shown: format.number(hindered), name })}</p>
      <ul>
        {hindrances.map((each, at) => (
          <li key={at}>
            {[format.day(each.day), each.user, each.project, t(`time.import_why_${each.why}`)].filter(Boolean).join(' · ')}
          </li>
        ))}
      </ul>
    </div>
  );
}
