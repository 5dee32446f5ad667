import { useQuery } from '@tanstack/react-query';
import { type Day, addDays } from '../../kit/day.ts';
import type { BookingRow } from '../contract.ts';
import { call } from './draft.ts';

/** Bookings that are written at once; the server takes no more. */
export const MOST = 500;
const PAGE = 200;
/** How far the bookings of a project are looked for; the server lists no more days at a time. */
const DAYS = 730;

async function fetchAll(projectId: string, from: Day, to: Day, signal: AbortSignal): Promise<BookingRow[]> {
  const rows: BookingRow[] = [];
  for (let page = 1; rows.length <= MOST; page++) {
    const query = { project_id: projectId, from, to, page, per_page: PAGE };
    const answer = await call('GET /api/bookings', { query }, { signal });
    rows.push(...answer.rows);
    if (!answer.pagination.has_next) break;
  }
  return rows;
}

/** The bookings of a project that begin from a day on, of everybody whom the reader sees; undefined until they are there. */
export function useProjectBookings(projectId: string, from: Day, to: Day = addDays(from, DAYS)): BookingRow[] | undefined {
  const { data } = useQuery({
    queryKey: ['bookings', 'of_project', projectId, from, to],
    queryFn: ({ signal }) => fetchAll(projectId, from, to, signal),
  });
  return data?.filter((row) => row.first_day >= from);
}
