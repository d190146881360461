import { describe, expect, it } from 'vitest';
import { scriptedModel } from '../../../testing/scripted-model.ts';
import { echoExecutor } from '../executors/echo.ts';
import { Planner } from '../handler.ts';
import { tasksModule } from '../module.ts';
import { planWithModel } from '../plan/plan-with-model.ts';
import { executorsOf, kindPolicies, kindsCarriedOut, type TaskKinds } from '../run/kind-registry.ts';

const KINDS: TaskKinds = {
  UnitTest: { description: 'Writes tests', executor: echoExecutor, attempts: 3 },
  Review: { executor: 'human' },
};
const policy = { kinds: kindPolicies(KINDS) };

describe('registered kinds of tasks', () => {
  it('are accepted by a plan in any spelling, and stored in it', () => {
    const tasks = [
      { description: 'a', kind: 'unit_test' },
      { description: 'b', kind: 'Review' },
    ];
    const [planned] = new Planner().process({ type: 'Initialize', tasks, policy });
    expect(planned).toMatchObject({
      tasks: [{ kind: 'UnitTest' }, { kind: 'Review' }],
      policy: { kinds: { UnitTest: { retry: { maxAttempts: 3 } }, Review: {} } },
    });
  });

  it('are recognized at the start of a text', () => {
    const planner = new Planner();
    const userInput = '- UnitTest: cover the parser\n- [review] look at it\n- Note: nothing';
    planner.process({ type: 'Initialize', userInput, policy });
    expect(planner.state.tasks.slice(0, 2).map(({ kind, description }) => [kind, description])).toEqual([
      ['UnitTest', 'Cover the parser'],
      ['Review', 'Look at it'],
    ]);
  });

  it('that do not exist are refused with the list of known ones', () => {
    const tasks = [{ description: 'a', kind: 'Refactor' }];
    expect(() => new Planner().process({ type: 'Initialize', tasks, policy })).toThrow(
      expect.objectContaining({
        code: 'InvalidCommand',
        expected: expect.stringMatching(/Processing.*UnitTest.*Review/),
        actual: '"Refactor"',
      }),
    );
  });

  it('have their own number of attempts', () => {
    const planner = new Planner();
    const tasks = [{ description: 'a', kind: 'UnitTest' }, { description: 'b' }];
    planner.process({ type: 'Initialize', tasks, policy: { ...policy, parallel: 2 } });
    const fail = (nodeId: number) =>
      planner.process({
        type: 'HandleExecutorEvent',
        event: { type: 'TaskFailed', nodeId, error: 'slow', failureClass: 'timeout' },
      });
    expect(fail(1)).toMatchObject([{ type: 'TaskRetryScheduled', attempt: 2 }]);
    expect(fail(2)).toMatchObject([{ type: 'TaskStatusUpdated', status: 'Failed' }, {}].slice(0, 1));
  });

  it('can be added to a plan that started without them', () => {
    const planner = new Planner();
    planner.process({ type: 'Initialize', tasks: [{ description: 'a' }] });
    const tasks = [{ description: 'b', kind: 'Review' }];
    expect(() => planner.process({ type: 'AddTasks', tasks })).toThrow();
    planner.process({ type: 'AddTasks', tasks, kinds: kindPolicies(KINDS) });
    expect(planner.state.tasks[1]?.kind).toBe('Review');
  });

  it('are described to a planning model, and accepted from it', async () => {
    const task = { id: 1, quote: 'Cover it', description: 'Cover it', kind: 'UnitTest' };
    const brief = { objective: null, constraints: [], background: [], acceptance: [] };
    const llm = scriptedModel([{ json: { tasks: [{ ...task, done: false, dependsOn: [] }], brief } }]);
    const { tasks, readBy } = await planWithModel('Cover it', { llm, kinds: KINDS });
    expect(readBy.reader).toBe('model');
    expect(tasks).toMatchObject([{ kind: 'UnitTest' }]);
    expect(llm.requests[0]?.system).toContain('UnitTest: Writes tests');
  });

  it('run with their executors, or by a person if configured', () => {
    expect([...kindsCarriedOut({ kinds: KINDS })].toSorted()).toEqual(['Processing', 'UnitTest']);
    expect([...kindsCarriedOut({ kinds: KINDS, executors: {} })]).toEqual(['UnitTest']);
    expect(executorsOf({ kinds: { Processing: { executor: 'codex' } } }, (name) => name)).toMatchObject({
      Processing: 'codex',
    });
  });

  it('are shown with their tasks, and journals without them still open', () => {
    const { starts } = tasksModule({ kinds: KINDS });
    const { facts } = starts?.({ text: '', tasks: [{ description: 'a', kind: 'Review' }] }) ?? {};
    expect(facts?.[0]).toMatchObject({ tasks: [{ kind: 'Review' }] });
    const old = Planner.fold([
      { type: 'TasksPlanned', tasks: [{ id: 1, description: 'a', kind: 'Processing', attachments: [] }] },
    ]);
    expect(old.state.tasks[0]?.kind).toBe('Processing');
  });
});
