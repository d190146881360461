import { expect, it } from 'vitest';
import { inputRequired, received, talk } from '../../../../test/conversation-fixture.ts';
import { watchTelemetry } from '../../../../test/telemetry-fixture.ts';
import { tracedModel } from '../../../model/traced-model.ts';
import { type ScriptedStep, scriptedModel } from '../../../testing/index.ts';
import { libraryLoan } from '../fixtures/library-loan.ts';
import { say, step, value } from '../fixtures/scripted-steps.ts';
import { createScenarioPlanner, ScenarioConfig } from '../index.ts';

/** A pass of the library, and what it told of itself. */
async function passWith(steps: readonly ScriptedStep[]) {
  const telemetry = watchTelemetry();
  const { harness, append } = talk();
  await append(inputRequired, received('m1', 'May I keep the book?'));
  const config = ScenarioConfig.parse({
    resolvedScenario: libraryLoan,
    myAgentId: 'library',
    confirmCommitments: 'never',
  });
  const planner = createScenarioPlanner();
  const llm = tracedModel(scriptedModel(steps), { provider: 'test', model: 'scripted' });
  await harness((input, context) => planner.plan(input, { ...context, config }), { llm }).runPlanningPass();
  return telemetry;
}

it('every tool call is a span inside the planning span, around the model that invents the result', async () => {
  const telemetry = await passWith([step('find_loan', { loan: 'L123' }), value('found'), say('Hello.')]);
  expect(telemetry.tree()).toEqual([
    'invoke_agent test',
    '  plan test',
    '    chat scripted',
    '    execute_tool find_loan',
    '      chat scripted',
    '    chat scripted',
    '    execute_tool sendMessageToRemoteAgent',
  ]);
  expect(telemetry.span('execute_tool find_loan').attributes).toEqual({
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'find_loan',
    'gen_ai.tool.type': 'function',
    'gen_ai.conversation.id': 'talk',
  });
  expect(telemetry.text()).not.toMatch(/L123|found|Hello/);
});

it("the closing message is not part of the tool's span", async () => {
  const telemetry = await passWith([
    step('extend_loan', { loan: 'L123' }),
    value('until May'),
    { json: { text: 'It is extended.' } },
  ]);
  expect(telemetry.tree().slice(3)).toEqual([
    '    execute_tool extend_loan',
    '      chat scripted',
    '    chat scripted',
  ]);
});

it.each([
  ['find_loan', { loan: 'X' }, 'invalid-arguments'],
  ['sleep', { reason: 1 }, 'invalid-arguments'],
  ['readAttachment', { name: 'bill.pdf' }, 'no-such-file'],
])('a call of %s with %j fails as %s', async (tool, args, failure) => {
  const telemetry = await passWith([step(tool, args), say('Sorry.')]);
  expect(telemetry.span(`execute_tool ${tool}`).attributes).toMatchObject({ 'error.type': failure });
});

it('a tool invented by the model has no span, because its name can be anything', async () => {
  const telemetry = await passWith([step('burn the letter of Ann'), say('Sorry.')]);
  expect(telemetry.text()).not.toContain('Ann');
});
