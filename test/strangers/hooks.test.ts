import { expect, it } from 'vitest';
import { z } from 'zod';
import { memoryStore } from '../../src/journal/memory-store.ts';
import { openPlan, planIn } from '../../src/plan-tools/plan/open-plan.ts';
import { agentHost } from '../../src/surfaces/cli/agents/agent-hosts.ts';
import { mirrorTodos } from '../../src/surfaces/cli/agents/mirror-todos.ts';
import { linesOf } from './lines.ts';

const Event = z.object({ agent: z.string(), event: z.string(), stdin: z.unknown() });
const Step = z.object({
  title: z.string(),
  status: z.string(),
  titleAlso: z.array(z.string()).default([]),
  statusAlso: z.array(z.string()).default([]),
});
const Case = Event.extend({
  id: z.string(),
  before: z.array(z.union([Event, z.object({ command: z.array(z.string()) })])).default([]),
  expect: z.object({ planStepsAfter: z.array(Step).nullable() }),
});

it.each(linesOf('hooks', Case).filter(({ expect: { planStepsAfter } }) => planStepsAfter !== null))(
  "an agent's event results in the steps of its list: $id, $agent $event",
  async ({ before, expect: { planStepsAfter }, ...last }) => {
    const store = memoryStore();
    const owner = { planId: 'mirror', objective: 'Mirror', by: 'hook' };
    for (const reported of [...before, last]) {
      if ('command' in reported) continue;
      const { todos } = agentHost(reported.agent).read(reported.event, reported.stdin);
      if (todos) await mirrorTodos(store, todos, owner);
    }
    const { session } = openPlan(store, owner.planId);
    await session.refresh();
    const steps = planIn({ session })?.steps ?? [];
    const wanted = planStepsAfter ?? [];
    expect(steps.map(({ title, status }) => ({ title, status }))).toEqual(
      wanted.map(({ title, titleAlso, status, statusAlso }) => ({
        title: expect.toSatisfy((found: string) => [title, ...titleAlso].includes(found)),
        status: expect.toSatisfy((found: string) => [status, ...statusAlso].includes(found)),
      })),
    );
  },
);
