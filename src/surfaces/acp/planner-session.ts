import { setTimeout } from 'node:timers/promises';
import type { AgentContext, AvailableCommand, SessionUpdate } from '@agentclientprotocol/sdk';
import { ConfigError } from '../../harness/error.ts';
import { callMeantBy } from '../../harness/module/decide-command.ts';
import type { PlannerModule } from '../../harness/module/planner-module.ts';
import type { CommandCall } from '../../harness/module/view-block.ts';
import type { WorkLimits } from '../../host/admission.ts';
import type { PlannerRegistry } from '../../host/registry.ts';
import { isWayfoldError, JournalError } from '../../journal/error.ts';
import { MAX_FACT_BYTES } from '../../journal/fact.ts';
import type { Llm } from '../../model/llm.ts';
import type { CommandDone } from '../../sessions/commands/do-command.ts';
import { commandReply, ownCommandReply, type Turn, waitingText } from '../../sessions/commands/turn.ts';
import type { OpenSession } from '../../sessions/open-session.ts';
import { Sessions } from '../../sessions/sessions.ts';
import type { SessionView } from '../../sessions/view/session-view.ts';
import { LOOK_AGAIN_MS, type ReopeningStore } from '../http/store/reopening-store.ts';
import { agentMessage, errorAnswer, NO_TEXT_ANSWER, NOTHING_RECEIVED, tooLongAnswer } from './messages.ts';
import { type Asking, requestChoice } from './permission.ts';
import { SessionDisplay } from './session-display.ts';
import { setupNotice } from './setup-notice.ts';
import { availableCommands, slashCommand, unknownCommandAnswer } from './slash-command.ts';
import { type PermissionRequest, permissionRequest } from './waiting-permission.ts';

/** A prompt that is answered in another way than by its planner. */
export interface AliasTurn extends Asking {
  readonly session: OpenSession;
  readonly text: string;
  /** Who said it. */
  readonly by: string;
}

/** A mode with words of its own for what its planner does. Its journals begin with what is said in them first. */
export interface ModeAlias {
  readonly commands: AvailableCommand[];
  answer(turn: AliasTurn): Promise<void>;
}

export interface PlannerSessionOptions {
  readonly sessionId: string;
  /** The journal that the session is. */
  readonly journalId: string;
  readonly client: AgentContext;
  readonly place: ReopeningStore;
  readonly registry: PlannerRegistry;
  readonly module: PlannerModule;
  readonly alias?: ModeAlias | undefined;
  readonly llm: Llm;
  /** How much the planner may spend. */
  readonly limits: WorkLimits | undefined;
  /** The person at the editor, for the record. */
  readonly by: string;
  readonly onError: (error: unknown) => void;
}

const LONGEST_TITLE = 200;
/** As much as can be said to a planner over HTTP. */
const LONGEST_PROMPT = 200_000;

/** A session of an editor with a planner: prompts are said to it, and what comes of them is shown. */
export class PlannerSession {
  readonly #options: PlannerSessionOptions;
  readonly #sessions: Sessions;
  readonly #display: SessionDisplay;
  #opened: OpenSession | undefined;
  #unfollow = (): void => {};
  readonly #unwatch: () => void;

  constructor(options: PlannerSessionOptions) {
    const { place, registry, llm, limits } = options;
    this.#options = options;
    this.#display = new SessionDisplay(options);
    this.#sessions = new Sessions({ source: place, registry, llm, limits });
    this.#unwatch = place.onReplaced(() => {
      this.#beginAnew().catch(options.onError);
    });
  }

  /** Whether the editor shows a plan of it. */
  get showsPlan(): boolean {
    return this.#display.showsPlan;
  }

  /** Tells the editor what can be done here. */
  async begin(): Promise<void> {
    const { alias, module } = this.#options;
    const commands = alias?.commands ?? availableCommands(module);
    await this.#display.send({ sessionUpdate: 'available_commands_update', availableCommands: commands });
    if (this.#opened) await this.#display.show(await this.#opened.view());
  }

  /** Goes on with what is in its journal. With `replay` the editor is shown all that was said. */
  async resume({ replay }: { readonly replay: boolean }): Promise<void> {
    const { journalId, module, alias } = this.#options;
    const session = await (alias
      ? this.#sessions.openAs(journalId, module.id)
      : this.#sessions.open(journalId));
    if (replay) await this.#display.replay(await session.view());
    await this.#use(session);
    await this.begin();
  }

  close(): void {
    this.#display.close();
    this.#leave();
    this.#unwatch();
    this.#sessions.close();
  }

  /** Records a prompt and answers it. A cancelled turn and a lost connection are thrown. */
  async answer(text: string, signal: AbortSignal): Promise<void> {
    const { alias } = this.#options;
    if (text === '') return await this.#display.send(agentMessage(NO_TEXT_ANSWER));
    if (!alias && text.length > LONGEST_PROMPT) {
      return await this.#display.send(agentMessage(tooLongAnswer(`${LONGEST_PROMPT} characters`)));
    }
    try {
      if (alias) return await this.#answerBy(alias, text, signal);
      const session = await this.#open(text);
      // What happened since the last turn is seen in the plan alone.
      await this.#display.show(await session.view());
      this.#display.beginTurn();
      await this.#answerIn(session, text, signal);
    } catch (error) {
      signal.throwIfAborted();
      await this.#tellError(error);
    } finally {
      this.#display.endTurn();
    }
  }

  /** What the words of an alias do tells for itself: the planner's own texts are left out. */
  async #answerBy(alias: ModeAlias, text: string, signal: AbortSignal): Promise<void> {
    const { journalId, module, by } = this.#options;
    const session = await this.#sessions.openAs(journalId, module.id);
    await this.#use(session);
    await alias.answer({ ...this.#asking(signal), session, text, by });
    await this.#display.show(await session.view());
  }

  async #answerIn(session: OpenSession, text: string, signal: AbortSignal): Promise<void> {
    const { by, module } = this.#options;
    const view = await session.view();
    const { archived, head } = view;
    if (archived) return await this.#display.tell('This session is archived. Begin a new one.');
    const call = slashCommand(module, text);
    const unknown = call || isUnderstood(view, text, by) ? undefined : unknownCommandAnswer(module, text);
    if (unknown !== undefined) return await this.#display.tell(unknown);
    if (call && !(await this.#isConfirmed(call, head, signal)))
      return await this.#display.tell('Nothing was done.');
    const done = call ? await session.do(call, { by }) : await session.say({ text }, { by });
    await this.#run(session, signal);
    if (call) await this.#tellReply(session, call, done);
    await this.#askWaiting(session, signal);
    await this.#conclude(session, head, (view) => call && commandReply(view, call, done));
  }

  /** A command that asks for it is done only when the person says so. */
  async #isConfirmed({ type }: CommandCall, head: number, signal: AbortSignal): Promise<boolean> {
    const { module } = this.#options;
    const command = Object.hasOwn(module.commands, type) ? module.commands[type] : undefined;
    if (!command?.confirm) return true;
    const { title, description } = command;
    const chosen = await this.#ask(signal, `confirm-${type}-${head}`, {
      title,
      kind: 'other',
      ...(description !== undefined && { details: description }),
      options: [
        { optionId: 'confirm', name: title, kind: 'allow_once' },
        { optionId: 'reject', name: 'Cancel', kind: 'reject_once' },
      ],
    });
    return chosen === 'confirm';
  }

  /** Tells what a command says itself. */
  async #tellReply(session: OpenSession, call: CommandCall, done: CommandDone): Promise<void> {
    const reply = ownCommandReply(await session.view(), call, done);
    if (reply !== undefined && !this.#display.told.includes(reply)) await this.#display.tell(reply);
  }

  /** Lets the planner work in this process, and tells what it did. */
  async #run(session: OpenSession, signal: AbortSignal): Promise<void> {
    const { llm, limits, onError } = this.#options;
    if ((await session.view()).ready) await session.untilIdle({ llm, limits, signal, onError });
    await this.#display.show(await session.view());
  }

  /** Asks about all that waits for a choice, one after the other. Who closes the dialog is asked nothing more. */
  async #askWaiting(session: OpenSession, signal: AbortSignal): Promise<void> {
    const asked = new Set<string>();
    for (;;) {
      const view = await session.view();
      const next = view.waiting.flatMap((item) => permissionRequest(item) ?? []);
      const request = next.find(({ key }) => !asked.has(key));
      if (request === undefined) return;
      asked.add(request.key);
      const chosen = await this.#ask(signal, `${request.id}-${view.head}`, request.choice);
      if (chosen === undefined) return;
      await this.#choose(session, request, chosen, signal);
    }
  }

  async #choose(
    session: OpenSession,
    { commandOf }: PermissionRequest,
    optionId: string,
    signal: AbortSignal,
  ): Promise<void> {
    const command = commandOf(optionId);
    if (command === undefined) return;
    let done: CommandDone | undefined;
    try {
      done = await session.do(command, { by: this.#options.by });
    } catch (error) {
      // Somebody else decided first, or changed what was shown: what waits now is asked about.
      if (!isRefusal(error)) throw error;
      await this.#tellError(error);
    }
    await this.#run(session, signal);
    if (done) await this.#tellReply(session, command, done);
  }

  async #ask(
    signal: AbortSignal,
    toolCallId: string,
    choice: PermissionRequest['choice'],
  ): Promise<string | undefined> {
    return await requestChoice(this.#asking(signal), { ...choice, toolCallId });
  }

  #asking(signal: AbortSignal): Asking {
    const { sessionId, client } = this.#options;
    return { sessionId, client, signal, send: (update: SessionUpdate) => this.#display.send(update) };
  }

  /** Tells what a turn has left to say: what waits for words, a setup that is missing, why nobody works on it. */
  async #conclude(
    session: OpenSession,
    head: number,
    reply: (view: SessionView) => string | undefined,
  ): Promise<void> {
    const turn = await session.turnSince(head);
    const { view, pause } = turn;
    const { told } = this.#display;
    const asked = view.waiting
      .filter(({ options = [] }) => options.length === 0)
      .map(waitingText)
      .filter((question) => !told.includes(question));
    for (const question of asked) await this.#display.tell(question);
    if (!view.ready) await this.#display.tell(await setupNotice(session));
    else if (told === '' && asked.length === 0) await this.#display.tell(reply(view) ?? answerOf(turn));
    if (pause !== undefined) await this.#display.tell(pause);
  }

  /** Opens the session, or begins it with what is said first. Its setup is the usual one unless somebody chose another. */
  async #open(said: string): Promise<OpenSession> {
    const { journalId: id, module, by } = this.#options;
    const found = await this.#sessions.find(id);
    // A command says nothing about what the session is for.
    const title = said.startsWith('/') ? '' : (said.split('\n')[0]?.slice(0, LONGEST_TITLE) ?? '');
    const wanted = { planner: module.id, id, title, by };
    const session =
      found ??
      (await this.#orUnconfigured(this.#sessions.create({ ...wanted, config: {} }))) ??
      (await this.#sessions.create(wanted));
    const { configured, archived } = await session.view();
    // It may have begun elsewhere, where nobody had to set it up.
    if (found && !configured && !archived)
      await this.#orUnconfigured(session.do({ type: 'configure', config: {} }, { by }));
    await this.#use(session);
    return session;
  }

  /** Undefined when the planner cannot do with its defaults. */
  async #orUnconfigured<Result>(setUp: Promise<Result>): Promise<Result | undefined> {
    try {
      return await setUp;
    } catch (error) {
      if (error instanceof ConfigError) return undefined;
      throw error;
    }
  }

  /** Shows a session from now on, whichever process changes it. */
  async #use(session: OpenSession): Promise<void> {
    if (session === this.#opened || this.#display.isClosed) return;
    this.#leave();
    this.#opened = session;
    await this.#display.show(await session.view());
    this.#unfollow = session.follow((view) => this.#display.show(view));
  }

  #leave(): void {
    this.#unfollow();
    this.#unfollow = () => {};
    this.#opened = undefined;
  }

  /** The store was deleted, and the session with it. Another may be there by now, or later. */
  async #beginAnew(): Promise<void> {
    const { place, journalId, module, alias } = this.#options;
    this.#leave();
    await this.#display.clear();
    while (!this.#display.isClosed && !place.exists())
      await setTimeout(LOOK_AGAIN_MS, undefined, { ref: false });
    if (this.#display.isClosed || this.#opened) return;
    const session = await (alias
      ? this.#sessions.openAs(journalId, module.id)
      : this.#sessions.find(journalId));
    if (session) await this.#use(session);
  }

  async #tellError(error: unknown): Promise<void> {
    if (error instanceof JournalError && error.code === 'fact-too-large')
      return await this.#display.tell(tooLongAnswer(`${MAX_FACT_BYTES} bytes`));
    if (!isRefusal(error)) this.#options.onError(error);
    await this.#display.tell(errorAnswer(error));
  }
}

/** Whether words with a slash mean something to the planner: it waits for words, or makes a command of them. */
function isUnderstood({ module, at, ledger, waiting }: SessionView, text: string, by: string): boolean {
  const waitsForWords = waiting.some(({ options = [] }) => options.length === 0);
  return waitsForWords || callMeantBy({ module, at, ledger }, { text }, { by }) !== undefined;
}

/** Whether something was refused, and nothing failed: the person alone needs to know. */
function isRefusal(error: unknown): boolean {
  return isWayfoldError(error) && error.httpStatus < 500;
}

/** What came of a turn in which nothing was told. */
function answerOf({ view, text, pause = '' }: Turn): string {
  const isTurnOfOther = view.module.talks === 'agent' && view.ledger.status !== 'input-required';
  return text.replace(pause, '').trim() || (isTurnOfOther ? NOTHING_RECEIVED : '');
}
