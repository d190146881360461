import { expect, it } from 'vitest';
import { ModelError } from './error.ts';
import { modelFromEnv, openModel } from './open-model.ts';
import { addressOf } from './providers/model-spec.ts';

function failureOf(open: () => unknown): ModelError {
  try {
    open();
  } catch (error) {
    if (error instanceof ModelError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

it('opens the offline model without any environment', () => {
  expect(openModel('offline', { env: {} })).toMatchObject({ id: 'offline', demo: true });
});

it('opens models of providers by name, not marked as demo', () => {
  const env = { OPENAI_API_KEY: 'k1', ANTHROPIC_API_KEY: 'k2', GOOGLE_GENERATIVE_AI_API_KEY: 'k3' };
  const ids = [
    'openai/gpt-5.4-mini',
    'anthropic/claude-sonnet-5-5',
    'google/gemini-3.5-flash',
    'ollama/llama3.2:1b',
  ];
  expect(ids.map((id) => openModel(id, { env }))).toMatchObject(ids.map((id) => ({ id, demo: false })));
});

it.each([
  ['openai/gpt-5.4-mini', 'OPENAI_API_KEY'],
  ['anthropic/claude-sonnet-5-5', 'ANTHROPIC_API_KEY'],
  ['google/gemini-3.5-flash', 'GOOGLE_GENERATIVE_AI_API_KEY'],
])('says for %s that %s is missing or blank', (spec, variable) => {
  for (const env of [{}, { [variable]: ' ' }]) {
    const error = failureOf(() => openModel(spec, { env }));
    expect(error).toMatchObject({ code: 'model-key-missing', retryable: false });
    expect(error.message).toContain(`Set ${variable}`);
  }
});

it.each([
  ['openai/gpt-5.4-mini', 'OPENAI_API_KEY', 'sk-secret\nsk-other', 10],
  ['anthropic/claude-sonnet-5-5', 'ANTHROPIC_API_KEY', 'sk-secr…', 8],
  ['http://localhost:8000/v1#m', 'WAYFOLD_MODEL_KEY', 'sk-secret other', 10],
])('says for %s that %s does not contain a key, without repeating it', (spec, variable, key, place) => {
  const error = failureOf(() => openModel(spec, { env: { [variable]: key } }));
  expect(error).toMatchObject({ code: 'model-unauthorized', retryable: false });
  expect(error.message).toContain(variable);
  expect(error.message).toContain(`its character ${place}.`);
  expect(error.message).not.toContain('sk-secr');
});

it.each(['', 'gpt-5.4', 'openai/', '/model', 'mistral/large', 'ftp://host/v1#m', 'OFFLINE'])(
  'refuses %j, and lists the accepted forms',
  (spec) => {
    const error = failureOf(() => openModel(spec, { env: { OPENAI_API_KEY: 'k' } }));
    expect(error.code).toBe('model-unknown');
    expect(error.message).toContain('ollama/MODEL');
  },
);

it.each(['http://localhost:8000/v1', 'http://localhost:8000/v1#', 'http://#m', 'https://host:port/v1#m'])(
  'refuses the URL %j',
  (spec) => {
    expect(failureOf(() => openModel(spec, { env: {} })).code).toBe('model-unknown');
  },
);

it('refuses a URL with a password, and does not repeat it', () => {
  const error = failureOf(() => openModel('https://me:hunter2@host/v1#m', { env: {} }));
  expect(error.code).toBe('model-unknown');
  expect(error.message).not.toContain('hunter2');
});

it('names an endpoint by its URL and the model', () => {
  expect(openModel('http://localhost:8000/v1/#org/model', { env: {} }).id).toBe(
    'http://localhost:8000/v1#org/model',
  );
});

it.each([
  [undefined, 'http://localhost:11434/v1'],
  ['', 'http://localhost:11434/v1'],
  ['0.0.0.0', 'http://localhost:11434/v1'],
  ['box', 'http://box:11434/v1'],
  ['box:9999', 'http://box:9999/v1'],
  ['https://ollama.example', 'https://ollama.example/v1'],
  ['http://box:9999/proxy/v1/', 'http://box:9999/proxy/v1'],
])('finds Ollama with OLLAMA_HOST=%s at %s', (host, baseUrl) => {
  expect(addressOf('ollama/llama3.2', { OLLAMA_HOST: host })).toMatchObject({ baseUrl });
});

it.each([
  ['ANTHROPIC_BASE_URL', 'anthropic/m', 'https://proxy.example', 'https://proxy.example/v1'],
  ['OPENAI_BASE_URL', 'openai/m', 'https://proxy.example/openai/v1/', 'https://proxy.example/openai/v1'],
  ['GOOGLE_GENERATIVE_AI_BASE_URL', 'google/m', 'https://proxy.example/', 'https://proxy.example/v1beta'],
])('takes %s', (variable, spec, given, baseUrl) => {
  const env = {
    ANTHROPIC_API_KEY: 'k',
    OPENAI_API_KEY: 'k',
    GOOGLE_GENERATIVE_AI_API_KEY: 'k',
    [variable]: given,
  };
  expect(addressOf(spec, env)).toMatchObject({ baseUrl, isOwn: false });
});

it.each(['anthropic/m', 'openai/m', 'google/m'])(
  'finds %s at its provider when no base URL is set',
  (spec) => {
    const env = { ANTHROPIC_API_KEY: 'k', OPENAI_API_KEY: 'k', GOOGLE_GENERATIVE_AI_API_KEY: 'k' };
    const own = addressOf(spec, { ...env, OPENAI_BASE_URL: ' ' });
    expect(own).toMatchObject({ isOwn: true, baseUrl: expect.stringMatching(/^https:\/\/.*\/v1/) });
    expect(addressOf(spec, { ...env, OPENAI_BASE_URL: 'https://api.openai.com' })).toEqual(own);
  },
);

it('opens the model that WAYFOLD_MODEL names', () => {
  expect(modelFromEnv({ WAYFOLD_MODEL: 'ollama/llama3.2' })?.id).toBe('ollama/llama3.2');
  expect(modelFromEnv({ WAYFOLD_MODEL: 'offline' })?.demo).toBe(true);
});

it('selects no model by itself, whatever keys are set', () => {
  expect(modelFromEnv({})).toBeUndefined();
  expect(modelFromEnv({ OPENAI_API_KEY: 'k', WAYFOLD_MODEL: ' ' })).toBeUndefined();
});

it('says what is wrong with WAYFOLD_MODEL', () => {
  expect(failureOf(() => modelFromEnv({ WAYFOLD_MODEL: 'openai/gpt-5.4' })).code).toBe('model-key-missing');
});
