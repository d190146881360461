import { conversationFact } from '../../harness/facts.ts';
import type { Envelope } from '../../journal/fact.ts';

/**
 * What was said to a planner that only goes by the last thing said, and that it has not planned for yet. What comes next
 * has to carry it along, or it would be lost.
 */
export class UnheardInput {
  #text = '';

  accept(envelope: Envelope): void {
    const fact = conversationFact(envelope);
    if (fact?.type === 'user_input') this.#text = fact.text ?? '';
    // The other side, its files and who looks after the session say nothing to the planner.
    else if (!/^(?:remote_|attachment_|a2a_|session_|status_|planner_configured$)/.test(envelope.type))
      this.#text = '';
  }

  /** What is to be said in the place of this alone. */
  with(text: string): string {
    return this.#text === '' ? text : `${this.#text}\n${text}`;
  }

  copy(): UnheardInput {
    const copy = new UnheardInput();
    copy.#text = this.#text;
    return copy;
  }
}
