import { newId } from '../../kit/ids.ts';
import { invalid } from '../../kit/problem.ts';
import type { Text } from '../../kit/said.ts';
import type { Actor } from '../../server/tx.ts';
import type { LineInput } from '../contract.ts';
import { type LineKind, amountOf } from '../rules.ts';
import type { Draft } from './content.ts';

/** A line with what is not said of it as it usually is. */
export function newLine(
  given: Partial<Draft> & { kind: LineKind; tax_category: Draft['tax_category']; tax_rate: number },
): Draft {
  const line = {
    id: newId(),
    description: '',
    seconds: null,
    quantity: 1000,
    unit: 'piece' as const,
    price: 0,
    value: 0,
    standard: 0,
    adjustment: 0,
    tax_reason: '',
    instalment_id: null,
    reason: '',
    asked_by: null,
    decision: null,
    decided_by: null,
    decided_at: null,
    decision_note: '',
    ...given,
  };
  return { ...line, amount: amountOf(line) };
}

const refuse = (index: number, field: string, message: Text) => invalid([{ path: `lines.${index}.${field}`, message }]);

/** What is asked of somebody else anew as soon as it differs from what was decided on. */
function adjusted(actor: Actor, line: Draft, input: LineInput, index: number): Partial<Draft> {
  const adjustment = input.adjustment ?? line.adjustment;
  const reason = (input.reason ?? line.reason).trim();
  if (line.value + adjustment < 0) throw refuse(index, 'adjustment', 'No more can be written off than the time is worth.');
  if (adjustment !== 0 && reason === '') throw refuse(index, 'reason', 'What is written off or up needs a reason.');
  const open = { decision: null, decided_by: null, decided_at: null, decision_note: '' };
  if (adjustment === 0) return { adjustment, reason: '', asked_by: null, ...open };
  if (adjustment === line.adjustment && reason === line.reason) return {};
  return { adjustment, reason, asked_by: actor.userId, ...open };
}

/**
 * A line with what was sent of it. Time keeps its hours and its rate; what an instalment says may be said in other words and sums.
 * @throws Problem 422 at its place
 */
export function withInput(actor: Actor, line: Draft, input: LineInput, index: number): Draft {
  if (input.kind !== line.kind) throw refuse(index, 'kind', 'A line stays of its kind.');
  if (line.kind === 'time' && line.seconds === null) throw refuse(index, 'kind', 'Time is billed from what was logged.');
  const description = input.description.trim();
  if (description === '') throw refuse(index, 'description', 'Every line says what it is for.');
  const category = input.tax_category ?? line.tax_category;
  const rate = category === 'S' ? (input.tax_rate ?? line.tax_rate) : 0;
  if (category === 'S' && rate === 0) throw refuse(index, 'tax_rate', 'Taxed at no rate: choose why there is no tax.');
  const reason = (input.tax_reason ?? line.tax_reason).trim();
  if (category === 'E' && reason === '') throw refuse(index, 'tax_reason', 'Say why this is exempt from tax.');
  const next = {
    ...line,
    description,
    tax_category: category,
    tax_rate: rate,
    tax_reason: reason,
    ...(line.kind === 'time'
      ? adjusted(actor, line, input, index)
      : { quantity: input.quantity ?? line.quantity, unit: input.unit ?? line.unit, price: input.price ?? line.price }),
  };
  return { ...next, amount: amountOf(next) };
}
