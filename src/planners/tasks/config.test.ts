import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { configForm } from '../../harness/module/config-form.ts';
import { configIn, type InitialConfig } from '../../harness/setup/config-store.ts';
import { createFormStore, type FormDefinition } from '../../harness/setup/form-store.ts';
import {
  DEFAULT_TASKS_CONFIG,
  dehydrate,
  hydrate,
  policyOf,
  summarizeApplied,
  TasksConfig,
} from './config.ts';

const anyConfig: fc.Arbitrary<TasksConfig> = fc.record({
  planWith: fc.constantFrom('auto', 'parser', 'model'),
  model: fc.string({ maxLength: 200 }),
  systemPrompt: fc.string({ maxLength: 4000 }),
  profile: fc.string({ maxLength: 100 }),
  tokenBudget: fc.integer({ min: 0, max: 1_000_000 }),
  errorCharLimit: fc.integer({ min: 40, max: 10_000 }),
  parallel: fc.integer({ min: 1, max: 100 }),
  attempts: fc.integer({ min: 1, max: 20 }),
  review: fc.boolean(),
  onFailure: fc.constantFrom('continue', 'abort'),
});

describe('a seed', () => {
  it('restores the config it was made from', () => {
    fc.assert(
      fc.property(anyConfig, (config) => {
        expect(hydrate(JSON.parse(JSON.stringify(dehydrate(config))))).toEqual({ config, ready: true });
      }),
    );
  });

  it('contains only differences from the defaults', () => {
    expect(dehydrate(DEFAULT_TASKS_CONFIG)).toEqual({});
    expect(dehydrate({ ...DEFAULT_TASKS_CONFIG, parallel: 3, profile: 'coding' })).toEqual({
      parallel: 3,
      profile: 'coding',
    });
  });
});

function formStore(initial: InitialConfig<TasksConfig> = {}) {
  // Parsed by the schema of its type.
  const form = configForm({ config: TasksConfig, summary: summarizeApplied }) as FormDefinition<TasksConfig>;
  return createFormStore<TasksConfig>(form, { values: configIn(initial) });
}

describe('the setup form', () => {
  const fieldOf = (store: ReturnType<typeof formStore>, key: string) =>
    store.snap().fields.find((field) => field.key === key);

  it('starts with the defaults', () => {
    const store = formStore();
    expect(store.exportFullConfig()).toEqual({ config: DEFAULT_TASKS_CONFIG, ready: true });
    expect(store.snap().summary).toBe('one task after the other');
  });

  it('starts with the values of a config', () => {
    const store = formStore({ attempts: 3 });
    expect(store.exportFullConfig().config).toEqual({ ...DEFAULT_TASKS_CONFIG, attempts: 3 });
  });

  it('starts with the applied values', () => {
    const config: TasksConfig = {
      planWith: 'model',
      model: 'offline',
      systemPrompt: 'Be brief.',
      profile: 'coding',
      tokenBudget: 100,
      errorCharLimit: 50,
      parallel: 4,
      attempts: 3,
      review: false,
      onFailure: 'abort',
    };
    const store = formStore({ config, ready: true });
    expect(store.exportFullConfig()).toEqual({ config, ready: true });
    expect(store.snap().summary).toBe(
      'planned by the model, up to 4 tasks at once, 3 attempts, stops at the first failure',
    );
  });

  it('keeps cleared fields empty', () => {
    const store = formStore();
    for (const key of ['model', 'profile', 'systemPrompt']) {
      store.setField(key, 'something');
      store.setField(key, undefined);
    }
    expect(store.exportFullConfig().config).toEqual(DEFAULT_TASKS_CONFIG);
  });

  it('has no summary while a field is invalid', () => {
    const store = formStore();
    store.setField('planWith', 'model');
    store.setField('parallel', 0);
    expect(store.snap().canSave).toBe(false);
    expect(store.snap().summary).toBeUndefined();
  });

  it.each([
    ['model', 200],
    ['profile', 100],
    ['systemPrompt', 4000],
  ])('accepts %s up to %i characters', (key, longest) => {
    const store = formStore();
    store.setField(key, 'x'.repeat(longest));
    expect(fieldOf(store, key)?.error).toBeUndefined();
    store.setField(key, 'x'.repeat(longest + 1));
    expect(fieldOf(store, key)?.error).toBe(`At most ${longest} characters.`);
  });
});

it.each<[Partial<TasksConfig>, string]>([
  [{}, 'one task after the other'],
  [{ planWith: 'parser' }, 'planned by rules, one task after the other'],
  [{ parallel: 2 }, 'up to 2 tasks at once'],
  [{ attempts: 2 }, 'one task after the other, 2 attempts'],
  [
    { planWith: 'model', onFailure: 'abort' },
    'planned by the model, one task after the other, stops at the first failure',
  ],
])('summarizes %j in a line', (given, line) => {
  expect(summarizeApplied({ ...DEFAULT_TASKS_CONFIG, ...given })).toBe(line);
});

describe('the policy of a config', () => {
  it('omits the defaults', () => {
    expect(policyOf(DEFAULT_TASKS_CONFIG)).toStrictEqual({});
    expect(policyOf({})).toStrictEqual({});
  });

  it('contains the differences', () => {
    expect(policyOf({ parallel: 2, attempts: 2, onFailure: 'abort' })).toStrictEqual({
      parallel: 2,
      onFailure: 'abort',
      retry: {
        maxAttempts: 2,
        baseDelayMs: 1000,
        maxDelayMs: 60_000,
        retryOn: ['crash', 'rate-limited', 'timeout', 'unavailable'],
      },
    });
  });
});
