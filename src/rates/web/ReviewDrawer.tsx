import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Day } from '../../kit/day.ts';
import * as format from '../../web/format.ts';
import { Button, DateField, Drawer, ErrorPanel, Loaded, TextInput, Waiting, notify } from '../../web/ui/index.ts';
import { Differences } from './Differences.tsx';
import styles from './Rates.module.css';
import { type Sheet, call, useRatesChanged } from './rates-data.ts';
import { type Draft, type Row, wantedOf } from './sheet-draft.ts';

export interface ReviewDrawerProps {
  rows: readonly Row[];
  draft: Draft;
  sheet: Sheet;
  /** The day that the sheet shows. */
  day: Day;
  onClose: () => void;
  onApplied: () => void;
}

/** What was typed, from what to what and from which day on, before it holds for everybody. */
export function ReviewDrawer({ rows, draft, sheet, day, onClose, onApplied }: ReviewDrawerProps) {
  const { t } = useTranslation();
  const changed = useRatesChanged();
  const [from, setFrom] = useState(day);
  const [note, setNote] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const rates = wantedOf(rows, draft, sheet);
  const body = { rates, valid_from: from };
  const query = useQuery({
    queryKey: ['rates_preview', body],
    queryFn: ({ signal }) => call('POST /api/pricing_admin/preview', { body }, { signal }),
    gcTime: 0,
    retry: false,
  });
  const apply = async (): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      const answer = await call('POST /api/pricing_admin/update_variables', { body: { ...body, note } });
      const count = answer.added + answer.changed;
      await changed();
      notify.success(t('rates.applied', { count, shown: format.number(count), day: format.day(from) }));
      onApplied();
    } catch (reason) {
      setError(reason);
      setBusy(false);
    }
  };
  const buttons = (
    <>
      <Button onClick={onClose}>{t('web.cancel')}</Button>
      <Button level="primary" busy={busy} disabled={!query.data} onClick={() => void apply()}>
        {t('rates.apply')}
      </Button>
    </>
  );
  return (
    <Drawer open onClose={onClose} title={t('rates.review')} size="wide" actions={buttons}>
      <div className={styles.reviewFields}>
        <DateField
          label={t('rates.valid_from')}
          value={from}
          onChange={(next) => next && setFrom(next)}
          clearable={false}
          min={format.today()}
        />
        <TextInput label={t('rates.note')} value={note} onChange={setNote} maxLength={500} />
      </div>
      {error !== undefined && <ErrorPanel error={error} title={t('rates.not_applied')} />}
      <p className={styles.hint}>{t('rates.review_text')}</p>
      <Loaded query={query} skeleton={<Waiting rows={4} />} errorTitle={t('rates.not_applied')}>
        {({ differences }) => <Differences differences={differences} />}
      </Loaded>
    </Drawer>
  );
}
