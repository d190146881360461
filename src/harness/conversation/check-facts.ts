import { type ProposedFact, takeApart } from '../../journal/fact.ts';
import { checkPayload } from '../../journal/fact-types.ts';
import { conversationFacts } from '../facts.ts';

/**
 * Refuses a fact of a conversation whose payload is none, also for a journal that takes any fact: nobody could read it,
 * and a decision or a message that nobody can read is lost.
 */
export async function checkFacts(facts: readonly ProposedFact[]): Promise<void> {
  for (const [at, fact] of facts.entries()) {
    const apart = takeApart(fact, at);
    if (Object.hasOwn(conversationFacts, apart.type)) await checkPayload(conversationFacts, apart, at);
  }
}
