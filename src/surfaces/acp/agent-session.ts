import { setTimeout } from 'node:timers/promises';
import type { AgentContext, SessionUpdate } from '@agentclientprotocol/sdk';
import { JournalError } from '../../journal/error.ts';
import { MAX_FACT_BYTES } from '../../journal/fact.ts';
import type { FactStore } from '../../journal/store.ts';
import { toAcpPlan } from '../../plan-tools/acp-plan.ts';
import { type OpenPlan, openPlan, planIn } from '../../plan-tools/open-plan.ts';
import { watchRedactions } from '../http/redaction-watch.ts';
import { LOOK_AGAIN_MS, type ReopeningStore } from '../http/reopening-store.ts';
import { agentMessage, errorAnswer, NO_TEXT_ANSWER, tooLongAnswer } from './messages.ts';
import type { ModeSession } from './mode-session.ts';
import { AVAILABLE_COMMANDS, promptCommand } from './prompt-command.ts';
import { replayed } from './replay.ts';
import { SessionDisplay } from './session-display.ts';
import { answerPrompt } from './turn.ts';

export interface AgentSessionOptions {
  readonly sessionId: string;
  readonly client: AgentContext;
  /** Its store is opened when it is first needed: a session nobody has said a word in leaves nothing behind. */
  readonly place: ReopeningStore;
  /** The person at the editor, for the record. */
  readonly by: string;
  readonly onError: (error: unknown) => void;
}

/** A session of an editor: the conversation and the plan of one journal. */
export class AgentSession implements ModeSession {
  readonly #options: AgentSessionOptions;
  #store: FactStore | undefined;
  #opened: OpenPlan | undefined;
  #unsubscribe: (() => void) | undefined;
  readonly #display: SessionDisplay;

  constructor(options: AgentSessionOptions) {
    this.#options = options;
    this.#display = new SessionDisplay(options);
  }

  async begin(): Promise<void> {
    await this.#display.send({
      sessionUpdate: 'available_commands_update',
      availableCommands: AVAILABLE_COMMANDS,
    });
    if (this.#opened) await this.#tellPlan(this.#opened);
  }

  async resume({ replay }: { readonly replay: boolean }): Promise<void> {
    const opened = await this.#open();
    const { journal } = opened;
    if (replay)
      for await (const update of replayed(journal.facts(), journal.id)) await this.#display.send(update);
    await this.begin();
    await this.#follow(opened);
  }

  close(): void {
    this.#display.close();
    this.#unsubscribe?.();
  }

  async answer(text: string, signal: AbortSignal): Promise<void> {
    const { sessionId, client, by, onError } = this.#options;
    if (text === '') return await this.#display.send(agentMessage(NO_TEXT_ANSWER));
    let open: OpenPlan;
    let seq: number;
    try {
      open = await this.#open();
      ({ head: seq } = await open.journal.append([{ type: 'user_input', text, by }]));
    } catch (error) {
      if (error instanceof JournalError && error.code === 'fact-too-large') {
        return await this.#display.send(agentMessage(tooLongAnswer(`${MAX_FACT_BYTES} bytes`)));
      }
      onError(error);
      return await this.#display.send(agentMessage(`This could not be recorded. ${errorAnswer(error)}`));
    }
    await this.#follow(open);
    signal.throwIfAborted();
    const send = (update: SessionUpdate) => this.#display.send(update);
    await answerPrompt({ sessionId, open, client, send, signal, seq, by }, promptCommand(text));
    await this.#tellPlan(open);
  }

  /** What failed to open is tried again next time: a locked file may be free by then. */
  async #open(): Promise<OpenPlan> {
    const { sessionId, place } = this.#options;
    const store = await place.store();
    if (this.#opened && store === this.#store) return this.#opened;
    const opened = openPlan(store, sessionId);
    await opened.session.refresh();
    this.#store = store;
    this.#opened = opened;
    return opened;
  }

  /** Tells the editor what any process makes of the plan from now on. */
  async #follow(opened: OpenPlan): Promise<void> {
    // From a fact that is known, because only then it is noticed when the journal is another one.
    const from = Math.max(await opened.journal.head(), 1);
    const store = this.#store;
    if (this.#unsubscribe || this.#display.isClosed || !store) return;
    const onError = (error: unknown, retrying: boolean) => {
      if (this.#display.isClosed) return;
      this.#options.onError(error);
      if (!retrying) this.#leave();
    };
    const tellNews = async () => {
      await opened.session.refresh();
      await this.#tellPlan(opened);
    };
    const unsubscribe = opened.journal.subscribe({ from, onError }, tellNews);
    const unwatch = watchRedactions(store, { journal: opened.journal.id }, tellNews);
    const forget = this.#options.place.onReplaced(() => {
      this.#beginAnew().catch(this.#options.onError);
    });
    this.#unsubscribe = () => {
      unsubscribe();
      unwatch();
      forget();
    };
  }

  #leave(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
    this.#opened = undefined;
  }

  /** The store was deleted, and the plan with it. Another may be there by now, or later. */
  async #beginAnew(): Promise<void> {
    const { place } = this.#options;
    this.#leave();
    await this.#tellPlan();
    while (!this.#display.isClosed && !place.exists())
      await setTimeout(LOOK_AGAIN_MS, undefined, { ref: false });
    if (!this.#display.isClosed) await this.#follow(await this.#open());
  }

  /** Without a plan, only one that is shown is taken away: an erased fact, or a deleted store, leaves none. */
  async #tellPlan(opened?: OpenPlan): Promise<void> {
    const plan = opened && planIn(opened);
    if (plan) await this.#display.showPlan(toAcpPlan(plan).entries, plan.objective);
    else if (this.#display.showsPlan) await this.#display.showPlan([]);
  }
}
