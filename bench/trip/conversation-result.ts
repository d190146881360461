import type { Fact } from '../../src/journal/fact.ts';
import type { Llm } from '../../src/model/llm.ts';
import { DEFAULT_TRIP_CONFIG } from '../../src/planners/trip/config.ts';
import { afterTripFact, EMPTY_TRIP, type TripState } from '../../src/planners/trip/conversation-fold.ts';
import { messageBefore } from '../../src/planners/trip/plan-pass.ts';
import { TripConversation } from '../../src/planners/trip/turn/conversation.ts';
import { turnReply } from '../../src/planners/trip/turn/turn-text.ts';

/** The day on which all of the corpus is said. */
const NOW = '2026-11-16T09:00:00.000Z';

/** A conversation about a trip, as it is held in a session. */
export interface ConversationResult {
  readonly state: TripState;
  /** What the last words were answered with. */
  readonly reply: string;
  /** Whether the answer asks something. */
  readonly asks: boolean;
}

/** What is said, and the model that reads it; rules do where there is none. */
export interface Message {
  readonly text: string;
  readonly llm?: Llm | undefined;
}

/** Says one thing after the other; the trip after each. */
export async function holdConversation(messages: readonly Message[]): Promise<ConversationResult[]> {
  let state: TripState = EMPTY_TRIP;
  let seq = 0;
  const results: ConversationResult[] = [];
  const log: Fact[] = [];
  const add = (payload: { readonly type: string; readonly [field: string]: unknown }): Fact => {
    const fact: Fact = { ...payload, seq: ++seq, id: `f${seq}`, ts: NOW, v: 1 };
    state = afterTripFact(state, fact);
    log.push(fact);
    return fact;
  };
  for (const { text, llm } of messages) {
    const message = add({ type: 'user_input', text });
    const conversation = new TripConversation(state.session, {
      config: DEFAULT_TRIP_CONFIG,
      now: NOW,
      said: messageBefore(log),
      ...(llm && { llm }),
    });
    await conversation.hear({ text });
    const facts = [message, ...conversation.facts.map(add)];
    const action = state.last?.action.type;
    results.push({
      state,
      reply: turnReply(state, facts) ?? '',
      asks: action === 'ASK_USER' || action === 'SUGGEST_REPAIR',
    });
  }
  return results;
}
