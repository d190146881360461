import type { AgentContext, PlanEntry, SessionUpdate } from '@agentclientprotocol/sdk';
import { sameJson } from '../../kernel/session/same-json.ts';
import { inCommands } from '../../plan-tools/calls/in-commands.ts';
import { messagesSince } from '../../sessions/commands/turn.ts';
import { plannerText } from '../../sessions/view/message.ts';
import type { SessionView } from '../../sessions/view/session-view.ts';
import { agentMessage, userMessage, userText } from './messages.ts';
import { planEntries } from './plan-entries.ts';

/** The messages, plans and titles an editor shows of a session: each once, in the order of the journal. */
export class SessionDisplay {
  readonly #editor: { readonly client: AgentContext; readonly sessionId: string };
  #updating: Promise<unknown> = Promise.resolve();
  #shown: { readonly edition: string; readonly head: number } | undefined;
  #plan: readonly PlanEntry[] = [];
  #title = '';
  #sentTexts: string[] | undefined;
  #isClosed = false;

  constructor(editor: { readonly client: AgentContext; readonly sessionId: string }) {
    this.#editor = editor;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  get showsPlan(): boolean {
    return this.#plan.length > 0;
  }

  /** Sends nothing more to the editor. */
  close(): void {
    this.#isClosed = true;
  }

  async send(update: SessionUpdate): Promise<void> {
    const { client, sessionId } = this.#editor;
    if (!this.#isClosed) await client.notify('session/update', { sessionId, update });
  }

  /** The text sent in the current turn. */
  get sentText(): string {
    return this.#sentTexts?.join('\n') ?? '';
  }

  /** Messages are sent only during a turn. At other times, only the plan is updated. */
  beginTurn(): void {
    this.#sentTexts = [];
  }

  endTurn(): void {
    this.#sentTexts = undefined;
  }

  async show(view: SessionView): Promise<void> {
    await this.#inTurn(() => this.#update(view));
  }

  /** Clears the plan of a deleted session. */
  async clear(): Promise<void> {
    await this.#inTurn(async () => {
      this.#shown = undefined;
      await this.#showPlan([]);
    });
  }

  /** Sends all messages so far. */
  async replay({ messages }: SessionView): Promise<void> {
    for (const message of messages) {
      const [input, reply] = [userText(message), plannerText(message)];
      if (input !== undefined) await this.send(userMessage(input));
      else if (reply !== undefined) await this.tell(inCommands(reply, '/plan'));
    }
  }

  async tell(text: string): Promise<void> {
    if (text === '') return;
    this.#sentTexts?.push(text);
    await this.send(agentMessage(`${text}\n\n`));
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
    if (this.#sentTexts && before) {
      for (const message of messagesSince(view, before.head)) await this.tell(plannerText(message) ?? '');
    }
    await this.#showPlan(planEntries(view.blocks), title);
  }

  /** Sends a plan and its title if they differ from what the editor shows. */
  async #showPlan(entries: readonly PlanEntry[], title = ''): Promise<void> {
    if (!sameJson(entries, this.#plan)) {
      this.#plan = entries;
      await this.send({ sessionUpdate: 'plan', entries: [...entries] });
    }
    if (title === '' || title === this.#title) return;
    this.#title = title;
    await this.send({ sessionUpdate: 'session_info_update', title });
  }
}
