import { useQuery } from '@tanstack/react-query';
import { type ReplyTo, caller } from '../../web/api.ts';
import type { settingsContract } from '../contract.ts';

export const call = caller<typeof settingsContract>();

export type TaskType = ReplyTo<(typeof settingsContract)['POST /api/settings/add_type_task']>;

/** Under this key every list of task types is kept. */
export const TASKS = ['settings', 'tasks'];

export const useTaskTypes = () =>
  useQuery({ queryKey: TASKS, queryFn: ({ signal }) => call('GET /api/settings/get_tasks', { query: {} }, { signal }) });
