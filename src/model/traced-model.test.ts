import { SpanKind } from '@opentelemetry/api';
import { expect, it } from 'vitest';
import { watchTelemetry } from '../../test/telemetry-fixture.ts';
import { scriptedModel } from '../testing/scripted-model.ts';
import { tracedModel } from './traced-model.ts';

const identity = { provider: 'openai', model: 'gpt-5.4-mini' };
const question = {
  system: 'a private system',
  messages: [{ role: 'user', text: 'a private question' }],
} as const;
const named = {
  'gen_ai.operation.name': 'chat',
  'gen_ai.provider.name': 'openai',
  'gen_ai.request.model': 'gpt-5.4-mini',
};

it('records the attributes of the conventions, and no text', async () => {
  const telemetry = watchTelemetry();
  const usage = { inputTokens: 12, outputTokens: 34 };
  const llm = tracedModel(scriptedModel([{ text: 'a private answer', usage }]), identity);

  await llm.generate({ ...question, maxOutputTokens: 500, temperature: 0.5 });

  const { kind, attributes } = telemetry.span('chat gpt-5.4-mini');
  expect(kind).toBe(SpanKind.CLIENT);
  expect(attributes).toEqual({
    ...named,
    'gen_ai.output.type': 'text',
    'gen_ai.request.max_tokens': 500,
    'gen_ai.request.temperature': 0.5,
    'gen_ai.response.model': 'gpt-5.4-mini',
    'gen_ai.response.finish_reasons': ['stop'],
    'gen_ai.usage.input_tokens': 12,
    'gen_ai.usage.output_tokens': 34,
  });
  expect(telemetry.text()).not.toContain('private');
});

it('records the model that answered if it differs', async () => {
  const telemetry = watchTelemetry();
  const dated = {
    id: 'x',
    demo: false,
    generate: async () =>
      ({
        text: 'a',
        finish: 'stop',
        usage: { inputTokens: 1, outputTokens: 1 },
        model: 'gpt-5.4-mini-2026',
      }) as const,
  };

  await tracedModel(dated, identity).generate(question);

  expect(telemetry.span('chat gpt-5.4-mini').attributes['gen_ai.response.model']).toBe('gpt-5.4-mini-2026');
});

it('measures calls and tokens, and failures by their code', async () => {
  const telemetry = watchTelemetry();
  const usage = { inputTokens: 12, outputTokens: 34 };
  const llm = tracedModel(scriptedModel([{ text: 'a', usage }, { error: 'model-timeout' }]), identity);

  await llm.generate(question);
  await expect(llm.generate(question)).rejects.toMatchObject({ code: 'model-timeout' });

  const answered = { ...named, 'gen_ai.response.model': 'gpt-5.4-mini' };
  expect(await telemetry.metric('gen_ai.client.operation.duration')).toEqual([
    { attributes: answered, value: 1 },
    { attributes: { ...named, 'error.type': 'model-timeout' }, value: 1 },
  ]);
  expect(await telemetry.metric('gen_ai.client.token.usage')).toEqual([
    { attributes: { ...answered, 'gen_ai.token.type': 'input' }, value: 1 },
    { attributes: { ...answered, 'gen_ai.token.type': 'output' }, value: 1 },
  ]);
  const [, failed] = telemetry.spans();
  expect(failed?.attributes['error.type']).toBe('model-timeout');
});
