import type { UserCellProps } from '../../people/web/public.ts';
import { useBalances } from './leave-data.ts';
import { useLeaveWords } from './words.ts';

/** What is left of a person's leave today, in the list of users. */
export default function LeaveLeft({ userId, page }: UserCellProps) {
  const words = useLeaveWords();
  const { data } = useBalances(page);
  const own = (data?.rows ?? []).filter((row) => row.user_id === userId);
  const days = (row: (typeof own)[number]): string => words.days(row.balance, row.day_minutes);
  return <>{own.map((row) => (own.length > 1 ? `${row.type}: ${days(row)}` : days(row))).join(', ')}</>;
}
