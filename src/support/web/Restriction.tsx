import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { day } from '../../web/format.ts';
import { usePageFlag } from '../../web/session.ts';
import { Button, ErrorPanel, ReasonDialog, notify } from '../../web/ui/index.ts';
import { type Leaver, leaverKey } from './privacy-data.ts';
import { call } from './tickets-data.ts';

/** Whether the data of a person may be used, and why not; an administrator restricts their use with a reason, and lifts it. */
export function Restriction({ row }: { row: Leaver }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const canEdit = usePageFlag('can_edit', 'users');
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const { restricted_at: since, restricted_reason: why, name } = row;
  const change = async (reason: string | null): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      const changed = await call('PUT /api/privacy/people/:id/restriction', { params: { id: row.user_id }, body: { reason } });
      client.setQueryData(leaverKey(row.user_id), changed);
      setAsking(false);
      notify.success(t(reason === null ? 'support.unrestricted' : 'support.restricted', { name }));
    } catch (refusal) {
      setAsking(false);
      setError(refusal);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      {error !== undefined && <ErrorPanel error={error} title={t('support.restriction_failed')} />}
      {since !== null && <p>{t('support.restricted_since', { day: day(since.slice(0, 10)), why })}</p>}
      {canEdit && since !== null && (
        <Button disabled={busy} onClick={() => void change(null)}>
          {t('support.unrestrict')}
        </Button>
      )}
      {canEdit && since === null && <Button onClick={() => setAsking(true)}>{t('support.restrict')}</Button>}
      <ReasonDialog
        open={asking}
        title={t('support.restrict_title', { name })}
        label={t('support.restrict_why')}
        text={t('support.restrict_text')}
        missing={t('support.restrict_missing')}
        action={t('support.restrict_act')}
        busy={busy}
        onClose={() => setAsking(false)}
        onReason={(reason) => void change(reason)}
      />
    </>
  );
}
