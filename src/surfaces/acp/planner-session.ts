import { setTimeout } from 'node:timers/promises';
import type { AgentContext, AvailableCommand, SessionUpdate } from '@agentclientprotocol/sdk';
import { ConfigError } from '../../harness/error.ts';
import { commandForText } from '../../harness/module/decide-command.ts';
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
import { RECHECK_MS, type ReopeningStore } from '../http/store/reopening-store.ts';
import { agentMessage, errorAnswer, NO_TEXT_ANSWER, NOTHING_RECEIVED, tooLongAnswer } from './messages.ts';
import { type PermissionContext, requestChoice } from './permission.ts';
import { SessionDisplay } from './session-display.ts';
import { setupNotice } from './setup-notice.ts';
import { availableCommands, slashCommand, unknownCommandAnswer } from './slash-command.ts';
import { type PermissionRequest, permissionRequest } from './waiting-permission.ts';

/** A prompt that the alias answers instead of the planner. */
export interface AliasTurn extends PermissionContext {
  readonly session: OpenSession;
  readonly text: string;
  /** The author of the prompt. */
  readonly by: string;
}

/** A mode that interprets prompts itself. Its journals start with the first message. */
export interface ModeAlias {
  readonly commands: AvailableCommand[];
  answer(turn: AliasTurn): Promise<void>;
}

export interface PlannerSessionOptions {
  readonly sessionId: string;
  /** The journal of the session. */
  readonly journalId: string;
  readonly client: AgentContext;
  readonly place: ReopeningStore;
  readonly registry: PlannerRegistry;
  readonly module: PlannerModule;
  readonly alias?: ModeAlias | undefined;
  readonly llm: Llm;
  /** The spending limits of the planner. */
  readonly limits: WorkLimits | undefined;
  /** The person at the editor, for the record. */
  readonly by: string;
  readonly onError: (error: unknown) => void;
}

const MAX_TITLE_LENGTH = 200;
/** The maximum length of a prompt, the same as over HTTP. */
const MAX_PROMPT_LENGTH = 200_000;

/** An editor's session with a planner: passes prompts on, and shows the results. */
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

  /** Whether the editor shows a plan of this session. */
  get showsPlan(): boolean {
    return this.#display.showsPlan;
  }

  /** Sends the available commands to the editor. */
  async begin(): Promise<void> {
    const { alias, module } = this.#options;
    const commands = alias?.commands ?? availableCommands(module);
    await this.#display.send({ sessionUpdate: 'available_commands_update', availableCommands: commands });
    if (this.#opened) await this.#display.show(await this.#opened.view());
  }

  /** Continues an existing journal. With `replay` the editor receives the whole conversation. */
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

  /** Records a prompt and answers it. Throws if the turn is cancelled or the connection is lost. */
  async answer(text: string, signal: AbortSignal): Promise<void> {
    const { alias } = this.#options;
    if (text === '') return await this.#display.send(agentMessage(NO_TEXT_ANSWER));
    if (!alias && text.length > MAX_PROMPT_LENGTH) {
      return await this.#display.send(agentMessage(tooLongAnswer(`${MAX_PROMPT_LENGTH} characters`)));
    }
    try {
      if (alias) return await this.#answerBy(alias, text, signal);
      const session = await this.#open(text);
      // Changes since the last turn appear only in the plan.
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

  /** An alias writes its own messages, so those of the planner are suppressed. */
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
    const { head } = view;
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

  /** Asks the person first if the command requires confirmation. */
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

  /** Sends the reply of a command. */
  async #tellReply(session: OpenSession, call: CommandCall, done: CommandDone): Promise<void> {
    const reply = ownCommandReply(await session.view(), call, done);
    if (reply !== undefined && !this.#display.sentText.includes(reply)) await this.#display.tell(reply);
  }

  /** Runs the planner in this process, and sends its messages. */
  async #run(session: OpenSession, signal: AbortSignal): Promise<void> {
    const { llm, limits, onError } = this.#options;
    if ((await session.view()).ready) await session.untilIdle({ llm, limits, signal, onError });
    await this.#display.show(await session.view());
  }

  /** Asks about every waiting item with options, one after the other. Closing the dialog skips the rest. */
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
      // Somebody else decided first, or the item changed: ask about the current one.
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

  #asking(signal: AbortSignal): PermissionContext {
    const { sessionId, client } = this.#options;
    return { sessionId, client, signal, send: (update: SessionUpdate) => this.#display.send(update) };
  }

  /** Ends a turn with what remains: open questions, missing setup, or the reason why nothing runs. */
  async #conclude(
    session: OpenSession,
    head: number,
    reply: (view: SessionView) => string | undefined,
  ): Promise<void> {
    const turn = await session.turnSince(head);
    const { view, pause } = turn;
    const { sentText } = this.#display;
    const asked = view.waiting
      .filter(({ options = [] }) => options.length === 0)
      .map(waitingText)
      .filter((question) => !sentText.includes(question));
    for (const question of asked) await this.#display.tell(question);
    if (!view.ready) await this.#display.tell(await setupNotice(session));
    else if (sentText === '' && asked.length === 0) await this.#display.tell(reply(view) ?? answerOf(turn));
    if (pause !== undefined) await this.#display.tell(pause);
  }

  /**
   * Opens the session, or creates it with the first message. It has the default setup unless somebody configured it.
   */
  async #open(text: string): Promise<OpenSession> {
    const { journalId: id, module, by } = this.#options;
    const found = await this.#sessions.find(id);
    // A command does not describe the session.
    const title = text.startsWith('/') ? '' : (text.split('\n')[0]?.slice(0, MAX_TITLE_LENGTH) ?? '');
    const wanted = { planner: module.id, id, title, by };
    const session =
      found ??
      (await this.#orUnconfigured(this.#sessions.create({ ...wanted, config: {} }))) ??
      (await this.#sessions.create(wanted));
    const { configured, archived } = await session.view();
    // It may have been created elsewhere, where no setup was required.
    if (found && !configured && !archived)
      await this.#orUnconfigured(session.do({ type: 'configure', config: {} }, { by }));
    await this.#use(session);
    return session;
  }

  /** Undefined if the planner cannot run with its defaults. */
  async #orUnconfigured<Result>(setUp: Promise<Result>): Promise<Result | undefined> {
    try {
      return await setUp;
    } catch (error) {
      if (error instanceof ConfigError) return undefined;
      throw error;
    }
  }

  /** Displays the session from now on, with changes by any process. */
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

  /** The store was deleted, and the session with it. A new one may exist now or later. */
  async #beginAnew(): Promise<void> {
    const { place, journalId, module, alias } = this.#options;
    this.#leave();
    await this.#display.clear();
    while (!this.#display.isClosed && !place.exists())
      await setTimeout(RECHECK_MS, undefined, { ref: false });
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

/** Whether the planner understands a slash command as text: because it waits for text, or derives a command from it. */
function isUnderstood({ module, at, ledger, waiting }: SessionView, text: string, by: string): boolean {
  const waitsForWords = waiting.some(({ options = [] }) => options.length === 0);
  return waitsForWords || commandForText({ module, at, ledger }, { text }, { by }) !== undefined;
}

/** Whether the error is a refusal, which only the person needs to see. */
function isRefusal(error: unknown): boolean {
  return isWayfoldError(error) && error.httpStatus < 500;
}

/** The answer for a turn in which no message was sent. */
function answerOf({ view, text, pause = '' }: Turn): string {
  const isTurnOfOther = view.module.talks === 'agent' && view.ledger.status !== 'input-required';
  return text.replace(pause, '').trim() || (isTurnOfOther ? NOTHING_RECEIVED : '');
}
