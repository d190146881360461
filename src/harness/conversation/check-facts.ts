import { type ProposedFact, takeApart } from '../../journal/fact.ts';
import { checkPayload } from '../../journal/fact-types.ts';
import { conversationFacts } from '../facts.ts';

/**
 * Throws if a conversation fact has an invalid payload, even in a journal that accepts any fact: a decision or a
 * message that nobody can read would be lost.
 */
export async function checkFacts(facts: readonly ProposedFact[]): Promise<void> {
  for (const [at, fact] of facts.entries()) {
    const apart = takeApart(fact, at);
    if (Object.hasOwn(conversationFacts, apart.type)) await checkPayload(conversationFacts, apart, at);
  }
}
