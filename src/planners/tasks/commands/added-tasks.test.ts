import { describe, expect, it } from 'vitest';
import type { TaskPolicy } from '../facts.ts';
import { Planner } from '../handler.ts';
import type { Command } from './command.ts';

const completed = (nodeId: number): Command => ({
  type: 'HandleExecutorEvent',
  event: { type: 'TaskCompleted', nodeId, result: 'ok' },
});
const failed = (nodeId: number): Command => ({
  type: 'HandleExecutorEvent',
  event: { type: 'TaskFailed', nodeId, error: 'no' },
});

function begun(policy?: TaskPolicy): Planner {
  const planner = new Planner();
  planner.process({ type: 'Initialize', userInput: 'Build it. Test it.', ...(policy && { policy }) });
  return planner;
}

const statuses = ({ state }: Planner) => state.tasks.map(({ status }) => status).join(' ');

describe('added tasks', () => {
  it('wait behind the existing ones', () => {
    const planner = begun();
    expect(planner.process({ type: 'AddTasks', userInput: 'Ship it.' })).toEqual([
      {
        type: 'TasksPlanned',
        tasks: [{ id: 3, description: 'Ship it', kind: 'Processing', attachments: [] }],
        readBy: { reader: 'parser' },
      },
    ]);
    for (const id of [1, 2]) planner.process(completed(id));
    expect(statuses(planner)).toBe('Completed Completed Running');
    expect(planner.process(completed(3)).at(-1)).toMatchObject({
      type: 'PlanningCompleted',
      summary: expect.stringContaining('3 of 3 tasks done.'),
    });
  });

  it('start at once in a plan that has ended, which then ends a second time', () => {
    const planner = begun();
    for (const id of [1, 2]) planner.process(completed(id));
    expect(planner.state.completed).toBe(true);
    const events = planner.process({ type: 'AddTasks', userInput: 'Ship it.' });
    expect(events.map(({ type }) => type)).toEqual(['TasksPlanned', 'TaskDispatched']);
    expect(planner.state).toMatchObject({ completed: false, nextId: 4 });
    expect(planner.process(completed(3)).at(-1)).toMatchObject({ type: 'PlanningCompleted' });
  });

  it('do not start while a question is open', () => {
    const planner = begun({ parallel: 2 });
    planner.process(completed(2));
    planner.process({
      type: 'HandleExecutorEvent',
      event: { type: 'NeedsClarification', nodeId: 1, question: 'Which?' },
    });
    planner.process({ type: 'AddTasks', userInput: 'Ship it.' });
    expect(statuses(planner)).toBe('NeedsClarification Completed Planned');
  });

  it('continue the numbering, and depend on each other by their own numbers', () => {
    const planner = begun();
    const [planned] = planner.process({
      type: 'AddTasks',
      tasks: [{ description: 'pack' }, { description: 'ship', dependsOn: [1] }],
    });
    expect(planned).toMatchObject({ tasks: [{ id: 3 }, { id: 4, dependsOn: [3] }] });
  });

  it('follow the policy of the plan', () => {
    const planner = begun({ parallel: 2 });
    for (const id of [1, 2]) planner.process(completed(id));
    planner.process({ type: 'AddTasks', userInput: 'Pack it. Ship it.' });
    expect(planner.state.policy).toEqual({ parallel: 2 });
    expect(statuses(planner)).toBe('Completed Completed Running Running');
  });

  it('are not affected by a failure from before the plan restarted, but by one after it', () => {
    const planner = begun({ onFailure: 'abort' });
    planner.process(failed(1));
    expect(statuses(planner)).toBe('Failed Cancelled');
    planner.process({ type: 'CompactContext', maxTokens: 100 });
    planner.process({ type: 'AddTasks', userInput: 'Pack it. Ship it.' });
    expect(statuses(planner)).toBe('Running Planned');
    const restored = Planner.fold([], JSON.parse(JSON.stringify(planner.state)));
    for (const each of [planner, restored]) {
      each.process(failed(3));
      expect(statuses(each)).toBe('Failed Cancelled');
      expect(each.state.completed).toBe(true);
    }
  });
});

describe('adding fails', () => {
  it.each<[string, Command, string]>([
    ['without a step', { type: 'AddTasks', userInput: ' ' }, 'ParseError'],
    ['by an empty list', { type: 'AddTasks', tasks: [] }, 'ParseError'],
  ])('%s', (_, command, code) => {
    const planner = begun();
    const before = planner.state;
    expect(() => planner.process(command)).toThrow(expect.objectContaining({ code }));
    expect(planner.state).toEqual(before);
  });

  it('for a plan that has not started', () => {
    expect(() => new Planner().process({ type: 'AddTasks', userInput: 'Ship it.' })).toThrow(
      expect.objectContaining({ code: 'InvalidCommand', message: expect.stringContaining('Initialize') }),
    );
  });
});
