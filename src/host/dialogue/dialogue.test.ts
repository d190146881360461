import { describe, expect, it } from 'vitest';
import type { Fact, ProposedFact } from '../../journal/fact.ts';
import { planDigest } from '../../planners/commits/plan-decision.ts';
import { CommitsDialogue } from './commits-dialogue.ts';
import type { Dialogue } from './dialogue.ts';
import { TasksDialogue } from './tasks-dialogue.ts';
import { TripDialogue } from './trip-dialogue.ts';

let seq = 0;

function hear<D extends Dialogue>(dialogue: D, ...facts: readonly ProposedFact[]): D {
  for (const fact of facts) dialogue.accept(asFact(fact));
  return dialogue;
}

function asFact(fact: ProposedFact): Fact {
  seq += 1;
  return { id: `f${seq}`, ts: '2026-01-01T00:00:00.000Z', v: 1, seq, ...fact };
}

const said = (text: string, data?: unknown) => ({ text, data, by: 'a2a' });

describe('words to a task plan', () => {
  const task = (id: number, kind: string) => ({ id, description: `Task ${id}`, kind, attachments: [] });
  const planned = {
    type: 'TasksPlanned',
    tasks: [task(1, 'ToolCall'), task(2, 'Processing')],
  };
  const dispatched = {
    type: 'TaskDispatched',
    taskId: 1,
    command: { type: 'ExecuteTask', nodeId: 1, kind: 'ToolCall', parameters: 'Task 1' },
  };
  const due = () => hear(new TasksDialogue(), planned, dispatched);

  it.each([
    ['all 12 pass', 'Completed', 'all 12 pass'],
    ['done', 'Completed', 'Done.'],
    ['/done all 12 pass', 'Completed', 'all 12 pass'],
    ['failed: no disk', 'Failed', 'no disk'],
    ['/fail', 'Failed', 'It failed.'],
    ['Donetsk is fine', 'Completed', 'Donetsk is fine'],
  ])('say what came of the task that is to do: %s', (text, status, result) => {
    const [updated] = due().meaningOf(said(text));
    expect(updated).toMatchObject({ type: 'TaskStatusUpdated', taskId: 1, status, result });
  });

  it('change nothing by being looked at', () => {
    const dialogue = due();
    dialogue.meaningOf(said('done'));
    dialogue.givenUp();
    expect(dialogue.waiting()).toMatchObject([{ type: 'task-outcome', taskId: 1 }]);
  });

  it('are for the planner when a tool sees to the task', () => {
    const dialogue = hear(new TasksDialogue({ carriedOut: ['Processing', 'ToolCall'] }), planned, dispatched);
    expect(dialogue.state()).toEqual({ type: 'working' });
    expect(dialogue.meaningOf(said('done'))).toEqual([{ type: 'user_input', text: 'done' }]);
  });

  it('are begun with by anything', () => {
    const dialogue = new TasksDialogue();
    expect(dialogue.state()).toEqual({ type: 'asks' });
    expect(dialogue.givenUp()).toEqual([]);
    expect(dialogue.meaningOf(said('Write a poem'))).toEqual([{ type: 'user_input', text: 'Write a poem' }]);
  });

  it('carry along what was said before, until it is planned for', () => {
    const dialogue = hear(new TasksDialogue(), { type: 'user_input', text: 'Write the tests.' });
    const [second] = dialogue.meaningOf(said('Fix the bug.'));
    expect(second).toEqual({ type: 'user_input', text: 'Write the tests.\nFix the bug.' });
    const slept = hear(dialogue, { type: 'sleep', reason: 'Nothing was said.' });
    expect(slept.meaningOf(said('Fix the bug.'))).toEqual([{ type: 'user_input', text: 'Fix the bug.' }]);
  });

  it('add tasks when they say so, though a task is to do', () => {
    expect(due().meaningOf(said('Add: Write a poem'))).toEqual([
      { type: 'user_input', text: 'Add: Write a poem' },
    ]);
  });

  it('are a further list when the plan has ended, which ends by itself', () => {
    const end = { type: 'PlanningCompleted', summary: 'Over.' };
    const over = (taskId: number, status: string) => ({ type: 'TaskStatusUpdated', taskId, status });
    const dialogue = hear(due(), over(1, 'Failed'), over(2, 'Completed'), end);
    expect(dialogue.state()).toEqual({ type: 'ended', as: 'failed' });
    const more = dialogue.meaningOf(said('Write a poem'));
    expect(more).toEqual([{ type: 'user_input', text: 'Write a poem' }]);
    hear(dialogue, ...more, { type: 'TasksPlanned', tasks: [task(3, 'Processing')] });
    expect(dialogue.state()).toEqual({ type: 'working' });
    hear(dialogue, over(3, 'Completed'), end);
    expect(dialogue.state()).toEqual({ type: 'ended', as: 'completed' });
  });

  it('are told apart in a copy', () => {
    const dialogue = due();
    const copy = dialogue.copy();
    hear(copy, ...dialogue.meaningOf(said('done')));
    expect(dialogue.waiting()).toHaveLength(1);
    expect(copy.waiting()).toHaveLength(0);
  });
});

describe('words to a plan from commits', () => {
  const plan = {
    plan_summary: 'Cache parsed headers',
    rationale: 'Parsing takes most of a request.',
    focus_metrics: ['requests per second'],
    guardrails: ['Keep the public interface.'],
    risks: ['A stale cache.'],
    validation: ['The benchmark is faster.'],
    steps: [
      {
        id: 's1',
        title: 'Measure',
        intent: 'Know where time goes.',
        actions: ['Profile parse()'],
        validation: ['A profile is there.'],
      },
    ],
  };
  const requested = {
    type: 'plan_requested',
    requestId: 'r1',
    goal: 'Faster',
    repository: '.',
    base: 'HEAD',
    inspirations: [],
    constraints: [],
    acceptanceCriteria: [],
    coldStart: false,
    backend: 'codex',
    mode: 'lenient',
    earlierPlans: [],
  };
  const digest = planDigest('r1', plan);
  const proposed = {
    type: 'plan_proposed',
    requestId: 'r1',
    plan,
    digest,
    origin: 'strict',
    baseCommit: 'abc',
    evidence: [],
  };
  const due = () => hear(new CommitsDialogue(), requested, proposed);

  it.each([
    ['accept', 'plan_accepted'],
    ['Yes.', 'plan_accepted'],
    ['reject', 'plan_rejected'],
    ['Rejected: too risky', 'plan_rejected'],
    ['no', 'plan_rejected'],
    ['No more globals, please', 'user_input'],
    ['accept headers of any case', 'user_input'],
  ])('decide on it, or name another goal: %s', (text, type) => {
    expect(due().meaningOf(said(text))).toMatchObject([{ type }]);
  });

  it('carry along a goal that nobody has planned for yet', () => {
    const dialogue = hear(new CommitsDialogue(), { type: 'user_input', text: 'Make parsing faster' });
    const meant = dialogue.meaningOf(said('without a cache'));
    expect(meant).toEqual([{ type: 'user_input', text: 'Make parsing faster\nwithout a cache' }]);
    hear(dialogue, requested);
    expect(dialogue.meaningOf(said('and safer'))).toEqual([{ type: 'user_input', text: 'and safer' }]);
  });

  it('are not answered by a plan that was given up', () => {
    const failed = { type: 'plan_failed', requestId: 'r1', code: 'x', expected: 'a', actual: 'b', fix: 'c' };
    expect(hear(new CommitsDialogue(), requested, failed).told()).toContain('There is no plan.');
    const stopped = hear(new CommitsDialogue(), requested, { type: 'work_cancelled' }, failed);
    expect(stopped.told()).toBeUndefined();
  });

  it('name a goal where there is no plan to decide on', () => {
    const dialogue = hear(new CommitsDialogue(), requested);
    expect(dialogue.state()).toEqual({ type: 'working' });
    expect(dialogue.meaningOf(said('accept'))).toEqual([{ type: 'user_input', text: 'accept' }]);
  });

  it('may be data that names the plan, and no other', () => {
    expect(due().meaningOf(said('', { reject: digest, reason: 'x' }))).toMatchObject([
      { type: 'plan_rejected', digest, reason: 'x', by: 'a2a' },
    ]);
    expect(() => due().meaningOf(said('', { accept: 'other' }))).toThrow(
      expect.objectContaining({ code: 'conflict' }),
    );
  });

  it('are followed by what became of it', () => {
    const dialogue = due();
    const [accepted] = dialogue.meaningOf(said('accept'));
    if (accepted === undefined) throw new Error('nothing');
    expect(hear(dialogue, accepted).state()).toEqual({ type: 'ended', as: 'completed' });
    expect(dialogue.told()).toContain('accepted');
  });
});

describe('words to a trip', () => {
  const action = (what: object) => ({
    type: 'planner_action',
    action: what,
    issues: [],
    advisories: [],
    settled: [],
    asking: [],
    asked: [],
    knownFields: { origin: true, destination: true, days: true, mode: true },
    anchorValidity: {},
  });
  const mutation = { op: 'REMOVE_ANCHOR', payload: { anchorId: 'a' } };
  const offer = action({
    type: 'SUGGEST_REPAIR',
    reason: 'It is far off.',
    options: [
      { id: 'drop', label: 'Drop it', mutation },
      { id: 'keep', label: 'Keep it', mutation },
    ],
  });

  it.each([
    ['2', { choose: 'keep' }],
    ['drop it', { choose: 'drop' }],
    ['neither', { text: 'neither' }],
  ])('choose what is offered, or say something else: %s', (text, meant) => {
    const dialogue = hear(new TripDialogue(), offer);
    expect(dialogue.meaningOf(said(text))).toEqual([{ type: 'user_input', ...meant }]);
    expect(dialogue.told()).toBe('It is far off.\n1. Drop it\n2. Keep it');
  });

  it('are told first what of them was not understood', () => {
    const unclear = { type: 'NOT_UNDERSTOOD', target: {}, description: 'Not understood: "zigzag".' };
    const far = { type: 'LONG_DRIVE', target: { dayNumber: 1 }, description: 'Nine hours.' };
    const dialogue = hear(new TripDialogue(), { ...offer, advisories: [unclear, far] });
    expect(dialogue.told()).toBe('Not understood: "zigzag".\n\nIt is far off.\n1. Drop it\n2. Keep it');
  });

  it('choose nothing any more once something was said', () => {
    const dialogue = hear(new TripDialogue(), offer, { type: 'user_input', text: 'wait' });
    expect(dialogue.waiting()).toEqual([]);
    expect(dialogue.meaningOf(said('2'))).toEqual([{ type: 'user_input', text: '2' }]);
    expect(() => dialogue.meaningOf(said('', { choose: 'drop' }))).toThrow(/on offer/);
  });

  it('are asked for again after a rewind', () => {
    const dialogue = hear(new TripDialogue(), offer);
    dialogue.rewound([]);
    expect(dialogue.state()).toEqual({ type: 'asks' });
    expect(dialogue.asking()).toBe('Say where the trip is to go.');
    expect(dialogue.told()).toBeUndefined();
  });
});
