import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../test/eventually.ts';
import type { ConfigStore } from '../../harness/index.ts';
import { sha256 } from '../../journal/index.ts';
import { SimulatedClock, scriptedModel } from '../../testing/index.ts';
import { DEFAULT_INLINE_STEPS } from './config.ts';
import type { ScenarioLoader, ScenarioSource } from './file/scenario-source.ts';
import { libraryLoan } from './fixtures/library-loan.ts';
import { createScenarioPlanner, ScenarioConfig } from './index.ts';
import { CORE_TOOL_NAMES } from './turn/core-tools.ts';

const url = 'https://example.com/library.json';
const file = JSON.stringify(libraryLoan);
const upload = `sha256:${sha256(file)}`;
const llm = scriptedModel([], { id: 'openai/gpt' });
const allTools = ['find_loan', 'print_receipt', 'extend_loan', 'refuse_extension'];
const otherScenario = {
  ...libraryLoan,
  agents: libraryLoan.agents.map((agent) => ({ ...agent, agentId: `other-${agent.agentId}` })),
};

const stores: ConfigStore[] = [];
afterEach(() => {
  for (const store of stores.splice(0)) store.destroy();
});

/** A setup card whose loads are answered by the test. */
function setup(initial?: Partial<ScenarioConfig>) {
  const clock = new SimulatedClock(0);
  const loads: {
    source: ScenarioSource;
    signal: AbortSignal;
    answer: (text: string) => void;
    fail: (error: Error) => void;
  }[] = [];
  const load: ScenarioLoader = (source, signal) =>
    new Promise((answer, fail) => loads.push({ source, signal, answer, fail }));
  const store = createScenarioPlanner({ load, timer: clock }).createConfigStore?.({
    llm,
    ...(initial && { initial: { config: ScenarioConfig.parse(initial), ready: true } }),
  });
  if (store === undefined) throw new Error('no store');
  stores.push(store);
  const field = (key: string) => store.snap().fields.find((each) => each.key === key);
  const loaded = async (at: number, text = file) => {
    loads[at]?.answer(text);
    await eventually(() => store.snap().pending).toBe(false);
  };
  return { store, clock, loads, field, loaded };
}

describe('the setup of the scenario planner', () => {
  it('requires a scenario first', () => {
    const { store, field } = setup();
    expect(store.snap()).toMatchObject({ canSave: false, pending: false });
    expect(field('scenarioUrl')).toMatchObject({ required: true, error: 'Scenario is missing.' });
    expect(field('myAgentId')?.visible).toBe(false);
    expect(field('maxInlineSteps')?.value).toBe(DEFAULT_INLINE_STEPS);
    expect(field('enabledCoreTools')?.value).toEqual(CORE_TOOL_NAMES);
    expect(field('model')?.placeholder).toBe('openai/gpt');
  });

  it('loads a scenario when its address field loses focus, and selects the first agent with all tools', async () => {
    const { store, clock, loads, field, loaded } = setup();
    store.setField('scenarioUrl', url);
    expect(store.snap().pending).toBe(true);
    expect(loads).toHaveLength(0);
    clock.advance(1000);
    expect(loads[0]?.source).toEqual({ type: 'url', url });
    await loaded(0);
    expect(field('myAgentId')).toMatchObject({ value: 'library', visible: true });
    expect(field('myAgentId')?.options?.map(({ label }) => label)).toEqual([
      'Town library (library)',
      'Ada (reader)',
    ]);
    expect(field('enabledTools')?.value).toEqual(allTools);
    expect(store.snap().summary).toBe('A book on loan, as Town library, 4 of 4 tools');
    expect(store.snap().preview).toContain('- Settle the loan');
    expect(store.exportFullConfig()).toEqual({
      config: ScenarioConfig.parse({
        scenarioUrl: url,
        myAgentId: 'library',
        enabledTools: allTools,
        resolvedScenario: libraryLoan,
      }),
      ready: true,
    });
  });

  it('discards the late result of an earlier address', async () => {
    const { store, clock, loads, field, loaded } = setup();
    store.setField('scenarioUrl', `${url}?old`);
    clock.advance(1000);
    store.setField('scenarioUrl', url);
    expect(loads[0]?.signal.aborted).toBe(true);
    clock.advance(1000);
    await loaded(1);
    loads[0]?.answer(JSON.stringify(otherScenario));
    await Promise.resolve();
    expect(field('myAgentId')?.value).toBe('library');
    expect(store.exportFullConfig().config).toMatchObject({ scenarioUrl: url });
  });

  it('refuses to save while it loads, and says why', () => {
    const { store, clock } = setup();
    store.setField('scenarioUrl', url);
    clock.advance(1000);
    expect(store.snap()).toMatchObject({ pending: true, canSave: false });
    expect(() => store.exportFullConfig()).toThrow(
      expect.objectContaining({ code: 'config-pending', reasons: { scenarioUrl: 'Still loading.' } }),
    );
  });

  it.each([
    [
      'cannot be reached',
      (load: { fail(error: Error): void }) => load.fail(new Error('no such host')),
      /no such host/,
    ],
    ['is no scenario', (load: { answer(text: string): void }) => load.answer('{"agents":[]}'), /metadata/],
    [
      'is too large',
      (load: { answer(text: string): void }) => load.answer('x'.repeat(1_500_001)),
      /1500000 bytes/,
    ],
  ])('refuses to save when the scenario %s, and says why', async (_, answer, reason) => {
    const { store, clock, loads, field } = setup();
    store.setField('scenarioUrl', url);
    clock.advance(1000);
    const [load] = loads;
    if (load) answer(load);
    await eventually(() => store.snap().pending).toBe(false);
    expect(field('scenarioUrl')?.error).toMatch(reason);
    expect(store.snap().canSave).toBe(false);
    expect(() => store.exportFullConfig()).toThrow(expect.objectContaining({ code: 'config-invalid' }));
  });

  it.each([
    'ftp://example.com/x',
    'library.json',
    'https://me:secret@example.com/x',
    'sha256:abc',
    'file:///etc/passwd',
  ])('does not load from %s', (address) => {
    const { store, clock, loads, field } = setup();
    store.setField('scenarioUrl', address);
    clock.advance(1000);
    expect(loads).toEqual([]);
    expect(field('scenarioUrl')?.error).toMatch(/^Must/);
  });

  it('loads an uploaded file by its hash, and no other', async () => {
    const { store, clock, loads, field, loaded } = setup();
    store.setField('scenarioUrl', upload);
    clock.advance(1000);
    expect(loads[0]?.source).toEqual({ type: 'upload', sha256: sha256(file) });
    await loaded(0, `${file} `);
    expect(field('scenarioUrl')?.error).toMatch(/SHA-256/);
    store.setField('scenarioUrl', upload);
    clock.advance(1000);
    await loaded(1);
    expect(store.exportFullConfig()).toMatchObject({ config: { scenarioUrl: upload }, ready: true });
  });

  it('times out', async () => {
    const { store, clock, loads, field } = setup();
    store.setField('scenarioUrl', url);
    clock.advance(1000);
    clock.advance(29_000);
    expect(store.snap().pending).toBe(true);
    clock.advance(1000);
    await eventually(() => store.snap().pending).toBe(false);
    expect(loads[0]?.signal.aborted).toBe(true);
    expect(field('scenarioUrl')?.error).toMatch(/no answer after 30 seconds/);
  });

  it('says so when scenarios cannot be loaded here', async () => {
    const initial = { config: ScenarioConfig.parse({ scenarioUrl: url }), ready: false };
    const store = createScenarioPlanner().createConfigStore?.({ llm, initial });
    await eventually(() => store?.snap().pending).toBe(false);
    expect(store?.snap().fields[0]?.error).toMatch(/load function/);
  });
});

describe('an applied setup', () => {
  it('may be only a part of the config', async () => {
    const load: ScenarioLoader = async () => file;
    const config = { scenarioUrl: url, myAgentId: 'reader' };
    const store = createScenarioPlanner({ load }).createConfigStore?.({
      llm,
      initial: { config, ready: false },
    });
    await eventually(() => store?.snap().pending).toBe(false);
    expect(store?.exportFullConfig()).toMatchObject({ config, ready: true });
    store?.destroy();
  });

  it('is loaded at once if only its address is known, and keeps choices that the scenario offers', async () => {
    const enabledTools = ['extend_loan', 'burn_book', 'find_loan'];
    const { store, loads, field, loaded } = setup({ scenarioUrl: url, myAgentId: 'library', enabledTools });
    expect(loads).toHaveLength(1);
    await loaded(0);
    expect(field('myAgentId')?.value).toBe('library');
    expect(field('enabledTools')?.value).toEqual(['find_loan', 'extend_loan']);
    expect(store.snap().canSave).toBe(true);
  });

  it('falls back to the first agent if the scenario lacks its own', async () => {
    const { field, loaded } = setup({ scenarioUrl: url, myAgentId: 'nobody' });
    await loaded(0);
    expect(field('myAgentId')?.value).toBe('library');
    expect(field('enabledTools')?.value).toEqual(allTools);
  });

  it('keeps all tools off', async () => {
    const { field, loaded } = setup({ scenarioUrl: url, myAgentId: 'library', enabledTools: [] });
    await loaded(0);
    expect(field('enabledTools')?.value).toEqual([]);
  });

  it('is not loaded again if it is present', () => {
    const { store, loads } = setup({
      scenarioUrl: url,
      myAgentId: 'reader',
      enabledTools: [],
      resolvedScenario: libraryLoan,
    });
    expect(loads).toEqual([]);
    expect(store.snap()).toMatchObject({ canSave: true, dirty: false });
    expect(store.exportFullConfig()).toMatchObject({ config: { myAgentId: 'reader' }, ready: true });
  });

  it('applies once: later choices stay when the same scenario is loaded again', async () => {
    const { store, clock, field, loaded } = setup({
      scenarioUrl: url,
      myAgentId: 'library',
      enabledTools: ['find_loan'],
    });
    await loaded(0);
    store.setField('enabledTools', ['print_receipt']);
    store.setField('scenarioUrl', `${url}?again`);
    clock.advance(1000);
    await loaded(1);
    expect(field('enabledTools')?.value).toEqual(['print_receipt']);
    store.setField('scenarioUrl', `${url}?other`);
    clock.advance(1000);
    await loaded(2, JSON.stringify(otherScenario));
    expect(field('myAgentId')?.value).toBe('other-library');
    expect(field('enabledTools')?.value).toEqual(allTools);
  });
});

describe('choosing', () => {
  it('another side selects its tools', async () => {
    const { store, field } = setup({
      scenarioUrl: url,
      myAgentId: 'library',
      enabledTools: ['find_loan'],
      resolvedScenario: libraryLoan,
    });
    store.setField('myAgentId', 'reader');
    expect(field('enabledTools')).toMatchObject({ value: [], options: [] });
    store.setField('myAgentId', 'library');
    expect(field('enabledTools')?.value).toEqual(allTools);
    expect(store.exportFullConfig().config).toMatchObject({ myAgentId: 'library' });
  });

  it.each([
    ['maxInlineSteps', 0],
    ['maxInlineSteps', 51],
    ['maxInlineSteps', 1.5],
    ['enabledTools', ['burn_book']],
    ['enabledCoreTools', ['shout']],
    ['myAgentId', 'nobody'],
    ['instructions', 'x'.repeat(8001)],
    ['model', 'x'.repeat(201)],
  ])('%s as an invalid value is refused', (key, value) => {
    const { store, field } = setup({ scenarioUrl: url, myAgentId: 'library', resolvedScenario: libraryLoan });
    store.setField(key, value);
    expect(field(key)?.error).toEqual(expect.any(String));
    expect(() => store.exportFullConfig()).toThrow(expect.objectContaining({ code: 'config-invalid' }));
  });
});

const configs = fc
  .record({
    scenarioUrl: fc.constantFrom(url, upload),
    model: fc.string({ maxLength: 200 }).map((model) => model.trim()),
    agent: fc.constantFrom(...libraryLoan.agents),
    enabledCoreTools: fc.subarray([...CORE_TOOL_NAMES]),
    maxInlineSteps: fc.integer({ min: 1, max: 50 }),
    confirmCommitments: fc.constantFrom('supervised' as const, 'always' as const, 'never' as const),
    instructions: fc.string({ maxLength: 500, unit: 'binary' }),
  })
  .chain(({ agent, ...rest }) =>
    fc.subarray(agent.tools.map(({ toolName }) => toolName)).map(
      (enabledTools): ScenarioConfig => ({
        ...rest,
        myAgentId: agent.agentId,
        enabledTools,
        resolvedScenario: libraryLoan,
      }),
    ),
  );

describe('the seed of a scenario planner', () => {
  const bytes = new TextEncoder().encode(file);
  const planner = createScenarioPlanner({ load: async () => file });

  it('restores the whole config, and survives a link', async () => {
    await fc.assert(
      fc.asyncProperty(configs, async (config) => {
        const seed = JSON.parse(JSON.stringify(planner.dehydrate?.(config)));
        expect(JSON.stringify(seed)).not.toContain('Town library');
        expect(await planner.hydrate?.(seed, {})).toEqual({ config, ready: true });
      }),
    );
  });

  it('of an uploaded file carries its hash, and the file comes from the attachments', async () => {
    const config = ScenarioConfig.parse({
      scenarioUrl: upload,
      myAgentId: 'reader',
      enabledTools: [],
      resolvedScenario: libraryLoan,
    });
    const seed = planner.dehydrate?.(config);
    expect(JSON.stringify(seed)).toContain(sha256(file));
    const asked: string[] = [];
    const readAttachment = async (hash: string) => {
      asked.push(hash);
      return bytes;
    };
    const offline = createScenarioPlanner();
    expect(await offline.hydrate?.(seed ?? {}, { readAttachment })).toEqual({ config, ready: true });
    expect(asked).toEqual([sha256(file)]);
  });

  it('drops choices that the scenario no longer offers', async () => {
    const seed = { scenarioUrl: url, myAgentId: 'nobody', enabledTools: ['find_loan', 'burn_book'] };
    expect(await planner.hydrate?.(seed, {})).toMatchObject({
      config: { myAgentId: 'library', enabledTools: ['find_loan'] },
      ready: true,
    });
  });

  it('whose scenario cannot be loaded keeps its choices, and is not ready', async () => {
    const broken = createScenarioPlanner({ load: () => Promise.reject(new Error('no such host')) });
    const seed = { scenarioUrl: url, myAgentId: 'reader' };
    expect(await broken.hydrate?.(seed, {})).toEqual({ config: ScenarioConfig.parse(seed), ready: false });
    expect(await planner.hydrate?.({}, {})).toMatchObject({ ready: false });
    // As a program that is not written in TypeScript may call it.
    expect(await (planner.hydrate as (seed: object) => unknown)({})).toMatchObject({ ready: false });
  });

  it('whose loading is aborted rejects with the reason', async () => {
    const signal = AbortSignal.abort(new Error('another link'));
    const waiting = createScenarioPlanner({ load: (_, given) => Promise.reject(given.reason) });
    await expect(waiting.hydrate?.({ scenarioUrl: url }, { signal })).rejects.toThrow('another link');
  });

  it.each([{ maxInlineSteps: 0 }, { enabledCoreTools: ['shout'] }, { apiKey: 'x' }, null, 'x'])(
    'is refused when it is %j',
    async (seed) => {
      await expect(planner.hydrate?.(seed as object, {})).rejects.toMatchObject({ code: 'config-invalid' });
    },
  );

  it('keeps the whole scenario in the record, whatever its field names', () => {
    const [library, ...others] = libraryLoan.agents;
    const knowing = { ...library, knowledgeBase: { password: 'open sesame' } };
    const resolvedScenario = { ...libraryLoan, agents: [knowing, ...others] };
    const config = ScenarioConfig.parse({ resolvedScenario, myAgentId: 'library' });
    expect(planner.withoutSecrets?.(config)).toEqual(config);
  });
});

it('a config is summarized in a line', () => {
  const planner = createScenarioPlanner();
  expect(planner.summarizeApplied?.(ScenarioConfig.parse({}))).toBe('no scenario');
  const config = ScenarioConfig.parse({
    resolvedScenario: libraryLoan,
    myAgentId: 'library',
    enabledTools: ['find_loan'],
    model: 'offline',
  });
  expect(planner.summarizeApplied?.(config)).toBe('A book on loan, as Town library, 1 of 4 tools, offline');
});
