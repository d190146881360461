import { z } from 'zod';
import { definePlanner } from '../src/harness/module/define-planner.ts';
import { refuse } from '../src/harness/module/refusal.ts';

interface Minutes {
  readonly said: readonly string[];
  readonly lines: readonly string[];
  readonly pinned: readonly number[];
  readonly chair: string | undefined;
}

/** A planner of a user's own, in a file of its own: it writes the minutes of a meeting. */
export default definePlanner({
  id: 'minutes',
  title: 'Minutes',
  description: 'Writes the minutes of a meeting.',
  config: z.strictObject({
    title: z.string().min(1).meta({ title: 'Title' }),
    order: z.enum(['as said', 'last first']).default('as said').meta({ title: 'Order' }),
  }),
  facts: {
    minutes_written: {
      schema: z.strictObject({ lines: z.array(z.string()) }),
      kind: 'plan',
      text: ({ lines }) => lines.join('\n'),
    },
    line_pinned: { schema: z.strictObject({ line: z.int().min(1), by: z.string() }), kind: 'decision' },
    chair_named: { schema: z.strictObject({ name: z.string(), by: z.string() }), kind: 'decision' },
    minutes_discarded: { schema: z.strictObject({ by: z.string() }), kind: 'decision' },
  },
  state: {
    initial: { said: [], lines: [], pinned: [], chair: undefined } as Minutes,
    apply(state, fact): Minutes {
      switch (fact.type) {
        case 'user_input':
          return { ...state, said: [...state.said, fact.text ?? ''] };
        case 'minutes_written':
          return { ...state, lines: fact.lines };
        case 'line_pinned':
          return { ...state, pinned: [...state.pinned, fact.line] };
        case 'chair_named':
          return { ...state, chair: fact.name };
        case 'minutes_discarded':
          return { ...state, said: [], lines: [], pinned: [] };
        default:
          return state;
      }
    },
  },
  plan({ state, config, fact }) {
    if (state.said.at(-1) === 'Spill the ink') throw new Error('There is no ink left.');
    return [
      fact.minutes_written({ lines: config.order === 'as said' ? [...state.said] : state.said.toReversed() }),
    ];
  },
  commands: {
    pin: {
      title: 'Pin a line',
      input: z.strictObject({ line: z.int().min(1).meta({ title: 'Line' }) }),
      decide({ state, fact }, { line }, { by }) {
        if (line > state.lines.length) throw refuse(`There is no line ${line}.`);
        return [fact.line_pinned({ line, by })];
      },
    },
    'name-chair': {
      title: 'Name the chair',
      input: z.discriminatedUnion('role', [
        z.strictObject({ role: z.literal('person'), name: z.string().min(1) }),
        z.strictObject({ role: z.literal('nobody') }),
      ]),
      hidden: true,
      decide: ({ fact }, chair, { by }) => [
        fact.chair_named({ name: chair.role === 'person' ? chair.name : 'nobody', by }),
      ],
      reply: ({ state }) => `Chaired by ${state.chair}.`,
    },
    discard: {
      title: 'Discard the minutes',
      input: z.strictObject({}),
      confirm: true,
      decide: ({ fact }, _input, { by }) => [fact.minutes_discarded({ by })],
    },
  },
  waiting({ state, call, ask }) {
    if (state.lines.length < 2) return [];
    if (state.pinned.length === 0) {
      const options = state.lines.map((label, at) => ({ label, command: call.pin({ line: at + 1 }) }));
      return [{ id: 'which-line', text: 'Which line matters most?', options }];
    }
    const form = ask['name-chair']({ role: 'person' });
    return state.chair === undefined ? [{ id: 'who-chairs', text: 'Who chaired the meeting?', form }] : [];
  },
  view: ({ state }) => [
    {
      type: 'steps',
      items: state.lines.map((title, at) => ({
        id: `${at + 1}`,
        title: state.pinned.includes(at + 1) ? `${title} (pinned)` : title,
        status: 'done',
      })),
    },
  ],
  exports: {
    md: { mediaType: 'text/markdown; charset=utf-8', write: ({ state }) => state.lines.join('\n') },
  },
});
