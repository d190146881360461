import { createInterface } from 'node:readline/promises';
import { noModel } from '../../../../harness/recorded-llm.ts';
import { limitsFrom } from '../../../../host/config/limits.ts';
import { localUser } from '../../../../host/local-user.ts';
import type { TripConfig } from '../../../../planners/trip/config.ts';
import type { TripState } from '../../../../planners/trip/conversation-fold.ts';
import { tripEventOf } from '../../../../planners/trip/facts.ts';
import { isRemark } from '../../../../planners/trip/remarks.ts';
import { knowledgeOf } from '../../../../planners/trip/trip-knowledge.ts';
import type { OpenSession } from '../../../../sessions/open-session.ts';
import type { SessionView } from '../../../../sessions/session-view.ts';
import type { Sessions } from '../../../../sessions/sessions.ts';
import type { Turn } from '../../../../sessions/turn.ts';
import { modelsOf } from '../../config/models.ts';
import { withSessions } from '../../config/open-sessions.ts';
import { plannerRegistry } from '../../config/planner-registry.ts';
import type { Invocation } from '../../invocation.ts';
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
  // Whoever types an address means it.
  const registry = await plannerRegistry(invocation, undefined, { trip: {} });
  const llm = model ? (await modelsOf(invocation))(model) : noModel;
  await withSessions(invocation, { create: true, registry, llm }, async (sessions) =>
    talk(invocation, await sessionFor(sessions, trip, config), config),
  );
  return undefined;
}

async function sessionFor(sessions: Sessions, trip: string, config: TripConfig): Promise<OpenSession> {
  const id = `trip:${trip}`;
  const by = localUser();
  const known = await sessions.find(id);
  if (known === undefined) {
    return await sessions.create({ planner: 'trip', id, title: `Trip ${trip}`, config, by });
  }
  const before = (await known.view()).config;
  if (JSON.stringify(before) !== JSON.stringify(config))
    await known.do({ type: 'configure', config }, { by });
  return known;
}

async function talk(invocation: Invocation, session: OpenSession, config: TripConfig): Promise<void> {
  const { output, stdin, signal, env } = invocation;
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
    const { last } = tripOf(await session.view());
    if (!output.json) for (const line of last ? actionLines(last.action) : [HELLO]) await output.line(line);
    prompt();
    for await (const line of typed) {
      const said = line.trim();
      if (said === '/quit') break;
      if (said === '/plan') await showTrip(invocation, await session.view(), config);
      else if (said !== '') {
        const { head } = await session.view();
        const { facts: appended } = await session.say({ text: said }, { by: localUser() });
        await session.untilIdle({ llm: session.llm, limits: limitsFrom(env), signal, appended });
        await report(invocation, await session.turnSince(head), config);
      }
      prompt();
    }
  } finally {
    lines.close();
  }
}

/** Says what came of something that was said: every action, and the trip when it changed. */
async function report(
  invocation: Invocation,
  { view, facts, pause }: Turn,
  config: TripConfig,
): Promise<void> {
  const { output } = invocation;
  const events = facts.flatMap((fact) => tripEventOf(fact) ?? []);
  const failure = facts.find(({ type }) => type === 'planner_error');
  if (failure) output.note(String(failure.message));
  if (pause !== undefined) output.note(pause);
  const isChanged = events.some(({ type }) => /^(?:itinerary_|trip_undone|trip_redone)/.test(type));
  if (output.json) {
    for (const event of events)
      if (event.type === 'planner_action')
        await output.value({ action: event.action, remarks: event.advisories.filter(isRemark) });
    if (isChanged) await output.value({ itinerary: tripOf(view).session.itinerary });
    return;
  }
  if (isChanged) await showTrip(invocation, view, config);
  for (const event of events) {
    if (event.type !== 'planner_action') continue;
    for (const advisory of event.advisories)
      if (isRemark(advisory)) await output.line(advisoryLine(advisory));
    if (event.action.type === 'CONTINUE_PLAN' && isChanged) continue;
    for (const line of actionLines(event.action)) await output.line(line);
  }
}

async function showTrip({ output }: Invocation, view: SessionView, config: TripConfig): Promise<void> {
  const { itinerary } = tripOf(view).session;
  if (itinerary === null) {
    await output.line('There is no trip yet.');
    return;
  }
  const { roads } = await knowledgeOf(config, itinerary);
  for (const line of tripLines(itinerary, roads)) await output.line(line);
}

function tripOf({ at }: SessionView): TripState {
  // The session is one of the trip planner, whose state this is.
  return at.state as TripState;
}
