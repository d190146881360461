import { expect, it } from 'vitest';
import { ExecutorError } from './error.ts';
import { type ExecutionOutcome, failureOf, NoPersonAvailable } from './executor.ts';

it.each<[ExecutionOutcome, string | undefined]>([
  [{ type: 'failed', error: 'slow', failureClass: 'timeout' }, 'timeout'],
  [{ type: 'failed', error: 'slow' }, 'failed'],
  [{ type: 'completed', result: 'failed' }, undefined],
  [{ type: 'needs-clarification', question: 'Failed?' }, undefined],
])('%j is a failure of the class %s', (outcome, kind) => {
  expect(failureOf(outcome)).toBe(kind);
});

it('an error is identified by its name', () => {
  const report = { expected: 'a', actual: 'b', fix: 'c' };
  expect(String(new NoPersonAvailable('gone home'))).toBe('NoPersonAvailable: gone home');
  expect(String(new ExecutorError('mcp-unreachable', report))).toBe(
    'ExecutorError: Expected a; got b. c [docs/errors/mcp-unreachable.md]',
  );
});
