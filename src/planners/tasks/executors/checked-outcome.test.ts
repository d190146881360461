import { expect, it } from 'vitest';
import { checkedOutcome } from './checked-outcome.ts';

it.each([
  { type: 'completed', result: '' },
  { type: 'failed', error: 'no' },
  { type: 'failed', error: 'no', failureClass: 'of-my-own' },
  { type: 'needs-clarification', question: 'Which?' },
])('accepts %j unchanged', (outcome) => {
  expect(checkedOutcome(outcome, 'mine')).toStrictEqual(outcome);
});

it('drops unknown fields of an outcome', () => {
  expect(checkedOutcome({ type: 'completed', result: 'x', cost: 1 }, 'mine')).toStrictEqual({
    type: 'completed',
    result: 'x',
  });
  expect(checkedOutcome({ type: 'failed', error: 'x', failureClass: undefined }, 'mine')).toStrictEqual({
    type: 'failed',
    error: 'x',
  });
});

it('reports an invalid outcome with its executor', () => {
  const error = (returned: unknown) => {
    const outcome = checkedOutcome(returned, 'mine');
    expect(outcome.type).toBe('failed');
    return outcome.type === 'failed' ? outcome.error : '';
  };
  expect(error(undefined)).toMatch(/^mine returned no outcome \(outcome: .*\)\.$/);
  expect(error({ type: 'completed', result: 1 })).toMatch(/^mine returned no outcome \(result: [^;]*\)\.$/);
  expect(error({ type: 'failed', failureClass: '' })).toMatch(/\(error: .*; failureClass: .*\)\.$/);
  expect(error({ type: 'needs-clarification', question: ' ' })).toMatch(/\(question: .*\)\.$/);
});
