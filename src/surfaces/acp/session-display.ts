import type { PlanEntry, SessionUpdate } from '@agentclientprotocol/sdk';
import { sameJson } from '../../kernel/session/same-json.ts';
import { toldText } from '../../sessions/message.ts';
import type { SessionView } from '../../sessions/session-view.ts';
import { messagesSince } from '../../sessions/turn.ts';
import { agentMessage, userMessage, userText } from './messages.ts';
import { planEntries } from './plan-entries.ts';

/** What an editor shows of a planner's session: each message, plan and title once, in the order of the journal. */
export class SessionDisplay {
  readonly #send: (update: SessionUpdate) => Promise<void>;
  #updating: Promise<unknown> = Promise.resolve();
  #shown: { readonly edition: string; readonly head: number } | undefined;
  #plan: readonly PlanEntry[] | undefined;
  #title = '';
  #told: string[] | undefined;

  constructor(send: (update: SessionUpdate) => Promise<void>) {
    this.#send = send;
  }

  /** What was told in the turn that is on. */
  get told(): string {
    return this.#told?.join('\n') ?? '';
  }

  /** Messages are shown while a turn is on. What happens otherwise changes the plan alone. */
  beginTurn(): void {
    this.#told = [];
  }

  endTurn(): void {
    this.#told = undefined;
  }

  async show(view: SessionView): Promise<void> {
    await this.#inTurn(() => this.#update(view));
  }

  /** The session is gone, and its plan with it. */
  async clear(): Promise<void> {
    await this.#inTurn(async () => {
      this.#shown = undefined;
      await this.#showPlan([]);
    });
  }

  /** Shows what was said and told so far. */
  async replay({ messages }: SessionView): Promise<void> {
    for (const message of messages) {
      const [said, told] = [userText(message), toldText(message)];
      if (said !== undefined) await this.#send(userMessage(said));
      else if (told !== undefined) await this.tell(told);
    }
  }

  async tell(text: string): Promise<void> {
    if (text === '') return;
    this.#told?.push(text);
    await this.#send(agentMessage(`${text}\n\n`));
  }

  async #inTurn(update: () => Promise<void>): Promise<void> {
    const updated = this.#updating.then(update);
    this.#updating = updated.catch(() => undefined);
    await updated;
  }

  async #update(view: SessionView): Promise<void> {
    const { edition, head, title } = view;
    const before = this.#shown?.edition === edition ? this.#shown : undefined;
    if (before && before.head > head) return;
    this.#shown = { edition, head };
    if (this.#told && before) {
      for (const message of messagesSince(view, before.head)) await this.tell(toldText(message) ?? '');
    }
    await this.#showPlan(planEntries(view.blocks) ?? []);
    if (title === '' || title === this.#title) return;
    this.#title = title;
    await this.#send({ sessionUpdate: 'session_info_update', title });
  }

  async #showPlan(entries: PlanEntry[]): Promise<void> {
    // The first one is sent even if it is empty: another mode may have left its plan.
    if (this.#plan && sameJson(entries, this.#plan)) return;
    this.#plan = entries;
    await this.#send({ sessionUpdate: 'plan', entries });
  }
}
