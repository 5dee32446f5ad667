import { useTranslation } from 'react-i18next';
import { ReasonDialog } from '../../web/ui/index.ts';
import type { LeaveRequest } from './leave-data.ts';
import { useLeaveWords } from './words.ts';

export interface RejectDialogProps {
  /** None: closed. */
  requests: readonly LeaveRequest[];
  busy: boolean;
  onClose: () => void;
  onReject: (reason: string) => void;
}

/** Refuses one or several requests. Whoever asked reads why, so there must be a reason. */
export function RejectDialog({ requests, busy, onClose, onReject }: RejectDialogProps) {
  const { t } = useTranslation();
  const words = useLeaveWords();
  const [first] = requests;
  return (
    <ReasonDialog
      open={requests.length > 0}
      title={t('leave.reject_title', { count: requests.length, name: first?.user, when: first && words.when(first) })}
      label={t('leave.reason')}
      text={t('leave.reject_text')}
      missing={t('leave.reject_missing')}
      action={t('leave.reject_count', { count: requests.length })}
      busy={busy}
      onClose={onClose}
      onReason={onReject}
    />
  );
}
