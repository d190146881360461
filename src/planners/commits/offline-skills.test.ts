import { expect, test } from 'vitest';
import { OFFLINE_LABEL } from '../../model/offline/reply.ts';
import { PlanningAgentRequest, type PlanningRequestFields } from './agent/planning-request.ts';
import { renderPlanningPrompt } from './agent/prompt.ts';
import { offlineSkills } from './offline-skills.ts';
import { isPlanWire } from './plan/schema.ts';

const commit = (subject: string) => ({
  commitHash: 'a'.repeat(40),
  subject,
  keyFiles: ['src/basket.js', 'test/basket.js'],
});

function answerTo(change: Partial<PlanningRequestFields> = {}): unknown {
  const request = new PlanningAgentRequest({
    goal: 'Sum a basket without rounding errors',
    constraints: ['No new dependency'],
    acceptanceCriteria: ['0.1 + 0.2 is 0.3'],
    base: commit('Add prices'),
    inspirations: [{ ...commit('Count in cents'), commitHash: 'b'.repeat(40) }],
    ...change,
  });
  const [skill] = offlineSkills;
  const text = skill?.answers({ messages: [{ role: 'user', text: renderPlanningPrompt(request) }] });
  return text === undefined ? undefined : JSON.parse(text);
}

test('the offline model makes a valid plan from the request, labelled as a demonstration', () => {
  const plan = answerTo();
  expect(isPlanWire(plan)).toBe(true);
  expect(plan).toMatchObject({
    plan_summary: `${OFFLINE_LABEL} Reach this in three steps: Sum a basket without rounding errors`,
    guardrails: ['No new dependency'],
    validation: ['0.1 + 0.2 is 0.3'],
    steps: [
      { files: ['src/basket.js', 'test/basket.js'] },
      { dependencies: ['s1'], references: ['Count in cents'] },
      { dependencies: ['s2'] },
    ],
  });
});

test('a request with only a goal gets a plan too', () => {
  expect(isPlanWire(answerTo({ constraints: [], acceptanceCriteria: [], inspirations: [] }))).toBe(true);
});

test('other prompts are ignored', () => {
  expect(offlineSkills[0]?.answers({ messages: [{ role: 'user', text: 'Plan!' }] })).toBeUndefined();
});
