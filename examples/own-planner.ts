/**
 * A planner of your own in the harness, with a setup card, run by a host: notes of a meeting become minutes. The planner
 * only reads facts and proposes facts; when it runs, that it runs once, and what it may say is seen to by the harness.
 * Run it: node examples/own-planner.ts
 */
import {
  conversationFacts,
  createFormStore,
  type Planner,
  reconfigurePlanner,
  userInputFamily,
} from 'wayfold/harness';
import { createRegistry, createSession, type PlannerEntry, runSession } from 'wayfold/host';
import { memoryStore, openJournal } from 'wayfold/journal';
import { openModel } from 'wayfold/model';
import { z } from 'zod';

const MinutesConfig = z.object({
  title: z.string(),
  order: z.enum(['as said', 'decisions first']),
});
type MinutesConfig = z.infer<typeof MinutesConfig>;

const minutesPlanner: Planner<MinutesConfig, MinutesConfig> = {
  id: 'minutes',
  name: 'Minutes',
  plan({ facts }, { config, hud }) {
    hud('reading');
    const notes = facts.flatMap(({ type, text }) => (type === 'user_input' ? String(text) : []));
    const isDecision = (note: string) => note.startsWith('Decided');
    const lines =
      config.order === 'decisions first'
        ? [...notes.filter(isDecision), ...notes.filter((note) => !isDecision(note))]
        : notes;
    return [{ type: 'minutes_written', title: config.title, lines }];
  },
  /** The page and every other surface show this as a card. */
  createConfigStore: ({ initial }) =>
    createFormStore<MinutesConfig>(
      {
        fields: [
          { key: 'title', type: 'text', label: 'Title', required: true },
          {
            key: 'order',
            type: 'select',
            label: 'Order',
            initial: 'as said',
            options: MinutesConfig.shape.order.options.map((value) => ({ value, label: value })),
          },
        ],
        toConfig: ({ values }) => MinutesConfig.parse(values),
        summary: ({ values }) => `${values.title}, ${values.order}`,
      },
      initial ? { values: initial.config } : {},
    ),
  // Nothing in it is secret or large, so all of it fits into a link.
  dehydrate: (config) => config,
  hydrate: (seed) => ({ config: MinutesConfig.parse(seed), ready: true }),
};

/** What a host needs to run sessions with it: when it runs, what it may say, and what its journals may hold. */
const minutes: PlannerEntry = {
  planner: minutesPlanner,
  description: 'Writes the minutes of a meeting.',
  family: userInputFamily({ closing: ['minutes_written'] }),
  facts: {
    ...conversationFacts,
    minutes_written: z.strictObject({ title: z.string(), lines: z.array(z.string()) }),
  },
};

const llm = openModel('offline');
const card = minutesPlanner.createConfigStore?.({ llm });
if (card === undefined) throw new Error('The planner has a card.');
console.log(
  card
    .snap()
    .fields.map(({ label, error = 'fine' }) => `${label}: ${error}`)
    .join(' '),
);
// → Title: Title is missing. Order: fine
card.setField('title', 'Release meeting');
const { config } = card.exportFullConfig();

const store = memoryStore();
const registry = createRegistry([minutes]);
const session = await createSession(store, registry, {
  id: 'meeting:1',
  title: 'Release',
  plannerId: 'minutes',
  config,
});
const { journal } = session;
const running = await runSession(session, { worker: 'example', llm });
await journal.append([
  { type: 'user_input', text: 'The tests are slow' },
  { type: 'user_input', text: 'Decided: ship on Monday' },
]);
await running.idle();
await show(); // → The tests are slow; Decided: ship on Monday

// Another setup, planned again from what was said: nothing is deleted, the journal has more facts.
card.setField('order', 'decisions first');
await reconfigurePlanner(journal, { planner: minutesPlanner, ...card.exportFullConfig(), rewind: true });
await running.idle();
await show(); // → Decided: ship on Monday; The tests are slow
await running.close();
console.log((await journal.facts()).filter(({ type }) => type === 'minutes_written').length); // → 2

async function show(): Promise<void> {
  const facts = await openJournal(store, journal.id).facts();
  const written = facts.findLast(({ type }) => type === 'minutes_written');
  console.log(z.array(z.string()).parse(written?.lines).join('; '));
}
