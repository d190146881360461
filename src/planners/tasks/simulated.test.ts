import { expect, it } from 'vitest';
import { offlineModel } from '../../model/offline/offline-model.ts';
import { modelExecutor } from './executors/model.ts';
import { Planner } from './handler.ts';

const simulated = (nodeId: number) =>
  ({ type: 'HandleExecutorEvent', event: { type: 'TaskSimulated', nodeId, result: 'a demo' } }) as const;

function planned(): Planner {
  const planner = new Planner();
  planner.process({
    type: 'Initialize',
    tasks: [{ description: 'a' }, { description: 'b', dependsOn: [1] }],
  });
  return planner;
}

it('lets dependents start, and is no completion', () => {
  const planner = planned();
  const events = planner.process(simulated(1));
  expect(events).toMatchObject([
    { type: 'TaskStatusUpdated', taskId: 1, status: 'Simulated' },
    { type: 'TaskDispatched', taskId: 2 },
  ]);
  expect(planner.process(simulated(1))).toEqual([]);
});

it('is labelled in the summary', () => {
  const planner = planned();
  planner.process(simulated(1));
  const last = planner.process(simulated(2)).at(-1);
  expect(last).toMatchObject({
    type: 'PlanningCompleted',
    summary: expect.stringMatching(/^0 of 2 .*2 simulated/),
  });
  expect(Planner.fold(planner.eventLog).state).toEqual(planner.state);
});

it('is counted after compaction too', () => {
  const planner = planned();
  planner.process(simulated(1));
  planner.process({ type: 'CompactContext', maxTokens: 0 });
  expect(planner.state.removed).toEqual({ completed: 0, cancelled: 0, simulated: 1, failed: [] });
  expect(planner.process(simulated(2)).at(-1)).toMatchObject({
    summary: expect.stringMatching(/^0 of 2 .*2 simulated/),
  });
});

it('is all that the offline model produces', async () => {
  const outcome = await modelExecutor(offlineModel()).execute(
    {
      id: 1,
      kind: 'Processing',
      description: 'Run all tests',
      parameters: 'Run all tests',
      attachments: [],
      context: '',
    },
    { signal: new AbortController().signal, idempotencyKey: 'k', progress: () => undefined },
  );
  expect(outcome.type).toBe('simulated');
  expect(JSON.stringify(outcome)).not.toMatch(/\bpass|<<<|>>>/);
});
