import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { PlanningAgentRequest } from '../agent/planning-request.ts';
import { PlanningPlan } from './plan.ts';
import { planFromOutput, readPlanOutput } from './plan-from-output.ts';

const request = new PlanningAgentRequest({
  base: { commitHash: 'abc123', metrics: [{ name: 'requests per second', value: 100 }] },
  goal: 'Make parsing 2x faster',
});

/** 1.1 MB of objects, each of which could be a plan. */
const FLOOD = '{"plan_summary": "abc"}\n'.repeat(50_000);

describe('readPlanOutput', () => {
  test.each([
    ['objects', FLOOD],
    ['prose', 'word '.repeat(10_000)],
    [
      'a broken plan',
      `{"plan_summary": "Cache", "rationale": "${'because '.repeat(2000)}", steps: ["Measure"`,
    ],
  ])('makes the same plan in another thread, from %s', async (_, output) => {
    const { plan, origin } = await readPlanOutput({ request, output, mode: 'lenient' });
    expect(plan).toBeInstanceOf(PlanningPlan);
    expect({ plan: plan.toJSON(), origin }).toEqual({
      origin: planFromOutput(request, output, 'lenient').origin,
      plan: planFromOutput(request, output, 'lenient').plan.toJSON(),
    });
  });

  test('rejects with the issues found in another thread', async () => {
    await expect(readPlanOutput({ request, output: FLOOD, mode: 'strict' })).rejects.toMatchObject({
      code: 'plan-invalid',
      issues: expect.arrayContaining([expect.any(String)]),
    });
  });

  test('keeps this thread responsive while it parses 50,000 objects', async () => {
    let isReading = true;
    const reading = readPlanOutput({ request, output: FLOOD, mode: 'lenient' }).finally(() => {
      isReading = false;
    });
    let turns = 0;
    for (; isReading; turns++) await setImmediate();
    expect((await reading).origin).toBe('salvaged');
    expect(turns).toBeGreaterThan(100);
  });
});
