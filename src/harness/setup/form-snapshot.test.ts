import { describe, expect, it } from 'vitest';
import { eventually } from '../../../test/eventually.ts';
import { SimulatedClock } from '../../testing/simulated-clock.ts';
import { createFormStore, type FormDefinition, type FormLoad, type FormStart } from './form-store.ts';

describe('the snapshot of a form', () => {
  it('has what each field says of itself, and nothing else', () => {
    const store = createFormStore({
      fields: [
        {
          key: 'a',
          type: 'text',
          label: 'A',
          placeholder: 'words',
          help: 'Some words.',
          required: false,
          visible: () => true,
          disabled: ({ values }) => values.b === true,
        },
        { key: 'b', type: 'checkbox', label: 'B', initial: true },
        { key: 'c', type: 'select', label: 'C', options: [{ value: 'x', label: 'X' }], initial: 'y' },
      ],
      toConfig: () => 1,
    });
    expect(store.snap()).toStrictEqual({
      fields: [
        {
          key: 'a',
          type: 'text',
          label: 'A',
          value: undefined,
          placeholder: 'words',
          help: 'Some words.',
          required: false,
          disabled: true,
          visible: true,
        },
        { key: 'b', type: 'checkbox', label: 'B', value: true },
        {
          key: 'c',
          type: 'select',
          label: 'C',
          value: 'y',
          options: [{ value: 'x', label: 'X' }],
          error: 'C must be one of its options.',
        },
      ],
      pending: false,
      canSave: false,
      dirty: false,
    });
  });

  it('has a summary and a preview where the form has something to say', () => {
    const form = (text: string | undefined) =>
      createFormStore({
        fields: [],
        toConfig: () => 1,
        summary: () => text,
        preview: () => text && `# ${text}`,
      }).snap();
    expect(form('50 words')).toMatchObject({ summary: '50 words', preview: '# 50 words' });
    expect(Object.keys(form(undefined))).toEqual(['fields', 'pending', 'canSave', 'dirty']);
  });
});

const named: FormDefinition<unknown> = {
  fields: [
    { key: 'name', type: 'text', label: 'Name', required: true },
    { key: 'words', type: 'number', label: 'Words', required: true },
  ],
  toConfig: ({ values }) => values,
};

describe('saving a form', () => {
  it('is refused with every field at fault in the message', () => {
    expect(() => createFormStore(named).exportFullConfig()).toThrow(
      expect.objectContaining({
        code: 'config-invalid',
        reasons: { name: expect.any(String), words: expect.any(String) },
      }),
    );
  });

  it('is no way to learn of a field that is not there', () => {
    expect(() => createFormStore(named).setField('nope', 1)).toThrow(
      expect.objectContaining({ code: 'config-invalid', reasons: { nope: expect.any(String) } }),
    );
  });

  it('says whether a planner can start with it', () => {
    const store = createFormStore({ ...named, fields: [], ready: ({ values }) => 'go' in values });
    expect(store.exportFullConfig()).toEqual({ config: {}, ready: false });
  });
});

describe('a listener', () => {
  it('that subscribes twice is told twice, until each of them ends', () => {
    const store = createFormStore(named);
    let reported = 0;
    const listener = () => {
      reported += 1;
    };
    const [end] = [store.subscribe(listener), store.subscribe(listener)];
    store.setField('name', 'ann');
    expect(reported).toBe(2);
    end();
    store.setField('name', 'bob');
    expect(reported).toBe(3);
  });

  it('that throws keeps neither the others from being told nor the field from being set', async () => {
    const thrown: unknown[] = [];
    const note = (error: unknown) => thrown.push(error);
    process.on('uncaughtException', note);
    const store = createFormStore(named);
    const trouble = new Error('no window');
    let reported = 0;
    store.subscribe(() => {
      throw trouble;
    });
    store.subscribe(() => {
      reported += 1;
    });
    store.setField('name', 'ann');
    expect([reported, store.snap().fields[0]?.value]).toEqual([1, 'ann']);
    await eventually(() => thrown).toEqual([trouble]);
    process.off('uncaughtException', note);
  });

  it('is not told any more once the form is destroyed', () => {
    const store = createFormStore(named);
    let reported = 0;
    store.subscribe(() => {
      reported += 1;
    });
    store.destroy();
    store.setField('name', 'ann');
    expect(reported).toBe(0);
  });
});

/** A form with a file to load, and a loader that the test plays. */
function loading(own: Partial<FormLoad<string>> = {}, start: FormStart<string> = {}) {
  const clock = new SimulatedClock(0);
  const asked: string[] = [];
  const firsts: boolean[] = [];
  const store = createFormStore<unknown, string>(
    {
      fields: [
        { key: 'file', type: 'text', label: 'File', required: true },
        { key: 'note', type: 'text', label: 'Note' },
      ],
      load: {
        key: 'file',
        load: async (from) => {
          asked.push(from);
          return `bytes of ${from}`;
        },
        derive: (loaded, { first }) => {
          firsts.push(first);
          return { note: loaded };
        },
        ...own,
      },
      toConfig: ({ values, loaded }) => ({ ...values, loaded }),
      summary: ({ loaded }) => loaded,
    },
    { timer: clock, ...start },
  );
  return { store, clock, asked, firsts, settled: () => eventually(() => store.snap().pending).toBe(false) };
}

describe('a form that loads', () => {
  it('asks for what the field names, without the spaces around it', async () => {
    const { store, asked, settled } = loading({}, { values: { file: ' a.json ' } });
    await settled();
    expect(asked).toEqual(['a.json']);
    expect(store.exportFullConfig().config).toEqual({
      file: ' a.json ',
      note: 'bytes of a.json',
      loaded: 'bytes of a.json',
    });
  });

  it('waits for 300 ms when nobody says for how long', () => {
    const { store, clock, asked } = loading();
    store.setField('file', 'a');
    clock.advance(299);
    expect(asked).toEqual([]);
    clock.advance(1);
    expect(asked).toEqual(['a']);
  });

  it('loads at once where there is nothing to wait for', () => {
    const { store, asked } = loading({ debounceMs: 0 });
    store.setField('file', 'a');
    expect(asked).toEqual(['a']);
  });

  it('loads nothing, and waits for nothing, while the field is empty', () => {
    const { store, clock, asked } = loading({}, { values: { file: '   ' } });
    expect(store.snap()).toMatchObject({ pending: false, fields: [{ pending: false }, {}] });
    store.setField('file', 'a');
    store.setField('file', '');
    clock.advance(1000);
    expect([asked, store.snap().pending]).toEqual([[], false]);
  });

  it('does not load again for another field', async () => {
    const { store, clock, asked, settled } = loading({}, { values: { file: 'a' } });
    await settled();
    store.setField('note', 'mine');
    clock.advance(1000);
    expect(asked).toEqual(['a']);
    expect(store.exportFullConfig().config).toMatchObject({ note: 'mine', loaded: 'bytes of a' });
  });

  it('has nothing loaded any more as soon as the field changes', async () => {
    const { store, settled } = loading({}, { values: { file: 'a' } });
    await settled();
    expect(store.snap().summary).toBe('bytes of a');
    store.setField('file', 'b');
    expect(store.snap()).not.toHaveProperty('summary');
    expect(store.snap().fields[1]).not.toHaveProperty('pending');
  });

  it('says which field it waits for when it is saved too early', () => {
    const { store } = loading({}, { values: { file: 'a' } });
    expect(() => store.exportFullConfig()).toThrow(
      expect.objectContaining({ code: 'config-pending', summary: expect.stringContaining('File') }),
    );
  });

  it('applies the initial values once: not again after what it was given', async () => {
    const fresh = loading({}, { values: { file: 'a' } });
    await fresh.settled();
    const given = loading({ debounceMs: 0 }, { values: { file: 'a' }, loaded: 'old bytes' });
    given.store.setField('file', 'b');
    await given.settled();
    expect([fresh.firsts, given.firsts]).toEqual([[true], [false]]);
  });

  it.each<[string, FormLoad<string>['load'], string]>([
    [
      'throws at once',
      () => {
        throw new Error('no disk');
      },
      'no disk',
    ],
    ['rejects with what is no error', () => Promise.reject('gone'), 'gone'],
  ])('shows why when the loader %s, until the field changes', async (_, load, error) => {
    const { store, settled } = loading({ load }, { values: { file: 'a' } });
    await settled();
    expect(store.snap()).toMatchObject({ canSave: false, fields: [{ error }, {}] });
    expect(store.snap().fields[1]).not.toHaveProperty('error');
    store.setField('file', 'b');
    expect(store.snap()).toMatchObject({ pending: true, canSave: false });
    expect(store.snap().fields[0]).not.toHaveProperty('error');
  });

  it('tells its listeners when something was loaded, and when it could not be', async () => {
    for (const load of [async () => 'bytes', () => Promise.reject(new Error('no'))]) {
      const { store, settled } = loading({ load }, { values: { file: 'a' } });
      let reported = 0;
      store.subscribe(() => {
        reported += 1;
      });
      await settled();
      expect(reported).toBe(1);
    }
  });

  it('may load what nothing else follows from, and nothing at all', async () => {
    const asked: string[] = [];
    const form = (file: string) =>
      createFormStore<unknown, string>(
        {
          fields: [
            { key: 'note', type: 'text', label: 'Note', initial: 'n' },
            { key: 'file', type: 'text', label: 'File' },
          ],
          load: {
            key: 'file',
            load: async (from) => {
              asked.push(from);
              return 'bytes';
            },
          },
          toConfig: ({ values, loaded }) => ({ ...values, loaded }),
        },
        { values: { file } },
      );
    expect(form('  ').exportFullConfig().config).toEqual({ note: 'n', file: '  ', loaded: undefined });
    expect(asked).toEqual([]);
    const store = form('a');
    expect(() => store.exportFullConfig()).toThrow(expect.objectContaining({ code: 'config-pending' }));
    await eventually(() => store.snap().pending).toBe(false);
    expect(store.exportFullConfig().config).toEqual({ note: 'n', file: 'a', loaded: 'bytes' });
  });

  it('that is destroyed waits for nothing, and begins nothing', () => {
    const { store, clock, asked } = loading();
    store.setField('file', 'a');
    expect(store.snap().pending).toBe(true);
    store.destroy();
    clock.advance(1000);
    expect([asked, store.snap().pending]).toEqual([[], false]);
  });
});
