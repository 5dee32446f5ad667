import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as format from '../../web/format.ts';
import { Button, notify, useReason } from '../../web/ui/index.ts';
import styles from './Pricing.module.css';
import { type Details, call, useTaken } from './pricing-data.ts';

/** Rates that were changed since this version took them, and the way to take them anew. */
export function MovedRates({ pricing, isDirty }: { pricing: Details; isDirty: boolean }) {
  const { t } = useTranslation();
  const reason = useReason();
  const taken = useTaken();
  const [busy, setBusy] = useState(false);
  const { id, may, shown } = pricing;
  const { lines, day } = shown.moved;
  if (lines === 0) return null;
  const run = async (work: () => Promise<Details>): Promise<void> => {
    setBusy(true);
    try {
      taken(await work());
      notify.success(t('pricing.done_repriced', { day: format.day(day) }));
    } catch (error) {
      notify.error(reason(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className={styles.card} aria-label={t('pricing.moved_title')}>
      <p role="status">{t('pricing.moved', { count: lines, day: format.day(day) })}</p>
      {may.edit && isDirty && <p className={styles.hint}>{t('pricing.moved_save')}</p>}
      <div className={styles.acts}>
        {may.edit && (
          <Button
            busy={busy}
            disabled={isDirty}
            onClick={() =>
              void run(() =>
                call('POST /api/pricing/edit', { body: { id, version: shown.version, rate_day: day, reprice: true } }),
              )
            }
          >
            {t('pricing.reprice')}
          </Button>
        )}
        {may.renew && (
          <Button
            busy={busy}
            onClick={() => void run(() => call('POST /api/pricings/:id/versions', { params: { id }, body: { reprice: true } }))}
          >
            {t('pricing.new_version_repriced')}
          </Button>
        )}
      </div>
    </section>
  );
}
