import { describe, expect, it } from 'vitest';
import type { ProposedChange } from '../facts.ts';
import { Planner } from '../handler.ts';
import { changeDigest } from '../run/change-decision.ts';
import { NO_TASKS, type TasksState } from '../session-fold.ts';
import { TaskFold } from '../task-fold.ts';
import { meaningOf } from '../view/message-meaning.ts';
import { planBlocks } from '../view/task-blocks.ts';
import { waitingTasks } from '../view/waiting-tasks.ts';

const CHANGE: ProposedChange = {
  agent: 'codex',
  repository: '/repo',
  branch: 'wayfold-task-1-abcdef01',
  base: 'a'.repeat(40),
  commit: 'b'.repeat(40),
  summary: 'I added a cache.',
  diff: '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-old\n+new',
  files: [{ path: 'x', added: 1, removed: 1 }],
  commands: [{ command: 'npm test', exitCode: 0 }],
  checks: [{ command: 'npm test', passed: false, output: '1 failed' }],
};
const DIGEST = changeDigest(1, CHANGE);
const CARRIED_OUT = new Set(['Processing']);

function proposed(policy = {}): Planner {
  const planner = new Planner();
  const tasks = [{ description: 'a' }, { description: 'b', dependsOn: [1] }, { description: 'c' }];
  planner.process({ type: 'Initialize', tasks, policy });
  planner.process({
    type: 'HandleExecutorEvent',
    event: { type: 'ChangeProposed', nodeId: 1, change: CHANGE },
  });
  return planner;
}

function stateOf(planner: Planner): TasksState {
  return { ...NO_TASKS, plan: new TaskFold(planner.state) };
}

const decide = (approved: boolean, digest = DIGEST) =>
  ({ type: 'DecideChange', taskId: 1, digest, approved, by: 'ann' }) as const;

describe('a change that waits for a decision', () => {
  it('occupies its slot, and does not block parallel tasks', () => {
    expect(proposed().state.tasks.map(({ status }) => status)).toEqual([
      'NeedsApproval',
      'Planned',
      'Planned',
    ]);
    expect(proposed({ parallel: 2 }).state.tasks.map(({ status }) => status)).toEqual([
      'NeedsApproval',
      'Planned',
      'Running',
    ]);
  });

  it('survives folding its events', () => {
    const planner = proposed();
    planner.process(decide(true));
    expect(Planner.fold(planner.eventLog).state).toEqual(planner.state);
  });

  it('is a waiting item with a digest to approve or reject, and a visible diff', () => {
    const state = stateOf(proposed());
    const [item] = waitingTasks(state, CARRIED_OUT);
    expect(item?.options?.map(({ command }) => command)).toEqual([
      { type: 'task-approve', taskId: 1, digest: DIGEST },
      { type: 'task-reject', taskId: 1, digest: DIGEST },
    ]);
    expect(item?.details).toContain('+new');
    const blocks = planBlocks(state, { carriedOut: CARRIED_OUT, nativeFrom: 1 });
    expect(blocks).toContainEqual(expect.objectContaining({ type: 'diff', text: CHANGE.diff }));
  });

  it('can be decided by a message', () => {
    const meaning = (text: string) => meaningOf({ text, by: 'ann' }, stateOf(proposed()), CARRIED_OUT);
    expect(meaning('approve')).toEqual({ type: 'task-approve', taskId: 1, digest: DIGEST });
    expect(meaning('Reject: too much')).toEqual({
      type: 'task-reject',
      taskId: 1,
      digest: DIGEST,
      reason: 'too much',
    });
  });

  it('is merged after its approval, which completes the task', () => {
    const planner = proposed();
    expect(planner.process(decide(true))).toEqual([
      { type: 'ChangeDecided', taskId: 1, digest: DIGEST, approved: true, by: 'ann' },
    ]);
    expect(waitingTasks(stateOf(planner), new Set())).toEqual([]);
    planner.process({
      type: 'HandleExecutorEvent',
      event: { type: 'TaskCompleted', nodeId: 1, result: 'ok' },
    });
    expect(planner.state.tasks.map(({ status }) => status)).toEqual(['Completed', 'Running', 'Planned']);
    expect(planner.state.tasks[0]?.change).toBeUndefined();
  });

  it('that is rejected fails its task and cancels its dependents', () => {
    const planner = proposed();
    planner.process(decide(false));
    expect(planner.state.tasks.map(({ status }) => status)).toEqual(['Failed', 'Cancelled', 'Running']);
  });

  it('keeps the branch and the files of a conflict with its task', () => {
    const planner = proposed();
    planner.process(decide(true));
    const conflict = { branch: CHANGE.branch, files: ['x'] };
    const event = { type: 'TaskFailed', nodeId: 1, error: 'no', failureClass: 'conflict', conflict } as const;
    planner.process({ type: 'HandleExecutorEvent', event });
    expect(planner.state.tasks[0]).toMatchObject({ status: 'Failed', conflict });
  });

  it.each([
    ['another digest', decide(true, '0'.repeat(64))],
    ['another task', { ...decide(true), taskId: 3 }],
  ])('is not decided by %s', (_, command) => {
    const planner = proposed();
    const before = planner.state;
    expect(() => planner.process(command)).toThrow(expect.objectContaining({ code: 'InvalidCommand' }));
    expect(planner.state).toBe(before);
  });

  it('is decided once', () => {
    const planner = proposed();
    planner.process(decide(true));
    expect(() => planner.process(decide(false))).toThrow(expect.objectContaining({ code: 'InvalidCommand' }));
  });

  it('that was erased can be rejected but not approved', () => {
    const planner = proposed();
    const { change: _, ...rest } = { change: CHANGE, taskId: 1 };
    const { agent, branch, base, commit } = CHANGE;
    const fold = Planner.fold([
      ...planner.eventLog.slice(0, -1),
      {
        type: 'redacted',
        redactedType: 'ChangeProposed',
        kept: { ...rest, change: { agent, branch, base, commit } },
      } as never,
    ]);
    const digest = fold.state.tasks[0]?.change?.digest ?? '';
    expect(fold.state.tasks[0]?.status).toBe('NeedsApproval');
    expect(() => fold.process(decide(true, digest))).toThrow(
      expect.objectContaining({ code: 'InvalidCommand' }),
    );
    fold.process(decide(false, digest));
    expect(fold.state.tasks[0]?.status).toBe('Failed');
  });

  it('tells the next attempt why it was rejected', () => {
    const planner = proposed();
    planner.process({ ...decide(false), reason: 'no new dependencies' });
    planner.process({ type: 'ReviseTasks', changes: [{ taskId: 1 }], by: 'ann' });
    const other = planner.state.tasks.find(({ status }) => status === 'Running')?.id ?? 0;
    planner.process({
      type: 'HandleExecutorEvent',
      event: { type: 'TaskCompleted', nodeId: other, result: 'ok' },
    });
    const dispatched = planner.eventLog.findLast(
      (event) => event.type === 'TaskDispatched' && event.taskId === 1,
    );
    expect(dispatched).toMatchObject({
      command: { parameters: expect.stringContaining('no new dependencies') },
    });
    expect(Planner.fold(planner.eventLog).state).toEqual(planner.state);
  });

  it('is repeated in a copy of its journal', () => {
    const planner = proposed();
    expect(planner.process({ type: 'Redispatch', taskId: 1 })).toMatchObject([
      { type: 'ChangeProposed', digest: DIGEST },
    ]);
  });
});
