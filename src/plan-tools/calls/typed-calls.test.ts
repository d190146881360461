import { expect, expectTypeOf, it } from 'vitest';
import type { ToolInvoked } from '../../kernel/session/facts.ts';
import { Session } from '../../kernel/session/session.ts';
import { PlanningToolsSection } from '../prompt/planning-tools-section.ts';
import { toAiSdkTools, toOpenAiFunctions } from './adapters.ts';
import type { ToolInputs } from './tool-inputs.ts';

it('types the input of a tool at compile time', async () => {
  const section = new PlanningToolsSection({ session: new Session() });
  const steps = [{ title: 'Build' }] as const;
  await section.tool('planning_setup_plan').call({ objective: 'Ship', initial_steps: steps });
  const mark = section.tool('planning_mark_step');
  await mark.call({ step_id: 'S001', status: 'done', evidence: { command: 'make', exit_code: 0 } });
  // @ts-expect-error: there is no such status
  await expect(mark.call({ step_id: 'S001', status: 'finished' })).rejects.toThrow();
  // @ts-expect-error: the wire has snake_case
  await expect(mark.call({ stepId: 'S001', status: 'done' })).rejects.toThrow();
  // @ts-expect-error: there has to be an objective
  await expect(section.tool('planning_setup_plan').call({})).rejects.toThrow();
  expectTypeOf<ToolInputs['planning_mark_step']['status']>().toEqualTypeOf<
    'pending' | 'in_progress' | 'blocked' | 'done'
  >();
  expectTypeOf(section.tool(String('planning_read_plan')).call)
    .parameter(0)
    .toBeUnknown();
});

it('records the caller of an adapter', async () => {
  const session = new Session();
  const section = new PlanningToolsSection({ session });
  const by: (string | undefined)[] = [];
  session.bus.subscribe<ToolInvoked>('ToolInvoked', (event) => by.push(event.by));
  await toAiSdkTools(section, { by: 'ada' }).planning_setup_plan?.execute({ objective: 'Ship' });
  await toOpenAiFunctions(section, { by: 'bob' }).call('planning_read_plan', '{}');
  await toAiSdkTools(section).planning_read_plan?.execute({});
  expect(by).toEqual(['ada', 'bob', undefined]);
});
