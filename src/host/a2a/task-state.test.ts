import { TaskState } from '@a2a-js/sdk';
import { describe, expect, it } from 'vitest';
import { isFinal, isSettled, isUnderWay } from '../../harness/conversation/task-status.ts';
import { A2aStatus } from '../../harness/facts.ts';
import { statusOf, taskStateOf } from './task-state.ts';

const states = Object.values(TaskState).filter((state) => typeof state === 'number');

describe('the states of a task', () => {
  it('are all known, and mean the same there and back', () => {
    for (const state of states) {
      const known = state === TaskState.UNRECOGNIZED ? TaskState.TASK_STATE_UNSPECIFIED : state;
      expect(taskStateOf(statusOf(state))).toBe(known);
    }
    expect(statusOf(undefined)).toBe('unknown');
    expect(statusOf(99 as TaskState)).toBe('unknown');
  });

  it('are each at work, at rest, or waiting for something outside', () => {
    const kinds = A2aStatus.options.map((status) => [
      status,
      isUnderWay(status),
      isSettled(status),
      isFinal(status),
    ]);
    expect(kinds).toEqual([
      ['initializing', true, false, false],
      ['submitted', true, false, false],
      ['working', true, false, false],
      ['input-required', false, true, false],
      ['completed', false, true, true],
      ['failed', false, true, true],
      ['canceled', false, true, true],
      ['rejected', false, true, true],
      ['auth-required', false, false, false],
      ['unknown', false, false, false],
    ]);
  });
});
