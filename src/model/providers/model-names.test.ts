import { describe, expect, it } from 'vitest';
import { openModel } from '../open-model.ts';

const env = (models: unknown) => ({
  WAYFOLD_MODELS: typeof models === 'string' ? models : JSON.stringify(models),
});

describe('a model that is named in WAYFOLD_MODELS', () => {
  it('is opened by that name', () => {
    expect(openModel('fast', { env: env({ fast: 'offline' }) }).id).toBe('offline');
    expect(openModel(' planner ', { env: env({ planner: 'ollama/llama3.2' }) }).id).toBe('ollama/llama3.2');
    const local = env({ local: 'http://localhost:8000/v1#tiny' });
    expect(openModel('local', { env: local }).id).toBe('http://localhost:8000/v1#tiny');
  });

  it('does not affect full model names', () => {
    expect(openModel('ollama/llama3.2', { env: env({ fast: 'offline' }) }).id).toBe('ollama/llama3.2');
  });

  it.each(['', 'fast=offline', '[]', 'null', '{"fast":1}'])('is ignored if it is %j', (models) => {
    expect(() => openModel('fast', { env: env(models) })).toThrow(
      expect.objectContaining({ code: 'model-unknown' }),
    );
  });

  it('is listed in the error for an unknown name', () => {
    expect(() => openModel('slow', { env: env({ fast: 'offline' }) })).toThrow(/one of fast, or offline/);
  });
});
