import { openModel } from '../../model/open-model.ts';
import { DEFAULT_TRIP_CONFIG, EMPTY_SESSION, TripConversation } from '../../planners/trip/index.ts';
import type { Invocation } from '../invocation.ts';
import { fileText } from '../plan/file-text.ts';
import { actionLines, advisoryLine, tripLines } from './trip-lines.ts';

export async function plan(
  invocation: Invocation,
  text: string,
  { model }: { readonly model?: string },
): Promise<undefined> {
  const { output, clock, env, signal } = invocation;
  const said = text === '-' ? await fileText('-', invocation) : text;
  const now = new Date(clock.now()).toISOString();
  const conversation = new TripConversation(EMPTY_SESSION, {
    config: DEFAULT_TRIP_CONFIG,
    now,
    signal,
    ...(model && { llm: openModel(model, { env }) }),
    tell: (what) => output.note(what),
  });
  const action = await conversation.hear({ text: said });
  const { itinerary, state } = conversation.session;
  if (output.json) {
    await output.value({ action, itinerary, state });
    return undefined;
  }
  if (itinerary) for (const line of tripLines(itinerary)) await output.line(line);
  for (const advisory of state.advisories) await output.line(advisoryLine(advisory));
  if (action.type !== 'CONTINUE_PLAN') for (const line of actionLines(action)) await output.line(line);
  return undefined;
}
