import { openModel } from '../../../../model/open-model.ts';
import { knowledgeOf } from '../../../../planners/trip/knowledge/trip-knowledge.ts';
import { EMPTY_SESSION } from '../../../../planners/trip/trip-fold.ts';
import { TripConversation } from '../../../../planners/trip/turn/conversation.ts';
import { fileText } from '../../files/file-text.ts';
import type { Invocation } from '../../invocation.ts';
import { configOf, type ServiceOptions } from './services.ts';
import { actionLines, advisoryLine, tripLines } from './trip-lines.ts';

export async function plan(
  invocation: Invocation,
  text: string,
  { model, ...services }: ServiceOptions & { readonly model?: string },
): Promise<undefined> {
  const { output, clock, env, signal } = invocation;
  const request = text === '-' ? await fileText('-', invocation) : text;
  const now = new Date(clock.now()).toISOString();
  const config = configOf(services);
  const conversation = new TripConversation(EMPTY_SESSION, {
    config,
    now,
    signal,
    ...(model && { llm: openModel(model, { env }) }),
    tell: (what) => output.note(what),
  });
  const action = await conversation.hear({ text: request });
  const { itinerary, state } = conversation.session;
  if (output.json) {
    await output.value({ action, itinerary, state });
    return;
  }
  if (itinerary) {
    const { roads } = await knowledgeOf(config, itinerary);
    for (const line of tripLines(itinerary, roads)) await output.line(line);
  }
  for (const advisory of state.advisories) await output.line(advisoryLine(advisory));
  if (action.type !== 'CONTINUE_PLAN') for (const line of actionLines(action)) await output.line(line);
}
