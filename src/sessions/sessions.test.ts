import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { definePlanner } from '../harness/module/define-planner.ts';
import { refuse } from '../harness/module/refusal.ts';
import { noModel } from '../harness/pass/recorded-llm.ts';
import { createRegistry } from '../host/registry.ts';
import { memoryStore, openJournal } from '../journal/index.ts';
import { Sessions } from './sessions.ts';

interface Notes {
  readonly said: readonly string[];
  readonly lines: readonly string[];
  readonly pinned: number | undefined;
}

const minutes = definePlanner({
  id: 'minutes',
  title: 'Minutes',
  description: 'Writes the minutes of a meeting.',
  config: z.strictObject({ title: z.string().min(1), loud: z.boolean().default(false) }),
  facts: {
    minutes_written: {
      schema: z.strictObject({ lines: z.array(z.string()) }),
      kind: 'plan',
      text: ({ lines }) => lines.join('\n'),
    },
    line_pinned: { schema: z.strictObject({ line: z.int(), by: z.string() }), kind: 'decision' },
    pin_refused: { schema: z.strictObject({ line: z.int() }), kind: 'failure' },
  },
  state: {
    initial: { said: [], lines: [], pinned: undefined } as Notes,
    apply(state, fact) {
      if (fact.type === 'user_input') return { ...state, said: [...state.said, fact.text ?? ''] };
      if (fact.type === 'minutes_written') return { ...state, lines: fact.lines };
      return fact.type === 'line_pinned' ? { ...state, pinned: fact.line } : state;
    },
  },
  plan({ state, config, fact }) {
    if (state.said.at(-1) === 'fail') throw new Error('out of ink');
    const lines = state.said.map((line) => (config.loud ? line.toUpperCase() : line));
    return [fact.minutes_written({ lines })];
  },
  commands: {
    pin: {
      title: 'Pin a line',
      input: z.strictObject({ line: z.int().min(1) }),
      decide({ state, fact }, { line }, { by }) {
        if (line > state.lines.length) {
          throw refuse(`There is no line ${line}.`, { record: [fact.pin_refused({ line })] });
        }
        return state.pinned === line ? [] : [fact.line_pinned({ line, by })];
      },
    },
    note: {
      title: 'Note',
      input: z.strictObject({ of: z.int(), text: z.string() }),
      decide: ({ fact }, { text }) => [fact.minutes_written({ lines: [text] })],
    },
  },
  waiting: ({ state, call, ask }) =>
    state.lines.length === 0 || state.pinned !== undefined
      ? []
      : [
          {
            id: 'which',
            text: 'Which line matters most?',
            options: state.lines.map((label, i) => ({
              id: `${i + 1}`,
              label,
              command: call.pin({ line: i + 1 }),
            })),
            form: ask.note({ of: 1 }),
          },
        ],
  understand: ({ text }, { call }) => {
    const [, line] = /^pin (\d+)$/.exec(text) ?? [];
    return line === undefined ? undefined : call.pin({ line: Number(line) });
  },
  view: ({ state }) => [{ type: 'markdown', text: state.lines.join('\n') }],
});

const me = { by: 'me' };

function setUp() {
  const store = memoryStore();
  const source = { store: async () => store, existing: async () => store };
  const sessions = new Sessions({ source, registry: createRegistry([minutes]), llm: noModel });
  const begin = () =>
    sessions.create({ planner: 'minutes', id: 'm', title: 'Retro', config: { title: 'R' }, ...me });
  return { store, sessions, begin };
}

it('is named after its first message, unless it has a title', async () => {
  const store = memoryStore();
  const source = { store: async () => store, existing: async () => store };
  const sessions = new Sessions({ source, registry: createRegistry([minutes]), llm: noModel });
  const wanted = { planner: 'minutes', text: 'Ship it\non Friday', by: 'ada' };

  expect((await (await sessions.create(wanted)).view()).title).toBe('Ship it');
  expect((await (await sessions.create({ ...wanted, title: 'Retro' })).view()).title).toBe('Retro');
});

describe('a session', () => {
  it('starts with its setup in one batch', async () => {
    const { begin } = setUp();
    const session = await begin();
    const facts = await session.journal.facts();
    expect(facts.map(({ type }) => type)).toEqual(['session_created', 'planner_configured']);
    expect(new Set(facts.map(({ ts }) => ts)).size).toBe(1);
    expect((await session.view()).config).toEqual({ title: 'R', loud: false });
  });

  it('leaves nothing behind if its setup is invalid', async () => {
    const { store, sessions } = setUp();
    const bad = sessions.create({ planner: 'minutes', id: 'm', config: { loud: 3 }, ...me });
    await expect(bad).rejects.toMatchObject({ code: 'config-invalid' });
    expect(await store.describe('m')).toBeUndefined();
  });

  it('plans for a message, and returns the texts of its facts', async () => {
    const session = await setUp().begin();
    const { head } = await session.say({ text: 'The tests are slow' }, me);
    await session.untilIdle({});
    const turn = await session.turnSince(head);
    expect(turn.text).toContain('The tests are slow');
    expect(turn.view.blocks).toEqual([{ type: 'markdown', text: 'The tests are slow' }]);
    expect(turn.view.waiting).toMatchObject([{ id: 'which', options: [{ id: '1' }] }]);
    expect(turn.view.status).toBe('waiting');
  });

  it('runs the command that a text means', async () => {
    const session = await setUp().begin();
    await session.say({ text: 'one' }, me);
    await session.untilIdle({});
    const { facts } = await session.say({ text: 'pin 1' }, me);
    expect(facts).toMatchObject([{ type: 'line_pinned', line: 1, by: 'me' }]);
  });

  it('refuses invalid commands, and keeps only their record', async () => {
    const session = await setUp().begin();
    await expect(session.do({ type: 'pin', line: 7 }, me)).rejects.toMatchObject({
      code: 'refused',
      httpStatus: 409,
      exitCode: 4,
    });
    expect((await session.journal.facts()).at(-1)).toMatchObject({ type: 'pin_refused', line: 7 });
    await expect(session.do({ type: 'pin', line: 'x' }, me)).rejects.toMatchObject({
      code: 'invalid-command',
    });
    await expect(session.do({ type: 'receive', text: 'x' }, me)).rejects.toMatchObject({
      code: 'invalid-command',
    });
  });

  it('fills the only text field of a form with an answer', async () => {
    const session = await setUp().begin();
    await session.say({ text: 'one' }, me);
    await session.untilIdle({});
    await session.do({ type: 'answer', qid: 'which', text: 'another' }, me);
    expect((await session.view()).blocks).toEqual([{ type: 'markdown', text: 'another' }]);
  });

  it('runs a command once per key, and refuses one for another version', async () => {
    const session = await setUp().begin();
    await session.say({ text: 'one' }, me);
    await session.untilIdle({});
    const once = await session.do({ type: 'pin', line: 1 }, { ...me, key: 'k' });
    const again = await session.do({ type: 'pin', line: 1 }, { ...me, key: 'k' });
    expect(again.facts.length).toBeLessThanOrEqual(once.facts.length);
    expect((await session.journal.facts()).filter(({ type }) => type === 'line_pinned')).toHaveLength(1);
    await expect(session.do({ type: 'pin', line: 1 }, { ...me, expectedVersion: 1 })).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  it('offers a retry after a failure, which plans again', async () => {
    const session = await setUp().begin();
    await session.say({ text: 'fail' }, me);
    await session.untilIdle({});
    expect((await session.view()).waiting).toMatchObject([{ data: { type: 'error' } }]);
    await session.do({ type: 'retry' }, me);
    await session.untilIdle({});
    const failures = (await session.journal.facts()).filter(({ type }) => type === 'planner_error');
    expect(failures).toHaveLength(2);
  });

  it('plans again at once when its setup is corrected after a failure', async () => {
    const session = await setUp().begin();
    await session.say({ text: 'fail' }, me);
    await session.untilIdle({});
    await session.do({ type: 'configure', values: { loud: true } }, me);
    await session.untilIdle({});
    const failures = (await session.journal.facts()).filter(({ type }) => type === 'planner_error');
    expect(failures).toHaveLength(2);
  });

  it('shows an earlier moment with the setup of that moment', async () => {
    const session = await setUp().begin();
    await session.say({ text: 'one' }, me);
    await session.untilIdle({});
    const { head } = await session.view();
    await session.do({ type: 'configure', config: { title: 'S', loud: true }, rewind: true }, me);
    await session.untilIdle({});
    expect((await session.view()).blocks).toEqual([{ type: 'markdown', text: 'ONE' }]);
    const past = await session.view(head);
    expect(past.blocks).toEqual([{ type: 'markdown', text: 'one' }]);
    expect(past.config).toMatchObject({ title: 'R', loud: false });
  });

  it('no longer shows erased content', async () => {
    const session = await setUp().begin();
    await session.say({ text: 'secret' }, me);
    await session.untilIdle({});
    const facts = await session.journal.facts();
    for (const { seq, type } of facts) {
      if (type === 'user_input' || type === 'minutes_written') await session.journal.redact(seq);
    }
    const view = await session.view();
    expect(JSON.stringify([view.blocks, [...view.messages], view.waiting])).not.toContain('secret');
  });
});

describe('the sessions of a store', () => {
  it('are listed with their waiting items', async () => {
    const { sessions, begin } = setUp();
    const session = await begin();
    await session.say({ text: 'one' }, me);
    await session.untilIdle({});
    expect(await sessions.list()).toMatchObject([
      { id: 'm', title: 'Retro', plannerId: 'minutes', status: 'waiting', waiting: [{ id: 'which' }] },
    ]);
  });

  it('are read-only if their planner is not loaded', async () => {
    const { store, begin } = setUp();
    await begin();
    const source = { store: async () => store, existing: async () => store };
    const others = new Sessions({ source, registry: createRegistry([]), llm: noModel });
    const session = await others.open('m');
    expect((await session.view()).blocks).toMatchObject([{ type: 'markdown' }]);
    await expect(session.do({ type: 'archive' }, me)).rejects.toMatchObject({ code: 'planner-not-loaded' });
    expect(await others.list()).toMatchObject([{ id: 'm', isReadOnly: true }]);
  });

  it('are found again after their journal was deleted and recreated', async () => {
    const { store, sessions, begin } = setUp();
    await begin();
    await store.delete('m');
    await expect(sessions.open('m')).rejects.toMatchObject({ code: 'no-session' });
    await openJournal(store, 'm').append([{ type: 'session_created', title: 'New', plannerId: 'minutes' }]);
    expect((await (await sessions.open('m')).view()).title).toBe('New');
  });

  it('can be forked and compared', async () => {
    const { sessions, begin } = setUp();
    const session = await begin();
    await session.say({ text: 'one' }, me);
    await session.untilIdle({});
    const fork = await sessions.fork('m', (await session.view()).head, 'f');
    await fork.do({ type: 'note', of: 1, text: 'other' }, me);
    const { changes } = await sessions.compare({ id: 'm' }, { id: 'f' });
    expect(changes.map(({ path }) => path)).toContainEqual(expect.stringContaining('/planner'));
  });
});
