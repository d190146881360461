import { describe, expect, it } from 'vitest';
import {
  answering,
  asleep,
  guidance,
  inputRequired,
  received,
  talk,
} from '../../../test/conversation-fixture.ts';

const cancelled = { type: 'work_cancelled', by: 'ada' } as const;

describe('work that a person cancels', () => {
  it('ends while the planner runs, and is not restarted', async () => {
    const { append, harness, story } = talk();
    await append(inputRequired, received('m1'));
    let calls = 0;
    const one = harness(async (_input, { signal }) => {
      calls += 1;
      const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      await append(cancelled);
      await aborted;
      return [asleep];
    });
    expect(await one.runPlanningPass()).toMatchObject({ rest: 'no-trigger', facts: [] });
    expect(calls).toBe(1);
    expect(await story()).toEqual(['status_changed', 'remote_received', 'work_cancelled']);
  });

  it('is not restarted by another process either', async () => {
    const { append, harness } = talk();
    await append(inputRequired, received('m1'), cancelled);
    const { plan, inputs } = answering([asleep]);
    expect(await harness(plan).runPlanningPass()).toMatchObject({ rest: 'no-trigger' });
    expect(inputs).toEqual([]);
  });

  it('does not affect later messages', async () => {
    const { append, harness } = talk();
    await append(inputRequired, received('m1'), cancelled, guidance('g1'));
    const { plan, inputs } = answering([asleep]);
    expect(await harness(plan).runPlanningPass()).toMatchObject({ outcome: 'committed' });
    expect(inputs).toHaveLength(1);
  });

  it('cannot be proposed by planners, and neither can an author', async () => {
    const { append, harness, facts } = talk();
    await append(inputRequired, received('m1'));
    await harness(() => [cancelled, asleep]).runPlanningPass();
    expect((await facts()).find(({ type }) => type === 'planner_error')).toMatchObject({
      code: 'invalid-output',
      message: expect.stringContaining('work_cancelled'),
    });
    await append(guidance('g1'));
    await harness(() => [
      { type: 'compose_intent', composeId: 'c1', text: 'hi', by: 'ada' },
    ]).runPlanningPass();
    expect((await facts()).findLast(({ type }) => type === 'planner_error')).toMatchObject({
      message: expect.stringContaining('by ada'),
    });
  });
});
