import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal, confirm, notify, useReason } from '../../web/ui/index.ts';
import { INVOICES, type Row, call } from './invoices-data.ts';
import styles from './Invoices.module.css';

interface Result {
  id: string;
  number: string | null;
  asked: boolean;
  message: string;
}

/** Sends invoices to the accounting system, after a question that names them: what is sent cannot be taken back. */
export function usePush() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const reason = useReason();
  const [busy, setBusy] = useState(false);
  const [results, setResults] = useState<Result[]>([]);
  const send = async (rows: readonly Pick<Row, 'id'>[]): Promise<void> => {
    setBusy(true);
    try {
      const answer = await call('POST /api/invoices/push', { body: { ids: rows.map(({ id }) => id) } });
      const asked = answer.results.filter((result) => result.asked).length;
      if (asked === answer.results.length) notify.success(t('invoicing.pushing', { count: asked }));
      else setResults(answer.results);
      void client.invalidateQueries({ queryKey: INVOICES });
    } catch (error) {
      notify.error(reason(error));
    } finally {
      setBusy(false);
    }
  };
  const ask = async (rows: readonly Pick<Row, 'id' | 'number' | 'client'>[]): Promise<void> => {
    const [first] = rows;
    const title =
      rows.length === 1 && first
        ? t('invoicing.push_one', { number: first.number ?? first.client })
        : t('invoicing.push_many', { count: rows.length });
    const names = rows.slice(0, 12).map(({ number, client: name }) => number ?? name);
    const text = `${names.join(', ')}${rows.length > names.length ? ', …' : ''}. ${t('invoicing.push_text')}`;
    if (await confirm({ title, text, action: t('invoicing.push_act') })) await send(rows);
  };
  return { busy, results, ask, clear: () => setResults([]) };
}

/** What became of each, where not all could be sent. */
export function PushResults({ results, onClose }: { results: readonly Result[]; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal open={results.length > 0} onClose={onClose} title={t('invoicing.push_results')}>
      <ul className={styles.results}>
        {results.map(({ id, number, asked, message }) => (
          <li key={id} data-failed={!asked || undefined}>
            <strong>{number ?? t('invoicing.status_draft')}</strong> {asked ? t('invoicing.push_waiting') : message}
          </li>
        ))}
      </ul>
    </Modal>
  );
}
