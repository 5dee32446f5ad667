import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notify, useReason } from '../../web/ui/index.ts';
import { type LeaveRequest, call, useLeaveChanged } from './leave-data.ts';

type Decide = (requests: readonly LeaveRequest[], status: 'approved' | 'rejected', reason?: string) => Promise<boolean>;

/** Decides requests, all or none, and says so. Answers whether it was done. */
export function useDecide(): [busy: boolean, decide: Decide] {
  const { t } = useTranslation();
  const say = useReason();
  const changed = useLeaveChanged();
  const [busy, setBusy] = useState(false);
  const decide: Decide = async (requests, status, reason) => {
    setBusy(true);
    try {
      const body = { ids: requests.map(({ id }) => id), status, ...(reason ? { reason } : {}) };
      await call('POST /api/leave_requests/decide', { body });
      notify.success(t(`leave.done_${status}`, { count: requests.length, name: requests[0]?.user }));
      return true;
    } catch (error) {
      notify.error(say(error));
      return false;
    } finally {
      setBusy(false);
      void changed();
    }
  };
  return [busy, decide];
}
