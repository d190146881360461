import { z } from 'zod';
import { definePlanner } from '../../src/harness/module/define-planner.ts';

/** A planner that keeps the newest note, so that what is measured is the way to it and not its work. */
export const notesPlanner = definePlanner({
  id: 'notes',
  title: 'Notes',
  description: 'Keeps the newest note.',
  config: z.strictObject({}),
  facts: {
    note_kept: { schema: z.strictObject({ text: z.string() }), kind: 'plan', text: ({ text }) => text },
  },
  state: {
    initial: { text: '' },
    apply: (state, fact) => (fact.type === 'note_kept' ? { text: fact.text } : state),
  },
  commands: {
    keep: {
      title: 'Keep a note',
      input: z.strictObject({ text: z.string() }),
      decide: ({ fact }, { text }) => [fact.note_kept({ text })],
    },
  },
  view: ({ state }) => [{ type: 'markdown', text: state.text }],
});
