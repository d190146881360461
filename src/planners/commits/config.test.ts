import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { CommitsConfig, DEFAULT_COMMITS_CONFIG } from './config.ts';
import { commitsPlanner } from './planner.ts';

function setupForm(config?: unknown) {
  const initial = config === undefined ? {} : { initial: { config, ready: true } };
  const store = commitsPlanner.createConfigStore?.({ llm: scriptedModel([]), ...initial });
  if (store === undefined) throw new Error('no setup form');
  return store;
}

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

test('a seed restores its config', async () => {
  await fc.assert(
    fc.asyncProperty(configs, async (config) => {
      const seed = JSON.parse(JSON.stringify(commitsPlanner.dehydrate?.(config)));
      expect(await commitsPlanner.hydrate?.(seed, {})).toEqual({ config, ready: true });
    }),
  );
});

test('a form opened with a config saves the same config', () => {
  fc.assert(
    fc.property(configs, (config) => {
      const store = setupForm(config);
      expect(store.snap().dirty).toBe(false);
      expect(store.exportFullConfig()).toEqual({ config, ready: true });
    }),
  );
});

describe('a setup form', () => {
  test('starts with the defaults', () => {
    const store = setupForm();
    expect(store.exportFullConfig().config).toEqual(DEFAULT_COMMITS_CONFIG);
    expect(commitsPlanner.dehydrate?.(DEFAULT_COMMITS_CONFIG)).toEqual({});
    expect(store.snap().summary).toBeDefined();
  });

  test('starts with the values of a config', () => {
    const store = setupForm({ constraints: ['one', 'two'] });
    expect(store.exportFullConfig().config).toEqual({
      ...DEFAULT_COMMITS_CONFIG,
      constraints: ['one', 'two'],
    });
  });

  test('takes lists as lines', () => {
    const store = setupForm();
    store.setField('constraints', ' one \n\ntwo\n');
    expect(store.exportFullConfig().config).toMatchObject({ constraints: ['one', 'two'] });
  });

  test('cannot be saved without a repository', () => {
    const store = setupForm();
    store.setField('repository', ' ');
    expect(store.snap().canSave).toBe(false);
    expect(() => store.exportFullConfig()).toThrow(expect.objectContaining({ code: 'config-invalid' }));
  });
});

test.each([{ command: ['rm'] }, { backend: './evil.js' }, { evaluator: 'x' }])(
  'a link cannot provide a program to run: %j',
  async (seed) => {
    await expect(commitsPlanner.hydrate?.(seed, {})).rejects.toThrow(
      expect.objectContaining({ code: 'config-invalid' }),
    );
  },
);
