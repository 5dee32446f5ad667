import { GRADES, type Grade } from '../../kit/grades.ts';
import { newId } from '../../kit/ids.ts';
import type { DetailedGrade } from './people-data.ts';

/** A step as it is edited, with a key of its own on the screen. */
export interface StepDraft {
  key: string;
  /** None: it is new. */
  id: string | null;
  grade: Grade;
  name: string;
}

export interface StepsDraft {
  steps: readonly StepDraft[];
  /** The steps that there were when the list was read. */
  was: readonly string[];
}

/** The firm's own steps among the detailed grades: a grade without any is listed under its own name. */
export const ownSteps = (grades: readonly DetailedGrade[]): DetailedGrade[] => grades.filter(({ id, grade }) => id !== grade);

export const draftOfSteps = (row: { steps: readonly DetailedGrade[] } | undefined): StepsDraft => {
  const own = ownSteps(row?.steps ?? []);
  return { steps: own.map(({ id, grade, name }) => ({ key: id, id, grade, name })), was: own.map(({ id }) => id) };
};

/** Steps with those of one grade in place of its own; grades stay in their order. */
export const withSteps = (all: readonly StepDraft[], grade: Grade, own: readonly StepDraft[]): StepDraft[] =>
  GRADES.flatMap((each) => (each === grade ? own : all.filter((step) => step.grade === each)));

/** A new step of a grade, named after it with its number: Senior 3. */
export const newStep = (grade: Grade, own: readonly StepDraft[]): StepDraft => {
  const taken = new Set(own.map(({ name }) => name.trim().toLowerCase()));
  let number = own.length + 1;
  while (taken.has(`${grade} ${number}`.toLowerCase())) number++;
  return { key: newId(), id: null, grade, name: `${grade} ${number}` };
};
