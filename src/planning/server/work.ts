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

interface OnPhase {
  project_id?: string | null | undefined;
  phase_id?: string | null | undefined;
}

/** A phase is one of the booking's own project; however many bookings, one question. @throws Problem 422 */
export async function checkPhases(tx: Tx, works: readonly OnPhase[]): Promise<void> {
  const named = works.filter(({ phase_id }) => phase_id);
  if (named.length === 0) return;
  const ids = [...new Set(named.map(({ phase_id }) => phase_id))];
  const rows = await tx.all<{ id: string; project_id: string }>(sql`
    select id, project_id from clients.phases where tenant_id = ${tx.tenant} and id = any(${ids}::uuid[]) for key share`);
  const projectOf = new Map(rows.map(({ id, project_id }) => [id, project_id]));
  if (named.some(({ project_id, phase_id }) => !project_id || projectOf.get(phase_id ?? '') !== project_id))
    throw invalid([{ path: 'phase_id', message: 'The project has no such phase.' }]);
}

/** A change that also leaves the phase of a project behind that it leaves, unless it names another one. */
export const leavingPhase = <S extends OnPhase>(before: OnPhase, set: S): S =>
  before.phase_id && set.phase_id === undefined && set.project_id !== undefined && set.project_id !== before.project_id
    ? { ...set, phase_id: null }
    : set;

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
