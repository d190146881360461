import { expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { definePlanner } from './define-planner.ts';
import { foldModule } from './module-fold.ts';
import { momentOf } from './module-moment.ts';
import { isPlannerModule } from './planner-module.ts';
import { refuse } from './refusal.ts';

interface Minutes {
  readonly said: readonly string[];
  readonly lines: readonly string[];
  readonly pinned: readonly number[];
}

const minutes = definePlanner({
  id: 'minutes',
  title: 'Minutes',
  description: 'Writes the minutes of a meeting.',
  config: z.strictObject({
    title: z.string().min(1).meta({ title: 'Title' }),
    order: z.enum(['as written', 'decisions first']).default('as written').meta({ title: 'Order' }),
  }),
  facts: {
    minutes_written: {
      schema: z.strictObject({ lines: z.array(z.string()) }),
      kind: 'plan',
      text: ({ lines }) => lines.join('\n'),
    },
    line_pinned: {
      schema: z.strictObject({ line: z.int().min(1) }),
      kind: 'decision',
      text: ({ line }, { after }) => `Pinned: ${after.lines[line - 1]}`,
    },
  },
  state: {
    initial: { said: [], lines: [], pinned: [] } as Minutes,
    apply(state, fact) {
      switch (fact.type) {
        case 'user_input':
          return { ...state, said: [...state.said, fact.text ?? ''] };
        case 'minutes_written':
          return { ...state, lines: fact.lines };
        case 'line_pinned':
          return { ...state, pinned: [...state.pinned, fact.line] };
        default:
          return state;
      }
    },
  },
  plan({ state, config, fact }) {
    expectTypeOf(config.order).toEqualTypeOf<'as written' | 'decisions first'>();
    return [fact.minutes_written({ lines: [...state.said] })];
  },
  commands: {
    pin: {
      title: 'Pin a line',
      input: z.strictObject({ line: z.int().min(1).meta({ title: 'Line' }) }),
      decide({ state, fact }, { line }) {
        if (line > state.lines.length) throw refuse(`There is no line ${line}.`);
        return [fact.line_pinned({ line })];
      },
    },
  },
  waiting: ({ state, call, ask }) =>
    state.pinned.length > 0
      ? []
      : [
          {
            id: 'pin',
            text: 'Which line matters most?',
            options: state.lines.map((label, i) => ({ label, command: call.pin({ line: i + 1 }) })),
            form: ask.pin({}),
          },
        ],
  view: ({ state }) => [
    {
      type: 'steps',
      items: state.lines.map((title, i) => ({
        id: String(i + 1),
        title,
        status: 'done' as const,
        actions: [{ label: 'Pin', command: { type: 'pin' as const, line: i + 1 } }],
      })),
    },
  ],
});

const envelope = { id: 'f', ts: '2026-01-01T00:00:00.000Z', v: 1 };

function at(facts: readonly object[]) {
  const state = foldModule(
    minutes,
    facts.map((fact, i) => ({ ...envelope, type: '', ...fact, seq: i + 1 })),
  );
  return momentOf(minutes, {
    state,
    config: undefined,
    loaded: undefined,
    head: facts.length,
    nativeFrom: 1,
  });
}

test('a definition becomes a branded module with every default filled in', () => {
  expect(isPlannerModule(minutes)).toBe(true);
  expect(minutes).toMatchObject({ talks: 'person', wakes: [], queries: {}, exports: {} });
  expectTypeOf(minutes.id).toEqualTypeOf<'minutes'>();
});

test('its functions get the state and the constructors of its facts and commands', () => {
  const moment = at([{ type: 'minutes_written', lines: ['one', 'two'] }]);
  expect(minutes.status(moment)).toBe('waiting');
  expect(minutes.waiting(moment)[0]?.options).toEqual([
    { label: 'one', command: { type: 'pin', line: 1 } },
    { label: 'two', command: { type: 'pin', line: 2 } },
  ]);
  const { pin } = minutes.commands;
  const context = { by: 'me', now: envelope.ts, newId: () => 'x' };
  expect(pin?.decide(moment, { line: 2 }, context)).toEqual([{ type: 'line_pinned', line: 2 }]);
  expect(() => pin?.decide(moment, { line: 3 }, context)).toThrow(
    expect.objectContaining({ code: 'refused' }),
  );
});

test('the fold leaves out bookkeeping and facts that do not fit their schema, and ignores unknown fields', () => {
  const { state } = at([
    { type: 'claimed', work: 'plan' },
    { type: 'minutes_written', lines: 'none' },
    { type: 'minutes_written', lines: ['one'], mood: 'good' },
  ]);
  expect(state).toMatchObject({ lines: ['one'] });
});

test('a wrong field is a compile error', () => {
  definePlanner({
    id: 'wrong',
    title: 'Wrong',
    description: 'Does not compile.',
    config: z.strictObject({}),
    facts: { noted: { schema: z.strictObject({ text: z.string() }), kind: 'plan' } },
    state: { initial: 0, apply: (state) => state + 1 },
    // @ts-expect-error a note has a text
    plan: ({ fact }) => [fact.noted({ line: 3 })],
    commands: {
      note: {
        title: 'Note',
        input: z.strictObject({ text: z.string() }),
        // @ts-expect-error there is no such fact type
        decide: (_at, { text }) => [{ type: 'notted', text }],
      },
    },
    // @ts-expect-error there is no such status
    view: () => [{ type: 'steps', items: [{ id: '1', title: 'One', status: 'finished' }] }],
  });
});
