import { invalid, notFound } from '../../kit/problem.ts';
import { checkRange } from '../../leave/server/public.ts';
import { sql } from '../../server/sql.ts';
import type { Tx } from '../../server/tx.ts';
import type { Span } from '../rules.ts';

/** @throws Problem 422 days in the wrong order, or more of them than are booked at a time */
export function checkSpan(span: Pick<Span, 'first_day' | 'last_day'>): void {
  if (span.last_day < span.first_day) throw invalid([{ path: 'last_day', message: 'Must not lie before the first day.' }]);
  checkRange(span.first_day, span.last_day);
}

const CLOSED = {
  completed: 'The project is completed: nobody can be booked on it.',
  archived: 'The project is archived: nobody can be booked on it.',
};

/** What is booked must exist, be open, and be at least one of the two. @throws Problem 404, 422 */
export async function checkWork(tx: Tx, work: { project_id?: string | null; task_type_id?: string | null }): Promise<void> {
  if (!work.project_id && !work.task_type_id)
    throw invalid([{ path: 'project_id', message: 'Choose a project or a task type.' }]);
  const [project, task] = await Promise.all([
    work.project_id
      ? tx.one<{ status: string }>(
          sql`select status from clients.projects where tenant_id = ${tx.tenant} and id = ${work.project_id}`,
        )
      : { status: 'active' },
    work.task_type_id
      ? tx.one<{ is_active: boolean }>(
          sql`select is_active from settings.task_types where tenant_id = ${tx.tenant} and id = ${work.task_type_id}`,
        )
      : { is_active: true },
  ]);
  if (!project) throw notFound('There is no such project.');
  if (!task) throw notFound('There is no such task type.');
  if (project.status === 'completed' || project.status === 'archived') {
    throw invalid([{ path: 'project_id', message: CLOSED[project.status] }]);
  }
  if (!task.is_active) throw invalid([{ path: 'task_type_id', message: 'The task type is no longer used.' }]);
}
