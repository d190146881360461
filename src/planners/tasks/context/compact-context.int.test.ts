import { expect, it } from 'vitest';
import { countTokens } from '../../../model/tokens.ts';
import { Planner } from '../handler.ts';

it('compaction handles over ten thousand tasks with a budget of 500', () => {
  const planner = new Planner();
  const tasks = Array.from({ length: 10_000 }, (_, at) => ({ description: `task ${at + 1}` }));
  planner.process({ type: 'Initialize', userInput: '', attachments: [], tasks });
  for (let nodeId = 1; nodeId <= 10_000; nodeId++) {
    const result = `finished the part number ${nodeId} and wrote down what was found`;
    planner.process({ type: 'HandleExecutorEvent', event: { type: 'TaskCompleted', nodeId, result } });
    planner.process({ type: 'CompactContext', maxTokens: 500 });
    expect(countTokens(planner.state.contextSummary)).toBeLessThanOrEqual(500);
  }
  const end = planner.eventLog.find(({ type }) => type === 'PlanningCompleted');
  expect(end).toMatchObject({ summary: expect.stringMatching(/^10000 of 10000 tasks done\./) });
  expect(planner.state.contextSummary).toMatch(/^\[9\d\d\d earlier lines left out\]\n/);
});
