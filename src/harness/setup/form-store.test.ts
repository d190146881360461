import { describe, expect, it } from 'vitest';
import { eventually } from '../../../test/eventually.ts';
import { SimulatedClock } from '../../testing/simulated-clock.ts';
import { ConfigError } from '../error.ts';
import type { FieldValue } from './config-store.ts';
import type { FormField } from './form-field.ts';
import { createFormStore, type FormDefinition, type FormStart } from './form-store.ts';

const simple: FormDefinition<Record<string, unknown>> = {
  fields: [
    { key: 'name', type: 'text', label: 'Name', required: true },
    { key: 'words', type: 'number', label: 'Words', min: 10, max: 1000, integer: true, initial: 100 },
    {
      key: 'tone',
      type: 'select',
      label: 'Tone',
      initial: 'kind',
      options: [
        { value: 'kind', label: 'Kind' },
        { value: 'plain', label: 'Plain' },
      ],
    },
    {
      key: 'reason',
      type: 'text',
      label: 'Reason',
      required: true,
      visible: ({ values }) => values.tone === 'plain',
    },
  ],
  toConfig: ({ values }) => ({ ...values }),
  summary: ({ values }) => `${values.words} words`,
};

const errorOf = (store: ReturnType<typeof createFormStore>, key: string) =>
  store.snap().fields.find((field) => field.key === key)?.error;

describe('a form', () => {
  it('begins with what was applied, and with the fields own values for the rest', () => {
    const store = createFormStore(simple, { values: { name: 'ann' } });
    expect(store.snap()).toMatchObject({
      fields: [{ value: 'ann' }, { value: 100 }, { value: 'kind' }, { visible: false }],
      canSave: true,
      pending: false,
      dirty: false,
      summary: '100 words',
    });
    expect(store.exportFullConfig()).toMatchObject({ config: { name: 'ann', words: 100 }, ready: true });
  });

  it('is dirty while it differs from what was applied', () => {
    const store = createFormStore(simple, { values: { name: 'ann' } });
    store.setField('name', 'bob');
    expect(store.snap().dirty).toBe(true);
    store.setField('name', 'ann');
    expect(store.snap().dirty).toBe(false);
  });

  it('refuses to save what is wrong, and says why', () => {
    const store = createFormStore(simple);
    store.setField('words', '5');
    expect(store.snap().canSave).toBe(false);
    const refused = () => store.exportFullConfig();
    expect(refused).toThrow(ConfigError);
    expect(refused).toThrow(
      expect.objectContaining({
        code: 'config-invalid',
        reasons: { name: expect.any(String), words: expect.stringMatching(/10.*1000/) },
      }),
    );
  });

  it('does not check what is hidden', () => {
    const store = createFormStore(simple, { values: { name: 'ann' } });
    store.setField('tone', 'plain');
    expect(errorOf(store, 'reason')).toBe('Reason is missing.');
    store.setField('tone', 'kind');
    expect(errorOf(store, 'reason')).toBeUndefined();
  });

  it.each<[Partial<FormField>, FieldValue, string | undefined]>([
    [{ type: 'number' }, '12', undefined],
    [{ type: 'number' }, '', undefined],
    [{ type: 'number' }, 'twelve', 'X must be a number.'],
    [{ type: 'number' }, Number.NaN, 'X must be a number.'],
    [{ type: 'number', integer: true }, 1.5, 'X must be a whole number.'],
    [{ type: 'number', min: 1 }, 0, 'X must be at least 1.'],
    [{ type: 'number', max: 1 }, 2, 'X must be at most 1.'],
    [{ type: 'text' }, 5, 'X must be text.'],
    [{ type: 'secret', required: true }, '  ', 'X is missing.'],
    [{ type: 'checkbox' }, 'yes', 'X must be on or off.'],
    [{ type: 'checkbox' }, false, undefined],
    [{ type: 'select', options: [] }, 'a', 'X must be one of its options.'],
    [{ type: 'checkbox-group', options: [{ value: 'a', label: 'A' }] }, ['a'], undefined],
    [
      { type: 'checkbox-group', options: [{ value: 'a', label: 'A' }] },
      ['b'],
      'X must be some of its options.',
    ],
    [{ type: 'checkbox-group', required: true, options: [] }, [], 'X is missing.'],
    [{ type: 'text', check: (value) => (value === 'no' ? 'Not that.' : undefined) }, 'no', 'Not that.'],
  ])('with a field %j holding %j finds: %s', (own, value, error) => {
    const field: FormField = { key: 'x', type: 'text', label: 'X', ...own };
    const store = createFormStore({ fields: [field], toConfig: ({ values }) => values });
    store.setField('x', value);
    expect(errorOf(store, 'x')).toBe(error);
  });

  it('has no fields but its own', () => {
    const store = createFormStore(simple);
    expect(() => store.setField('__proto__', 'x')).toThrow(ConfigError);
    expect(() => store.setField('nope', 'x')).toThrow(ConfigError);
  });

  it('tells its listeners of every change, and keeps a snapshot until there is one', () => {
    const store = createFormStore(simple);
    let reported = 0;
    const end = store.subscribe(() => {
      reported += 1;
    });
    const before = store.snap();
    expect(store.snap()).toBe(before);
    store.setField('name', 'ann');
    expect(store.snap()).not.toBe(before);
    end();
    store.setField('name', 'bob');
    expect(reported).toBe(1);
  });
});

interface Scenario {
  readonly agents: readonly string[];
}

/** A form that loads a scenario from an address, as the scenario planner's does. */
function loading(start: FormStart<Scenario> = {}) {
  const clock = new SimulatedClock(0);
  const requests: {
    from: string;
    signal: AbortSignal;
    answer(agents: string[]): void;
    fail(why: string): void;
  }[] = [];
  const store = createFormStore<Record<string, unknown>, Scenario>(
    {
      fields: [
        {
          key: 'url',
          type: 'text',
          label: 'Scenario',
          required: true,
          check: (value) => (String(value).startsWith('http') ? undefined : 'Scenario must be an address.'),
        },
        {
          key: 'agent',
          type: 'select',
          label: 'Agent',
          options: ({ loaded }) => (loaded?.agents ?? []).map((value) => ({ value, label: value })),
        },
      ],
      load: {
        key: 'url',
        debounceMs: 300,
        load: (from, signal) => {
          const { promise, resolve, reject } = Promise.withResolvers<Scenario>();
          requests.push({
            from,
            signal,
            answer: (agents) => resolve({ agents }),
            fail: (why) => reject(new Error(why)),
          });
          return promise;
        },
        derive: ({ agents }, { values, first }) =>
          first && agents.includes(String(values.agent)) ? {} : { agent: agents[0] },
      },
      toConfig: ({ values, loaded }) => ({ ...values, agents: loaded?.agents }),
    },
    { timer: clock, ...start },
  );
  return { store, clock, requests };
}

describe('a form that loads', () => {
  it('does so by itself at the start, and refuses to save meanwhile', async () => {
    const { store, requests } = loading({ values: { url: 'http://a', agent: 'two' } });
    expect(requests.map(({ from }) => from)).toEqual(['http://a']);
    expect(store.snap()).toMatchObject({ pending: true, canSave: false, fields: [{ pending: true }, {}] });
    expect(() => store.exportFullConfig()).toThrow(
      expect.objectContaining({ code: 'config-pending', reasons: { url: 'Still loading.' } }),
    );
    requests[0]?.answer(['one', 'two']);
    await eventually(() => store.snap().pending).toBe(false);
    expect(store.exportFullConfig().config).toEqual({
      url: 'http://a',
      agent: 'two',
      agents: ['one', 'two'],
    });
  });

  it('applies the initial choice once: what is loaded next decides anew', async () => {
    const { store, clock, requests } = loading({ values: { url: 'http://a', agent: 'two' } });
    requests[0]?.answer(['one', 'two']);
    await eventually(() => store.snap().pending).toBe(false);
    store.setField('url', 'http://b');
    clock.advance(300);
    requests[1]?.answer(['one', 'two']);
    await eventually(() => store.snap().pending).toBe(false);
    expect(store.snap().fields[1]?.value).toBe('one');
  });

  it('waits until the address is left alone', () => {
    const { store, clock, requests } = loading();
    for (const url of ['http://a', 'http://ab', 'http://abc']) {
      store.setField('url', url);
      clock.advance(299);
    }
    expect(requests).toEqual([]);
    clock.advance(1);
    expect(requests.map(({ from }) => from)).toEqual(['http://abc']);
  });

  it('discards the late answer of an older address', async () => {
    const { store, clock, requests } = loading();
    store.setField('url', 'http://a');
    clock.advance(300);
    store.setField('url', 'http://b');
    clock.advance(300);
    expect(requests[0]?.signal.aborted).toBe(true);
    requests[1]?.answer(['new']);
    await eventually(() => store.snap().pending).toBe(false);
    requests[0]?.answer(['old']);
    await Promise.resolve();
    expect(store.exportFullConfig().config).toMatchObject({ agent: 'new', agents: ['new'] });
  });

  it('shows why nothing could be loaded, and refuses to save', async () => {
    const { store, clock, requests } = loading();
    store.setField('url', 'http://a');
    clock.advance(300);
    requests[0]?.fail('The file is too large.');
    await eventually(() => store.snap().pending).toBe(false);
    expect(errorOf(store, 'url')).toBe('The file is too large.');
    expect(() => store.exportFullConfig()).toThrow(expect.objectContaining({ code: 'config-invalid' }));
  });

  it('shows why what was loaded is of no use, and refuses to save', async () => {
    const { store, requests } = loading({ values: { url: 'http://a' } });
    requests[0]?.answer(undefined as never);
    await eventually(() => store.snap().pending).toBe(false);
    expect(store.snap()).toMatchObject({ canSave: false, fields: [{ error: expect.any(String) }, {}] });
    expect(() => store.exportFullConfig()).toThrow(expect.objectContaining({ code: 'config-invalid' }));
  });

  it('does not load from what is no address', () => {
    const { store, clock, requests } = loading();
    store.setField('url', 'nonsense');
    clock.advance(300);
    expect(requests).toEqual([]);
    expect(store.snap().pending).toBe(false);
  });

  it('does not load again what it is given', () => {
    const { store, requests } = loading({
      values: { url: 'http://a', agent: 'one' },
      loaded: { agents: ['one'] },
    });
    expect(requests).toEqual([]);
    expect(store.snap().canSave).toBe(true);
  });

  it('gives up what is under way when it is destroyed', async () => {
    const { store, requests } = loading({ values: { url: 'http://a' } });
    let reported = 0;
    store.subscribe(() => {
      reported += 1;
    });
    store.destroy();
    expect(requests[0]?.signal.aborted).toBe(true);
    requests[0]?.answer(['one']);
    await Promise.resolve();
    expect(reported).toBe(0);
  });
});
