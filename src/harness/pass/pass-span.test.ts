import { expect, it } from 'vitest';
import { asleep, guidance, held, inputRequired, talk } from '../../../test/conversation-fixture.ts';
import { eventually } from '../../../test/eventually.ts';
import { watchTelemetry } from '../../../test/telemetry-fixture.ts';
import { inSpan } from '../../kernel/telemetry/spans.ts';
import { offlineModel } from '../../model/offline/offline-model.ts';
import { tracedModel } from '../../model/traced-model.ts';

const llm = tracedModel(offlineModel(), { provider: 'wayfold', model: 'offline' });
const plain = { attributes: {} };

it('is an agent invocation with a trigger, a plan and a model call', async () => {
  const telemetry = watchTelemetry();
  const { harness, append } = talk();
  await append(inputRequired, guidance('g1', 'a private note'));
  const one = harness(
    async ({ facts }, { llm }) => {
      await llm.generate({ messages: [{ role: 'user', text: JSON.stringify(facts) }] });
      return [asleep];
    },
    { llm },
  );

  await one.runPlanningPass();

  expect(telemetry.tree()).toEqual(['invoke_agent test', '  plan test', '    chat offline']);
  const common = {
    'gen_ai.provider.name': 'wayfold',
    'gen_ai.agent.name': 'test',
    'gen_ai.conversation.id': 'talk',
  };
  expect(telemetry.span('invoke_agent test').attributes).toEqual({
    ...common,
    'gen_ai.operation.name': 'invoke_agent',
    'wayfold.trigger.kinds': expect.arrayContaining(['guidance']),
    'wayfold.trigger.seq': 2,
    'wayfold.pass.outcome': 'committed',
  });
  expect(telemetry.span('plan test').attributes).toEqual({
    ...common,
    'gen_ai.operation.name': 'plan',
    'wayfold.plan.answer': 'proposed',
  });
  expect(telemetry.span('chat offline').attributes['gen_ai.conversation.id']).toBe('talk');
  expect(telemetry.text()).not.toContain('private');
  expect(await telemetry.metric('wayfold.pass.duration')).toEqual([
    { attributes: { 'gen_ai.agent.name': 'test', 'wayfold.pass.outcome': 'committed' }, value: 1 },
  ]);
});

it('has no span when there is nothing to plan for', async () => {
  const telemetry = watchTelemetry();
  const { harness } = talk();
  await harness(() => []).runPlanningPass();
  expect(telemetry.tree()).toEqual([]);
});

it('records the error code', async () => {
  const telemetry = watchTelemetry();
  const { harness, append } = talk();
  await append(inputRequired, guidance('g1'));

  await harness(() => {
    throw Object.assign(new Error('a private message'), { code: 'broken' });
  }).runPlanningPass();

  for (const name of ['invoke_agent test', 'plan test']) {
    expect(telemetry.span(name).attributes['error.type']).toBe('broken');
  }
  expect(telemetry.text()).not.toContain('private');
});

it('has its own trace when scheduled, and joins that of a waiting caller', async () => {
  const telemetry = watchTelemetry();
  const { harness, append } = talk();
  await append(inputRequired, guidance('g1'));
  const one = harness(() => [asleep]);

  await inSpan('request', plain, async () => one.schedulePlan());
  await one.idle();
  await append(guidance('g2'));
  await inSpan('program', plain, () => one.runPlanningPass());

  expect(telemetry.tree()).toEqual([
    'request',
    'invoke_agent test',
    '  plan test',
    'program',
    '  invoke_agent test',
    '    plan test',
  ]);
});

it('distinguishes an overtaken pass from a committed one', async () => {
  const telemetry = watchTelemetry();
  const { harness, append } = talk();
  await append(inputRequired, guidance('g1'));
  let calls = 0;
  const one = harness(async () => {
    calls += 1;
    if (calls === 1) await append(guidance('g2'));
    return [asleep];
  });

  await one.runPlanningPass();
  await one.close();

  const outcomes = (await telemetry.metric('wayfold.pass.duration')).map(
    ({ attributes }) => attributes['wayfold.pass.outcome'],
  );
  expect(outcomes).toContain('overtaken');
});

it('records an interrupted pass, and the state of its planner', async () => {
  const telemetry = watchTelemetry();
  const { harness, append } = talk();
  await append(inputRequired);
  const { plan, calls } = held();
  const one = harness(plan);
  one.schedulePlan();
  await eventually(() => calls.length).toBe(1);
  await one.close();

  expect(telemetry.span('invoke_agent test').attributes).toMatchObject({
    'wayfold.pass.outcome': 'interrupted',
    'wayfold.trigger.kinds': ['status'],
  });
  expect(telemetry.span('plan test').attributes['wayfold.plan.answer']).toBe('interrupted');
  expect(telemetry.span('invoke_agent test').attributes).not.toHaveProperty('error.type');
  expect(await telemetry.metric('wayfold.pass.duration')).toEqual([
    { attributes: { 'gen_ai.agent.name': 'test', 'wayfold.pass.outcome': 'interrupted' }, value: 1 },
  ]);
});

it('has failed even if only its output was invalid', async () => {
  const telemetry = watchTelemetry();
  const { harness, append } = talk();
  await append(inputRequired);
  await harness(() => 'nonsense').runPlanningPass();
  expect(telemetry.span('invoke_agent test').attributes).toMatchObject({
    'wayfold.pass.outcome': 'error',
    'error.type': 'invalid-output',
  });
  expect(telemetry.span('plan test').attributes).not.toHaveProperty('error.type');
});
