import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { checkModels } from './models.ts';

/** An endpoint that answers so to everything, and what it was asked. */
async function endpoint(status: number, body: string) {
  const asked: { url: string | undefined; authorization: string | undefined }[] = [];
  const server = createServer(({ url, headers: { authorization } }, answer) => {
    asked.push({ url, authorization });
    answer.writeHead(status, { 'Content-Type': 'application/json' }).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { host: `127.0.0.1:${port}`, asked };
}

const LIST = JSON.stringify({ object: 'list', data: [{ id: 'llama3.2:latest' }, { id: 'qwen3' }] });

it('says which model is used when none is named', async () => {
  expect(await checkModels({})).toEqual([
    { check: 'model', state: 'info', text: expect.stringContaining('offline'), fix: expect.any(String) },
  ]);
  expect(await checkModels({ WAYFOLD_MODEL: 'offline' })).toMatchObject([{ state: 'ok' }]);
});

it.each([
  ['anthropic/claude', 'model-key-missing'],
  ['nobody/knows', 'model-unknown'],
])('fails for the model %s, and says what to do', async (model, code) => {
  const [finding] = await checkModels({ WAYFOLD_MODEL: model });
  expect(finding).toEqual({
    check: 'model',
    state: 'fail',
    text: expect.stringContaining(`[${code}]`),
    fix: expect.any(String),
  });
});

it('sees a key, and shows none', async () => {
  const findings = await checkModels({ WAYFOLD_MODEL: 'openai/gpt', OPENAI_API_KEY: 'sk-secret' });
  expect(findings).toEqual([{ check: 'model', state: 'ok', text: 'openai/gpt: there is a key' }]);
});

it('asks an endpoint of your own whether it has the model, and sends it no key', async () => {
  const { host, asked } = await endpoint(200, LIST);
  const findings = await checkModels({
    OLLAMA_HOST: host,
    WAYFOLD_MODEL: 'ollama/llama3.2',
    WAYFOLD_MODEL_KEY: 'secret',
    WAYFOLD_MODELS: JSON.stringify({ there: `http://${host}/v1#qwen3`, missing: 'ollama/llama9' }),
  });
  expect(findings).toMatchObject([
    { state: 'ok', text: `ollama/llama3.2: http://${host}/v1 answers` },
    { state: 'ok', text: expect.stringMatching(/^there \(/) },
    { state: 'warn', text: expect.stringMatching(/no such model/), fix: 'Fetch it: ollama pull llama9' },
  ]);
  expect(asked).toHaveLength(3);
  for (const each of asked) expect(each).toEqual({ url: '/v1/models', authorization: undefined });
});

it.each([
  [401, '{"error":"who are you"}'],
  [200, 'not json'],
])('takes any answer of an endpoint for one: %i %s', async (status, body) => {
  const { host } = await endpoint(status, body);
  expect(await checkModels({ WAYFOLD_MODEL: `http://${host}/v1#any` })).toMatchObject([{ state: 'ok' }]);
});

it('warns when nothing answers', async () => {
  expect(await checkModels({ WAYFOLD_MODEL: 'http://127.0.0.1:1/v1#any' })).toMatchObject([
    { state: 'warn', text: expect.stringContaining('nothing answers'), fix: expect.any(String) },
  ]);
});
