import Type from 'typebox';
import { contract } from '../../kit/endpoint.ts';
import { GradeName, Id, Ids, Name, strict } from '../../kit/shapes.ts';
import { MOST_STEPS } from '../rules.ts';

/** A step of a grade; a grade without steps of its own is one, under its own name. */
const Step = Type.Object({ id: Type.String(), grade: GradeName, step: Type.Integer(), name: Type.String() });

/** The firm's own steps within the grades. */
export const stepsContract = contract({
  'GET /api/users/detailed_grades': {
    summary: 'The steps within each grade, lowest first.',
    access: 'signed_in',
    list: true,
    reply: Step,
  },
  'PUT /api/users/detailed_grades': {
    summary: 'Set the steps within the grades: their names, and their order within each grade; a step that is held stays.',
    access: 'administrator',
    pages: ['settings'],
    body: strict({
      steps: Type.Array(strict({ id: Type.Optional(Id), grade: GradeName, name: Name }), { maxItems: 7 * MOST_STEPS }),
      /** Every step as it was read: where others were added or removed meanwhile, nothing is written. */
      was: Type.Optional(Ids),
    }),
    reply: Type.Array(Step),
  },
});
