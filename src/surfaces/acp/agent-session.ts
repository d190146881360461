import { setTimeout } from 'node:timers/promises';
import type { AgentContext, SessionUpdate } from '@agentclientprotocol/sdk';
import { JournalError } from '../../journal/error.ts';
import { MAX_FACT_BYTES } from '../../journal/fact.ts';
import type { FactStore } from '../../journal/store.ts';
import { sameJson } from '../../kernel/session/same-json.ts';
import { toAcpPlan } from '../../plan-tools/acp-plan.ts';
import type { Plan } from '../../plan-tools/plan.ts';
import { watchRedactions } from '../http/redaction-watch.ts';
import { LOOK_AGAIN_MS, type ReopeningStore } from '../http/reopening-store.ts';
import { agentMessage, errorAnswer, NO_TEXT_ANSWER, tooLongAnswer } from './messages.ts';
import type { ModeSession } from './mode-session.ts';
import { openPlanSession, type PlanSession, planOf } from './plan-session.ts';
import { AVAILABLE_COMMANDS, promptCommand } from './prompt-command.ts';
import { replayed } from './replay.ts';
import { answerPrompt } from './turn.ts';
import type { UserInput } from './user-input.ts';

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
  #opened: Promise<PlanSession> | undefined;
  #unsubscribe: (() => void) | undefined;
  /** What the editor was told last. */
  #told: { readonly version: number; readonly plan: Plan } | undefined;
  #closed = false;

  constructor(options: AgentSessionOptions) {
    this.#options = options;
  }

  async begin(): Promise<void> {
    await this.#send({ sessionUpdate: 'available_commands_update', availableCommands: AVAILABLE_COMMANDS });
    if (this.#opened) await this.#tellPlan(await this.#opened);
  }

  async resume({ replay }: { readonly replay: boolean }): Promise<void> {
    const opened = await this.#open();
    const { journal } = opened;
    if (replay) for await (const update of replayed(journal.facts(), journal.id)) await this.#send(update);
    await this.begin();
    await this.#follow(opened);
  }

  close(): void {
    this.#closed = true;
    this.#unsubscribe?.();
  }

  async answer(text: string, signal: AbortSignal): Promise<void> {
    const { sessionId, client, by, onError } = this.#options;
    if (text === '') return await this.#send(agentMessage(NO_TEXT_ANSWER));
    const said: UserInput = { type: 'user_input', text, by };
    let open: PlanSession;
    let seq: number;
    try {
      open = await this.#open();
      ({ head: seq } = await open.journal.append([said]));
    } catch (error) {
      if (error instanceof JournalError && error.code === 'fact-too-large') {
        return await this.#send(agentMessage(tooLongAnswer(`${MAX_FACT_BYTES} bytes`)));
      }
      onError(error);
      return await this.#send(agentMessage(`This could not be recorded. ${errorAnswer(error)}`));
    }
    await this.#follow(open);
    signal.throwIfAborted();
    const send = (update: SessionUpdate) => this.#send(update);
    await answerPrompt({ sessionId, open, client, send, signal, seq, by }, promptCommand(text));
    await this.#tellPlan(open);
  }

  /** What failed to open is tried again next time: a locked file may be free by then. */
  async #open(): Promise<PlanSession> {
    const { sessionId, place } = this.#options;
    const store = await place.store();
    if (store !== this.#store) this.#opened = undefined;
    this.#store = store;
    this.#opened ??= openPlanSession(store, sessionId).catch((error: unknown) => {
      this.#opened = undefined;
      throw error;
    });
    return await this.#opened;
  }

  /** Tells the editor what any process makes of the plan from now on. */
  async #follow(opened: PlanSession): Promise<void> {
    // From a fact that is known, because only then it is noticed when the journal is another one.
    const from = Math.max(await opened.journal.head(), 1);
    const store = this.#store;
    if (this.#unsubscribe || this.#closed || !store) return;
    const onError = (error: unknown, retrying: boolean) => {
      if (this.#closed) return;
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
    await this.#tellGone();
    while (!this.#closed && !place.exists()) await setTimeout(LOOK_AGAIN_MS, undefined, { ref: false });
    if (!this.#closed) await this.#follow(await this.#open());
  }

  /** Each plan once, whoever made it. An erased fact makes another one of the same version, or takes it away. */
  async #tellPlan(opened: PlanSession): Promise<void> {
    const { version } = opened.session;
    const plan = planOf(opened);
    const told = this.#told;
    if (plan === undefined) return await this.#tellGone();
    if (version === told?.version && sameJson(plan, told.plan)) return;
    this.#told = { version, plan };
    await this.#send({ sessionUpdate: 'plan', entries: [...toAcpPlan(plan).entries] });
    if (plan.objective === told?.plan.objective) return;
    await this.#send({ sessionUpdate: 'session_info_update', title: plan.objective });
  }

  async #tellGone(): Promise<void> {
    if (this.#told === undefined) return;
    this.#told = undefined;
    await this.#send({ sessionUpdate: 'plan', entries: [] });
  }

  async #send(update: SessionUpdate): Promise<void> {
    const { client, sessionId } = this.#options;
    if (this.#closed) return;
    await client.notify('session/update', { sessionId, update });
  }
}
