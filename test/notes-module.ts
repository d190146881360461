import { z } from 'zod';
import { definePlanner } from '../src/harness/module/define-planner.ts';

/** Notes what it is told, and answers when somebody closes the notes. */
export const notesModule = definePlanner({
  id: 'notes',
  title: 'Notes',
  description: 'Keeps notes.',
  config: z.strictObject({}),
  facts: {
    noted: { schema: z.strictObject({ text: z.string() }), kind: 'plan', text: ({ text }) => text },
    notes_closed: { schema: z.strictObject({}), kind: 'decision', text: () => 'The notes are closed.' },
  },
  state: {
    initial: { said: '', notes: [] as readonly string[], isClosed: false },
    apply(state, fact) {
      switch (fact.type) {
        case 'user_input':
          return { ...state, said: fact.text ?? '', isClosed: false };
        case 'noted':
          return { ...state, notes: [...state.notes, fact.text] };
        case 'notes_closed':
          return { ...state, isClosed: true };
        default:
          return state;
      }
    },
  },
  plan: ({ state, fact }) => [fact.noted({ text: `Noted: ${state.said}` })],
  status: ({ state }) => (state.isClosed ? 'completed' : 'working'),
  artifacts: ({ state }) => [{ id: 'notes', name: 'notes.json', json: state.notes }],
});
