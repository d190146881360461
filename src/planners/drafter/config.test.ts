import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scriptedModel } from '../../testing/index.ts';
import { DEFAULT_DRAFTER_CONFIG, type DrafterConfig, drafterPlanner } from './index.ts';

const llm = scriptedModel([], { id: 'openai/gpt' });

/** The setup form, as it is after this config was applied. */
function formOf(config?: Partial<DrafterConfig>) {
  const form = drafterPlanner.createConfigStore?.({
    llm,
    ...(config && { initial: { config, ready: true } }),
  });
  if (form === undefined) throw new Error('no form');
  return form;
}

const configs = fc.record({
  model: fc.string({ maxLength: 200 }),
  systemAppend: fc.string({ maxLength: 2000, unit: 'binary' }),
  targetWords: fc.oneof(fc.constant(0), fc.integer({ min: 10, max: 1000 })),
});

const fieldOf = (store: ReturnType<typeof formOf>, key: string) =>
  store.snap().fields.find((field) => field.key === key);

describe('the setup of the drafter', () => {
  it('starts with the defaults, and shows the model in use', () => {
    const store = formOf();
    expect(store.exportFullConfig()).toEqual({ config: DEFAULT_DRAFTER_CONFIG, ready: true });
    expect(fieldOf(store, 'model')?.placeholder).toBe('openai/gpt');
  });

  it('starts with the applied values, and exports them unchanged', () => {
    fc.assert(
      fc.property(configs, (config) => {
        const store = formOf(config);
        expect(store.exportFullConfig()).toEqual({ config, ready: true });
        expect(store.snap().dirty).toBe(false);
      }),
    );
  });

  it('starts with the values of a config', () => {
    const store = formOf({ targetWords: 50 });
    expect(store.exportFullConfig().config).toEqual({ ...DEFAULT_DRAFTER_CONFIG, targetWords: 50 });
  });

  it.each([
    [0, undefined],
    [10, undefined],
    ['250', undefined],
    [1000, undefined],
    [9, 'invalid'],
    [1001, 'invalid'],
    [-1, 'invalid'],
    [12.5, 'invalid'],
    ['many', 'invalid'],
  ])('accepts %j words or says why not', (words, error) => {
    const store = formOf();
    store.setField('targetWords', words);
    if (error === undefined) {
      expect(store.exportFullConfig().config).toMatchObject({ targetWords: Number(words) });
    } else {
      expect(fieldOf(store, 'targetWords')?.error).toEqual(expect.any(String));
      expect(store.snap().canSave).toBe(false);
      expect(() => store.exportFullConfig()).toThrow(expect.objectContaining({ code: 'config-invalid' }));
    }
  });

  it('uses the default for an emptied field', () => {
    const store = formOf({ model: 'offline', systemAppend: 'x', targetWords: 50 });
    for (const key of ['model', 'systemAppend', 'targetWords']) store.setField(key, '');
    expect(store.exportFullConfig().config).toEqual(DEFAULT_DRAFTER_CONFIG);
  });
});

describe('the seed of the drafter', () => {
  it('restores the whole config, and survives a link', async () => {
    await fc.assert(
      fc.asyncProperty(configs, async (config) => {
        const seed = JSON.parse(JSON.stringify(drafterPlanner.dehydrate?.(config)));
        expect(await drafterPlanner.hydrate?.(seed, {})).toEqual({ config, ready: true });
      }),
    );
  });

  it('is empty for the defaults', () => {
    expect(drafterPlanner.dehydrate?.(DEFAULT_DRAFTER_CONFIG)).toEqual({});
  });

  it.each([{ targetWords: 5 }, { targetWords: '10' }, { apiKey: 'x' }, null, 'x', []])(
    'is refused when it is %j',
    async (seed) => {
      await expect(drafterPlanner.hydrate?.(seed, {})).rejects.toMatchObject({ code: 'config-invalid' });
    },
  );
});

it('a config is summarized in a line', () => {
  expect(drafterPlanner.summarizeApplied?.(DEFAULT_DRAFTER_CONFIG)).toBe('the default model, any length');
  expect(
    drafterPlanner.summarizeApplied?.({ model: 'offline', systemAppend: 'Be kind.', targetWords: 80 }),
  ).toBe('offline, about 80 words, with instructions');
});
