import { z } from 'zod';
import { definePlanner } from '../src/harness/module/define-planner.ts';
import { refuse } from '../src/harness/module/refusal.ts';

interface Minutes {
  readonly said: readonly string[];
  readonly lines: readonly string[];
  readonly pinned: readonly number[];
  readonly owner: string | null;
}

/** A planner of a user's own: it writes the minutes of a meeting, and asks who keeps them. */
export const minutesModule = definePlanner({
  id: 'minutes',
  title: 'Minutes',
  description: 'Writes the minutes of a meeting.',
  icon: 'notebook-pen',
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
    line_pinned: { schema: z.strictObject({ line: z.int().min(1), by: z.string() }), kind: 'decision' },
    owner_named: { schema: z.strictObject({ name: z.string() }), kind: 'decision' },
    minutes_discarded: { schema: z.strictObject({ why: z.string(), by: z.string() }), kind: 'decision' },
  },
  state: {
    version: 1,
    initial: { said: [], lines: [], pinned: [], owner: null } as Minutes,
    apply(state, fact) {
      if (fact.type === 'user_input') return { ...state, said: [...state.said, fact.text ?? ''] };
      if (fact.type === 'minutes_written') return { ...state, lines: fact.lines };
      if (fact.type === 'line_pinned') return { ...state, pinned: [...state.pinned, fact.line] };
      if (fact.type === 'minutes_discarded') return { ...state, said: [], lines: [], pinned: [] };
      return fact.type === 'owner_named' ? { ...state, owner: fact.name } : state;
    },
  },
  plan({ state, config, fact }) {
    if (state.said.at(-1) === 'Spill the ink') throw new Error('There is no ink left.');
    const lines = state.said.flatMap((text) => text.split(/(?<=\.)\s+/));
    const isDecision = (line: string) => /\bdecided\b/i.test(line);
    const ordered =
      config?.order === 'decisions first'
        ? [...lines.filter(isDecision), ...lines.filter((line) => !isDecision(line))]
        : lines;
    return [fact.minutes_written({ lines: ordered })];
  },
  commands: {
    pin: {
      title: 'Pin a line',
      input: z.strictObject({ line: z.int().min(1).meta({ title: 'Line' }) }),
      decide({ state, fact }, { line }, { by }) {
        if (line > state.lines.length) throw refuse(`There is no line ${line}.`, { code: 'no-line' });
        return state.pinned.includes(line) ? [] : [fact.line_pinned({ line, by })];
      },
    },
    own: {
      title: 'Say who keeps the minutes',
      input: z.strictObject({ name: z.string().min(1).meta({ title: 'Name' }) }),
      hidden: true,
      decide: ({ fact }, { name }) => [fact.owner_named({ name })],
    },
    discard: {
      title: 'Discard the minutes',
      input: z.discriminatedUnion('why', [
        z.strictObject({ why: z.literal('mistake') }),
        z.strictObject({ why: z.literal('other'), reason: z.string().min(1) }),
      ]),
      confirm: true,
      hidden: true,
      decide: ({ fact }, input, { by }) => [
        fact.minutes_discarded({ why: input.why === 'other' ? input.reason : input.why, by }),
      ],
      reply: (_at, input) => `Discarded: ${input.why === 'other' ? input.reason : input.why}.`,
    },
  },
  waiting: ({ state, call, ask }) =>
    state.lines.length === 0 || state.owner !== null
      ? []
      : [
          {
            id: 'owner',
            text: 'Who keeps these minutes?',
            options: [{ id: 'nobody', label: 'Nobody', command: call.own({ name: 'nobody' }) }],
            form: ask.own({}),
            data: { type: 'owner', lines: state.lines.length },
          },
        ],
  view: ({ state, call }) => [
    {
      type: 'steps',
      items: state.lines.map((title, at) => ({
        id: String(at + 1),
        title,
        status: state.pinned.includes(at + 1) ? 'done' : 'pending',
        actions: [{ label: 'Pin', command: call.pin({ line: at + 1 }) }],
      })),
    },
  ],
  data: ({ state: { lines, pinned, owner } }) => ({ type: 'minutes', lines, pinned, owner }),
  artifacts: ({ state }) => [{ id: 'minutes', name: 'minutes.md', text: state.lines.join('\n') }],
  queries: {
    words: {
      title: 'How often a word was used',
      input: z.strictObject({ word: z.string().min(1) }),
      run: async ({ state }, { word }) => ({
        count: state.lines.join(' ').toLowerCase().split(word.toLowerCase()).length - 1,
      }),
    },
  },
  exports: {
    md: {
      mediaType: 'text/markdown; charset=utf-8',
      input: z.strictObject({ numbered: z.boolean().default(false) }),
      write: ({ state }, { numbered }) =>
        state.lines.map((line, at) => (numbered ? `${at + 1}. ${line}` : `- ${line}`)).join('\n'),
    },
  },
  fits: (text) => (/\bminutes\b/i.test(text) ? 0.95 : 0),
  examples: [{ title: 'A retro', text: 'We met. We decided to ship.', config: { title: 'Retro' } }],
});

export default minutesModule;
