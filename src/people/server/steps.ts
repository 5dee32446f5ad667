import { GRADES, type Grade } from '../../kit/grades.ts';
import { conflict, invalid } from '../../kit/problem.ts';
import { type Text, said } from '../../kit/said.ts';
import { sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { refuseIfUsed } from '../../server/usage.ts';
import { MOST_STEPS } from '../rules.ts';
import { refuseFlag } from './policy.ts';

/** A step of a grade. Where a firm has none of its own the grade is one, and its id is the grade. */
export interface Step {
  id: string;
  grade: Grade;
  /** Place within the grade, from 1, the lowest first. */
  step: number;
  name: string;
}

interface StepRow extends Step, Record<string, unknown> {
  version: number;
}

interface StepInput {
  id?: string;
  grade: Grade;
  name: string;
}

/** The steps within each grade, lowest first. */
export async function listDetailedGrades(tx: Tx): Promise<Step[]> {
  const rows = await tx.all<Step>(sql`
    select id, grade, step, name from people.grade_steps where tenant_id = ${tx.tenant} order by grade, step`);
  const byGrade = Map.groupBy(rows, (row) => row.grade);
  return GRADES.flatMap((grade) => byGrade.get(grade) ?? [{ id: grade, grade, step: 1, name: grade }]);
}

/** @throws Problem 422 at each name that is empty or stands twice within its grade, and where a grade has too many */
function checkSteps(steps: readonly StepInput[]): void {
  const seen = new Set<string>();
  const counts = new Map<Grade, number>();
  const errors = steps.flatMap(({ grade, name }, index): { path: string; message: Text }[] => {
    const path = `steps.${index}.name`;
    const key = `${grade}/${name.toLowerCase()}`;
    const count = (counts.get(grade) ?? 0) + 1;
    counts.set(grade, count);
    if (name === '') return [{ path, message: 'Must not be empty.' }];
    if (count === MOST_STEPS + 1) return [{ path, message: said`A grade has at most ${MOST_STEPS} steps.` }];
    if (seen.has(key)) return [{ path, message: said`${grade} has a step "${name}" already.` }];
    seen.add(key);
    return [];
  });
  if (errors.length > 0) throw invalid(errors);
}

/** Each of the wanted steps with its place and the row that it was. @throws Problem 422 for a step that is not there, or of another grade */
function placed(steps: readonly StepInput[], known: ReadonlyMap<string, StepRow>) {
  const counts = new Map<Grade, number>();
  return steps.map(({ id, grade, name }, index) => {
    const before = id === undefined ? undefined : known.get(id);
    if (id !== undefined && !before) throw invalid([{ path: `steps.${index}.id`, message: 'There is no such step.' }]);
    if (before && before.grade !== grade)
      throw invalid([{ path: `steps.${index}.grade`, message: 'A step stays in its grade.' }]);
    const step = (counts.get(grade) ?? 0) + 1;
    counts.set(grade, step);
    return { before, set: { grade, step, name } };
  });
}

/**
 * Makes these the steps within the grades, in this order; one that is left out is removed.
 * @throws Problem 409 where a removed one is or was held, or where others changed the list meanwhile; 422
 */
export async function writeSteps(
  tx: Tx,
  actor: Actor,
  { body }: { body: { steps: StepInput[]; was?: string[] } },
): Promise<Step[]> {
  refuseFlag(actor, 'can_edit', ['settings']);
  const wanted = body.steps.map((step) => ({ ...step, name: step.name.trim() }));
  checkSteps(wanted);
  const rows = await tx.all<StepRow>(sql`select * from people.grade_steps where tenant_id = ${tx.tenant} order by id for update`);
  const known = new Map(rows.map((row) => [row.id, row]));
  if (body.was && (body.was.length !== rows.length || body.was.some((id) => !known.has(id))))
    throw conflict('Somebody else changed this in the meantime.', { steps: await listDetailedGrades(tx) });
  const steps = placed(wanted, known);
  const kept = new Set(steps.map(({ before }) => before?.id));
  if (kept.size < steps.length - steps.filter(({ before }) => !before).length)
    throw invalid([{ path: 'steps', message: 'A step stands here twice.' }]);
  const removed = rows.filter(({ id }) => !kept.has(id));
  for (const row of removed) await refuseIfUsed(tx, 'people.grade_steps', row.id, `"${row.name}"`);
  await tx.write.remove('people.grade_steps', removed);
  await tx.write.update(
    'people.grade_steps',
    steps.flatMap(({ before, set }) => (before ? [{ before, set }] : [])),
  );
  await tx.write.insert(
    'people.grade_steps',
    steps.flatMap(({ before, set }) => (before ? [] : [set])),
  );
  return listDetailedGrades(tx);
}

/** A step belongs to the grade beside which it is held. @throws Problem 422 at `step_id` */
export async function checkHeldSteps(tx: Tx, held: readonly { grade: string; step_id?: string | null }[]): Promise<void> {
  const wanted = held.filter(({ step_id }) => step_id);
  if (wanted.length === 0) return;
  const rows = await tx.all<{ id: string; grade: string }>(sql`
    select id, grade from people.grade_steps where tenant_id = ${tx.tenant} and id = any(${wanted.map(({ step_id }) => step_id)}::uuid[])`);
  const gradeOf = new Map(rows.map(({ id, grade }) => [id, grade]));
  if (wanted.some(({ step_id, grade }) => gradeOf.get(step_id ?? '') !== grade))
    throw invalid([{ path: 'step_id', message: 'This grade has no such step.' }]);
}
