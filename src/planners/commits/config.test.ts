import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  CommitsConfig,
  createCommitsConfigStore,
  DEFAULT_COMMITS_CONFIG,
  dehydrate,
  hydrate,
} from './config.ts';

const lines = fc.array(
  fc
    .string({ minLength: 1, maxLength: 40 })
    .map((text) => text.replace(/\s+/g, ' ').trim())
    .filter((text) => text !== ''),
  { maxLength: 5 },
);
const word = fc.stringMatching(/^[\w./-]{1,20}$/);
const configs = fc
  .record({
    repository: word,
    base: word,
    inspirations: lines,
    constraints: lines,
    acceptanceCriteria: lines,
    iterationHint: fc.string({ maxLength: 60 }).map((text) => text.trim()),
    coldStart: fc.boolean(),
    backend: fc.constantFrom('codex', 'claude', 'gemini', 'opencode', 'model', 'command'),
    mode: fc.constantFrom('strict', 'lenient', 'none'),
  })
  .map((fields) => CommitsConfig.parse(fields));

test('a seed stands for the config it was made from', () => {
  fc.assert(
    fc.property(configs, (config) => {
      const seed = JSON.parse(JSON.stringify(dehydrate(config)));
      expect(hydrate(seed)).toEqual({ config, ready: true });
    }),
  );
});

test('a card that is opened with a config and saved gives the same config', () => {
  fc.assert(
    fc.property(configs, (config) => {
      const store = createCommitsConfigStore({ initial: { config, ready: true } });
      expect(store.snap().dirty).toBe(false);
      expect(store.exportFullConfig()).toEqual({ config, ready: true });
    }),
  );
});

describe('a setup card', () => {
  test('begins with the defaults', () => {
    const store = createCommitsConfigStore();
    expect(store.exportFullConfig().config).toEqual(DEFAULT_COMMITS_CONFIG);
    expect(dehydrate(DEFAULT_COMMITS_CONFIG)).toEqual({});
    expect(store.snap().summary).toBe('Plans for . at HEAD, by codex (lenient)');
  });

  test('begins with what is known of a config', () => {
    const store = createCommitsConfigStore({ initial: { constraints: ['one', 'two'] } });
    expect(store.exportFullConfig().config).toEqual({
      ...DEFAULT_COMMITS_CONFIG,
      constraints: ['one', 'two'],
    });
  });

  test('takes lists as lines', () => {
    const store = createCommitsConfigStore();
    store.setField('constraints', ' one \n\ntwo\n');
    expect(store.exportFullConfig().config.constraints).toEqual(['one', 'two']);
  });

  test('cannot be saved without a repository', () => {
    const store = createCommitsConfigStore();
    store.setField('repository', ' ');
    expect(store.snap().canSave).toBe(false);
    expect(() => store.exportFullConfig()).toThrow('Repository is missing');
  });
});

test.each([{ command: ['rm'] }, { backend: './evil.js' }, { evaluator: 'x' }])(
  'a link cannot bring a program to run: %j',
  (seed) => {
    expect(() => hydrate(JSON.parse(JSON.stringify(seed)))).toThrow(
      expect.objectContaining({ code: 'config-invalid' }),
    );
  },
);
