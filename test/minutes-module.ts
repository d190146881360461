import { z } from 'zod';
import { definePlanner } from '../src/harness/module/define-planner.ts';
import { refuse } from '../src/harness/module/refusal.ts';

interface Minutes {
  readonly said: readonly string[];
  readonly lines: readonly string[];
  readonly pinned: readonly number[];
  readonly chair: string | undefined;
}

/** A planner of a user's own, as the documentation writes one: it takes the minutes of a meeting. */
export const minutesModule = definePlanner({
  id: 'minutes',
  title: 'Minutes',
  description: 'Writes the minutes of a meeting.',
  icon: 'notebook-pen',
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
    chair_named: {
      schema: z.strictObject({ name: z.string(), by: z.string() }),
      kind: 'decision',
      text: ({ name }) => `Chaired by ${name}`,
    },
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
  plan: ({ state, config, fact }) => [
    fact.minutes_written({ lines: config.order === 'as said' ? [...state.said] : state.said.toReversed() }),
  ],
  commands: {
    pin: {
      title: 'Pin a line',
      input: z.strictObject({ line: z.int().min(1).meta({ title: 'Line' }) }),
      decide({ state, fact }, { line }, { by }) {
        if (line > state.lines.length) throw refuse(`There is no line ${line}.`);
        return [fact.line_pinned({ line, by })];
      },
    },
    chair: {
      title: 'Name the chair',
      input: z.strictObject({ name: z.string().min(1).meta({ title: 'Name' }) }),
      decide: ({ fact }, { name }, { by }) => [fact.chair_named({ name, by })],
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
      const options = state.lines.map((label, at) => ({
        id: `line-${at + 1}`,
        label,
        command: call.pin({ line: at + 1 }),
      }));
      return [{ id: 'which-line', text: 'Which line matters most?', options }];
    }
    return state.chair === undefined
      ? [{ id: 'who-chairs', text: 'Who chaired the meeting?', form: ask.chair({}) }]
      : [];
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
});

export default minutesModule;
