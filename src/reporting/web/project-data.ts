import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callReporting } from './report-data.ts';

/** Under the key of the project itself: what makes it stale makes these stale. */
const keyOf = (id: string, what: string): readonly unknown[] => ['projects', 'one', id, what];

/** Logged, booked and budgeted hours of one project. */
export const useProjectFigures = (id: string) =>
  useQuery({
    queryKey: keyOf(id, 'figures'),
    queryFn: ({ signal }) => callReporting('GET /api/projects/:id/figures', { params: { id } }, { signal }),
  });

export const useProjectPeople = (id: string, page: number, perPage: number) =>
  useQuery({
    queryKey: [...keyOf(id, 'people'), page, perPage],
    queryFn: ({ signal }) =>
      callReporting('GET /api/projects/:id/people', { params: { id }, query: { page, per_page: perPage } }, { signal }),
    placeholderData: keepPreviousData,
  });

export const useProjectBookings = (id: string, page: number, perPage: number) =>
  useQuery({
    queryKey: [...keyOf(id, 'bookings'), page, perPage],
    queryFn: ({ signal }) =>
      callReporting('GET /api/projects/:id/bookings', { params: { id }, query: { page, per_page: perPage } }, { signal }),
    placeholderData: keepPreviousData,
  });

/** Logged time of the projects of a page, by project: one question however many cells ask. */
export const useLogged = (ids: readonly string[]) =>
  useQuery({
    queryKey: ['projects', 'logged', ids],
    queryFn: async ({ signal }) => {
      const rows = await callReporting('POST /api/projects/logged', { body: { ids: [...ids] } }, { signal });
      return new Map(rows.map(({ project_id, logged_seconds }) => [project_id, logged_seconds]));
    },
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  });
