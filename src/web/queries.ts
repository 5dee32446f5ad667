import { QueryClient } from '@tanstack/react-query';
import { CallError } from './request.ts';

const STALE_MS = 30_000;
/** From here on the server is not there at all, and the next moment it may be. */
const FIRST_PASSING_STATUS = 502;
/** Too many at once: in a moment there is room again. */
const TOO_MANY = 429;

/** What the screens have fetched. It lives as long as the page: log-out and another firm start a new one. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: STALE_MS,
      retry: (failures, error) =>
        failures < 1 &&
        error instanceof CallError &&
        (error.status === 0 || error.status === TOO_MANY || error.status >= FIRST_PASSING_STATUS),
    },
  },
});
