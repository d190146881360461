import { noModel } from '../../../../harness/pass/recorded-llm.ts';
import type { TripConfig } from '../../../../planners/trip/config.ts';
import type { TripState } from '../../../../planners/trip/conversation-fold.ts';
import { tripEventOf } from '../../../../planners/trip/facts.ts';
import { knowledgeOf } from '../../../../planners/trip/knowledge/trip-knowledge.ts';
import { isRemark } from '../../../../planners/trip/turn/remarks.ts';
import type { Turn } from '../../../../sessions/commands/turn.ts';
import type { SessionView } from '../../../../sessions/view/session-view.ts';
import { chat as chatWith } from '../../commands/session/chat.ts';
import { sessionFor } from '../../commands/session/run.ts';
import { modelsOf } from '../../config/models.ts';
import { withSessions } from '../../config/open-sessions.ts';
import { plannerRegistry } from '../../config/planner-registry.ts';
import type { Invocation } from '../../invocation.ts';
import { onOneLine } from '../../terminal/text/printable.ts';
import { configOf, type ServiceOptions } from './services.ts';
import { actionLines, advisoryLine, tripLines } from './trip-lines.ts';

const HELLO = 'Where would you like to go? "undo" reverts the last change, /plan shows the trip, /quit ends.';

/** A conversation about a trip until stdin ends. It is recorded and can be resumed. */
export async function chat(
  invocation: Invocation,
  {
    trip = 'default',
    model,
    ...services
  }: ServiceOptions & { readonly trip?: string; readonly model?: string },
): Promise<undefined> {
  const { output } = invocation;
  const config = configOf(services);
  // An address on the command line is trusted.
  const registry = await plannerRegistry(invocation, undefined, { trip: {} });
  const { module } = registry.get('trip');
  const llm = model ? (await modelsOf(invocation))(model) : noModel;
  await withSessions(invocation, { create: true, registry, llm }, async (sessions) => {
    const session = await sessionFor(sessions, module, {
      session: `trip:${trip}`,
      input: config,
      missing: [],
    });
    const { last } = tripOf(await session.view());
    if (!output.json) for (const line of last ? actionLines(last.action) : [HELLO]) await output.line(line);
    await chatWith(invocation, session, {
      llm,
      commands: { '/plan': (view) => showTrip(invocation, view, config) },
      report: (turn) => report(invocation, turn, config),
    });
  });
}

/** Prints the result of a message: every action, and the trip if it changed. */
async function report(
  invocation: Invocation,
  { view, facts, pause }: Turn,
  config: TripConfig,
): Promise<void> {
  const { output } = invocation;
  const events = facts.flatMap((fact) => tripEventOf(fact) ?? []);
  const failure = facts.find(({ type }) => type === 'planner_error');
  if (failure) output.note(String(failure.message));
  if (pause !== undefined) output.note(onOneLine(pause));
  const isChanged = events.some(({ type }) => /^(?:itinerary_|trip_undone|trip_redone)/.test(type));
  const actions = events.filter((event) => event.type === 'planner_action');
  if (output.json) {
    for (const { action, advisories } of actions)
      await output.value({ action, remarks: advisories.filter(isRemark) });
    if (isChanged) await output.value({ itinerary: tripOf(view).session.itinerary });
    return;
  }
  if (isChanged) await showTrip(invocation, view, config);
  for (const { action, advisories } of actions) {
    for (const advisory of advisories.filter(isRemark)) await output.line(advisoryLine(advisory));
    if (action.type === 'CONTINUE_PLAN' && isChanged) continue;
    for (const line of actionLines(action)) await output.line(line);
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
  // A session of the trip planner has its state.
  return at.state as TripState;
}
