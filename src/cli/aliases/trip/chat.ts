import { createInterface } from 'node:readline/promises';
import { createHarness } from '../../../harness/harness.ts';
import { openAdmission } from '../../../host/admission.ts';
import { limitsFrom } from '../../../host/config/limits.ts';
import { localUser } from '../../../host/local-user.ts';
import type { Envelope, Fact } from '../../../journal/fact.ts';
import { type FactStore, openJournal } from '../../../journal/index.ts';
import type { Journal } from '../../../journal/journal.ts';
import { openModel } from '../../../model/open-model.ts';
import {
  answerTo,
  foldTrip,
  knowledgeOf,
  type PlannerAction,
  type TripConfig,
  tripEventOf,
  tripFamily,
  tripPlanner,
  tripSessionFacts,
} from '../../../planners/trip/index.ts';
import { isRemark } from '../../../planners/trip/remarks.ts';
import { type Invocation, withStore } from '../../invocation.ts';
import { configOf } from './service-config.ts';
import type { ServiceOptions } from './services.ts';
import { actionLines, advisoryLine, tripLines } from './trip-lines.ts';

const HELLO =
  'Where would you like to go? Say it in your own words; "undo" takes back, /plan shows the trip, /quit ends.';

/** Talks about a trip until stdin ends. What is said and done is kept, so that it goes on the next time. */
export async function chat(
  invocation: Invocation,
  {
    trip = 'default',
    model,
    ...services
  }: ServiceOptions & { readonly trip?: string; readonly model?: string },
): Promise<undefined> {
  const config = configOf(services);
  await withStore(invocation, { create: true }, (store) => talk(invocation, store, { trip, model, config }));
  return undefined;
}

async function talk(
  invocation: Invocation,
  store: FactStore,
  {
    trip,
    model,
    config,
  }: { readonly trip: string; readonly model: string | undefined; readonly config: TripConfig },
): Promise<void> {
  const { output, stdin, signal, env } = invocation;
  const journal = openJournal(store, `trip:${trip}`, { facts: tripSessionFacts }) as unknown as Journal<Fact>;
  if ((await journal.head()) === 0) {
    await journal.append([{ type: 'session_created', title: `Trip ${trip}`, plannerId: tripPlanner.id }], {
      expectedSeq: 0,
    });
  }
  const { mayBegin } = openAdmission(journal as unknown as Journal<Envelope>, {
    store,
    limits: limitsFrom(env),
  });
  const harness = createHarness<TripConfig>({
    journal,
    planner: tripPlanner,
    config,
    options: { family: tripFamily, mayBegin, ...(model && { llm: openModel(model, { env }) }) },
  });
  const lines = createInterface({
    input: stdin,
    ...(output.isTerminal && { output: process.stdout, prompt: '> ' }),
  });
  // From here on no line is missed, also of an input that ends before the first one is asked for.
  const typed = lines[Symbol.asyncIterator]();
  let isOpen = true;
  lines.once('close', () => {
    isOpen = false;
  });
  const prompt = (): void => {
    if (isOpen && output.isTerminal) lines.prompt();
  };
  signal.addEventListener('abort', () => lines.close(), { once: true });
  try {
    let action = await lastAction(journal);
    if (!output.json) for (const line of action ? actionLines(action) : [HELLO]) await output.line(line);
    prompt();
    for await (const line of typed) {
      const said = line.trim();
      if (said === '/quit') break;
      if (said === '/plan') await showTrip(invocation, journal, config);
      else if (said !== '') {
        const from = (await journal.head()) + 1;
        await journal.append([{ type: 'user_input', ...answerTo(action, said), by: localUser() }]);
        const { rest } = await harness.runPlanningPass();
        if (rest === 'paused') output.note('Paused: this is planned for once work goes on (wayfold resume).');
        await report(invocation, journal, { from, config });
        action = await lastAction(journal);
      }
      prompt();
    }
  } finally {
    lines.close();
    await harness.close();
  }
}

async function lastAction(journal: Journal<Fact>): Promise<PlannerAction | undefined> {
  const facts = await journal.facts();
  const last = facts.findLast(({ type }) => type === 'planner_action');
  const event = last && tripEventOf(last);
  return event?.type === 'planner_action' ? event.action : undefined;
}

/** Says what came of something that was said: every action, and the trip when it changed. */
async function report(
  invocation: Invocation,
  journal: Journal<Fact>,
  { from, config }: { readonly from: number; readonly config: TripConfig },
): Promise<void> {
  const { output } = invocation;
  const facts = await journal.facts({ from });
  const events = facts.flatMap((fact) => tripEventOf(fact) ?? []);
  const failure = facts.find(({ type }) => type === 'planner_error');
  if (failure) output.note(String(failure.message));
  const isChanged = events.some(({ type }) => /^(?:itinerary_|trip_undone|trip_redone)/.test(type));
  if (output.json) {
    const { itinerary } = await tripOf(journal);
    for (const event of events)
      if (event.type === 'planner_action')
        await output.value({ action: event.action, remarks: event.advisories.filter(isRemark) });
    if (isChanged) await output.value({ itinerary });
    return;
  }
  if (isChanged) await showTrip(invocation, journal, config);
  for (const event of events) {
    if (event.type !== 'planner_action') continue;
    for (const advisory of event.advisories)
      if (isRemark(advisory)) await output.line(advisoryLine(advisory));
    if (event.action.type === 'CONTINUE_PLAN' && isChanged) continue;
    for (const line of actionLines(event.action)) await output.line(line);
  }
}

async function showTrip({ output }: Invocation, journal: Journal<Fact>, config: TripConfig): Promise<void> {
  const { itinerary } = await tripOf(journal);
  if (itinerary === null) {
    await output.line('There is no trip yet.');
    return;
  }
  const { roads } = await knowledgeOf(config, itinerary);
  for (const line of tripLines(itinerary, roads)) await output.line(line);
}

async function tripOf(journal: Journal<Fact>) {
  const facts = await journal.facts();
  return foldTrip(facts.flatMap((fact) => tripEventOf(fact) ?? []));
}
