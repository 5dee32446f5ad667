import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, confirm, notify, useReason } from '../../web/ui/index.ts';
import { type LeaveRequest, call, useLeaveChanged } from './leave-data.ts';
import { useLeaveWords } from './words.ts';

/** Takes a request back. It cannot be brought back, only asked for again: so it asks first. */
export function CancelLeave({ request }: { request: LeaveRequest }) {
  const { t } = useTranslation();
  const reason = useReason();
  const changed = useLeaveChanged();
  const words = useLeaveWords();
  const [busy, setBusy] = useState(false);
  const when = words.when(request);
  const cancel = async (): Promise<void> => {
    const text = t(request.status === 'approved' ? 'leave.cancel_approved_text' : 'leave.cancel_text', { when });
    if (!(await confirm({ title: t('leave.cancel_title'), text, action: t('leave.cancel_leave'), danger: true }))) return;
    setBusy(true);
    try {
      await call('POST /api/leave_requests/decide', { body: { ids: [request.id], status: 'cancelled' } });
      notify.success(t('leave.cancelled', { when }));
    } catch (error) {
      notify.error(reason(error));
    }
    setBusy(false);
    await changed();
  };
  return (
    <Button size="sm" busy={busy} aria-label={t('leave.cancel_named', { when })} onClick={() => void cancel()}>
      {t('leave.cancel_leave')}
    </Button>
  );
}
