import { describe, expect, it } from 'vitest';
import type { Envelope } from '../../journal/fact.ts';
import { TaskTimes } from './task-times.ts';

function at(seconds: number, fact: { readonly type: string } & Readonly<Record<string, unknown>>): Envelope {
  const ts = new Date(seconds * 1000).toISOString();
  return { seq: seconds, id: `f${seconds}`, ts, v: 1, ...fact };
}

const DISPATCHED = {
  type: 'TaskDispatched',
  taskId: 1,
  command: { type: 'ExecuteTask', nodeId: 1, kind: 'Processing', parameters: 'Write' },
};

describe('the times of tasks', () => {
  it('begin with the last dispatch, and end with the outcome', () => {
    const times = new TaskTimes();
    times.accept(at(1, DISPATCHED));
    times.accept(at(5, DISPATCHED));
    expect(times.view()).toEqual({ 1: { began: at(5, DISPATCHED).ts } });
    times.accept(at(9, { type: 'TaskStatusUpdated', taskId: 1, status: 'Completed' }));
    expect(times.view()).toEqual({ 1: { began: at(5, DISPATCHED).ts, ended: at(9, DISPATCHED).ts } });
  });

  it('know an end without a beginning of tasks that were cancelled before', () => {
    const times = new TaskTimes();
    times.accept(at(3, { type: 'TasksCancelled', taskIds: [2, 4], reason: 'No.' }));
    expect(times.view()).toEqual({
      2: { began: null, ended: at(3, DISPATCHED).ts },
      4: { began: null, ended: at(3, DISPATCHED).ts },
    });
  });

  it('of a copy stay as they are when the original goes on', () => {
    const times = new TaskTimes();
    const copy = times.copy();
    times.accept(at(1, DISPATCHED));
    expect(copy.view()).toEqual({});
  });
});
