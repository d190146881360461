/**
 * A planner of your own: it writes the minutes of a meeting. `wayfold up --planner examples/own-planner.ts` shows it on
 * the page; HTTP, MCP, ACP, A2A and `wayfold run minutes "Decided: ship it" --title Retro` have it too.
 */
import { definePlanner, refuse } from 'wayfold';
import { z } from 'zod';

type Minutes = Readonly<Record<'notes' | 'lines', readonly string[]>> & {
  readonly pinned: readonly number[];
};

export default definePlanner({
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
    line_pinned: { schema: z.strictObject({ line: z.int().min(1) }), kind: 'decision' },
  },
  state: {
    initial: { notes: [], lines: [], pinned: [] } as Minutes,
    apply(state, fact) {
      if (fact.type === 'user_input') return { ...state, notes: [...state.notes, fact.text ?? ''] };
      if (fact.type === 'minutes_written') return { ...state, lines: fact.lines };
      return fact.type === 'line_pinned' ? { ...state, pinned: [...state.pinned, fact.line] } : state;
    },
  },
  plan({ state: { notes }, config, fact }) {
    const weight = (note: string) => (note.startsWith('Decided') ? 0 : 1);
    const lines = config.order === 'as written' ? notes : notes.toSorted((a, b) => weight(a) - weight(b));
    return [fact.minutes_written({ lines: [...lines] })];
  },
  commands: {
    pin: {
      title: 'Pin a line',
      input: z.strictObject({ line: z.int().min(1).meta({ title: 'Line' }) }),
      decide({ state, fact }, { line }) {
        if (line > state.lines.length) throw refuse(`There is no line ${line}.`);
        return state.pinned.includes(line) ? [] : [fact.line_pinned({ line })];
      },
    },
  },
  view({ state: { lines, pinned }, call }) {
    const items = lines.map((title, i) => ({
      id: `${i + 1}`,
      title: pinned.includes(i + 1) ? `${title} (pinned)` : title,
      status: 'done' as const,
      actions: [{ label: 'Pin', command: call.pin({ line: i + 1 }) }],
    }));
    return [{ type: 'steps', items }];
  },
});
