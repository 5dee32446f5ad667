import { useTranslation } from 'react-i18next';
import type { Column } from '../../web/ui/index.ts';
import type { LeaveRequest } from './leave-data.ts';
import { StatusBadge } from './StatusBadge.tsx';
import { useLeaveWords } from './words.ts';

type Id = 'when' | 'type' | 'takes' | 'status' | 'comment';

/**
 * The columns of requests, of which each list takes its own.
 * @param dayOf minutes of a day of the person who asked; 0 where it is not known: then hours are shown
 */
export function useRequestColumns(dayOf: (row: LeaveRequest) => number): Record<Id, Column<LeaveRequest>> {
  const { t } = useTranslation();
  const words = useLeaveWords();
  return {
    when: { id: 'when', header: t('leave.when'), cell: (row) => words.when(row), width: 180 },
    type: { id: 'type', header: t('leave.type'), cell: (row) => row.type, width: 110, card: true },
    takes: {
      id: 'takes',
      header: t('leave.takes_head'),
      cell: (row) => (dayOf(row) > 0 ? words.days(row.minutes, dayOf(row)) : words.hours(row.minutes)),
      align: 'right',
      width: 90,
      card: true,
    },
    status: { id: 'status', header: t('leave.status'), cell: (row) => <StatusBadge request={row} />, width: 160, card: true },
    comment: { id: 'comment', header: t('leave.comment'), cell: (row) => row.comment, width: 150 },
  };
}
