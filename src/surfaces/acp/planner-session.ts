import type { AgentContext, SessionUpdate } from '@agentclientprotocol/sdk';
import { ConfigError } from '../../harness/error.ts';
import type { PlannerModule } from '../../harness/module/planner-module.ts';
import type { CommandCall } from '../../harness/module/view-block.ts';
import type { WorkLimits } from '../../host/admission.ts';
import type { PlannerRegistry } from '../../host/registry.ts';
import { isWayfoldError } from '../../journal/error.ts';
import type { Llm } from '../../model/llm.ts';
import type { OpenSession } from '../../sessions/open-session.ts';
import type { SessionView } from '../../sessions/session-view.ts';
import { Sessions } from '../../sessions/sessions.ts';
import { commandReply, type Turn, waitingText } from '../../sessions/turn.ts';
import type { ReopeningStore } from '../http/reopening-store.ts';
import { agentMessage, errorAnswer, NO_TEXT_ANSWER, NOTHING_RECEIVED, tooLongAnswer } from './messages.ts';
import type { ModeSession } from './mode-session.ts';
import { requestChoice } from './permission.ts';
import { SessionDisplay } from './session-display.ts';
import { setupNotice } from './setup-notice.ts';
import { availableCommands, slashCommand } from './slash-command.ts';
import { type PermissionRequest, permissionRequest } from './waiting-permission.ts';

export interface PlannerSessionOptions {
  readonly sessionId: string;
  /** The journal that the session is. */
  readonly journalId: string;
  readonly client: AgentContext;
  readonly place: ReopeningStore;
  readonly registry: PlannerRegistry;
  readonly module: PlannerModule;
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
export class PlannerSession implements ModeSession {
  readonly #options: PlannerSessionOptions;
  readonly #sessions: Sessions;
  readonly #display = new SessionDisplay((update) => this.#send(update));
  #opened: OpenSession | undefined;
  #unfollow = (): void => {};
  readonly #unwatch: () => void;
  #closed = false;

  constructor(options: PlannerSessionOptions) {
    const { place, registry, llm, limits } = options;
    this.#options = options;
    this.#sessions = new Sessions({ source: place, registry, llm, limits });
    this.#unwatch = place.onReplaced(() => {
      this.#leave();
      this.#display.clear().catch(options.onError);
    });
  }

  async begin(): Promise<void> {
    const commands = availableCommands(this.#options.module);
    await this.#send({ sessionUpdate: 'available_commands_update', availableCommands: commands });
    if (this.#opened) await this.#display.show(await this.#opened.view());
  }

  async resume({ replay }: { readonly replay: boolean }): Promise<void> {
    const session = await this.#sessions.open(this.#options.journalId);
    if (replay) await this.#display.replay(await session.view());
    await this.#use(session);
    await this.begin();
  }

  close(): void {
    this.#closed = true;
    this.#leave();
    this.#unwatch();
    this.#sessions.close();
  }

  async answer(text: string, signal: AbortSignal): Promise<void> {
    if (text === '') return await this.#send(agentMessage(NO_TEXT_ANSWER));
    if (text.length > LONGEST_PROMPT) {
      return await this.#send(agentMessage(tooLongAnswer(`${LONGEST_PROMPT} characters`)));
    }
    try {
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

  async #answerIn(session: OpenSession, text: string, signal: AbortSignal): Promise<void> {
    const { by, module } = this.#options;
    const { archived, head } = await session.view();
    if (archived) return await this.#display.tell('This session is archived. Begin a new one.');
    const call = slashCommand(module, text);
    if (call && !(await this.#isConfirmed(call, head, signal)))
      return await this.#display.tell('Nothing was done.');
    const done = call ? await session.do(call, { by }) : await session.say({ text }, { by });
    await this.#run(session, signal);
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
    try {
      await session.do(command, { by: this.#options.by });
    } catch (error) {
      // Somebody else decided first, or changed what was shown: what waits now is asked about.
      if (!isRefusal(error)) throw error;
      await this.#tellError(error);
    }
    await this.#run(session, signal);
  }

  async #ask(
    signal: AbortSignal,
    toolCallId: string,
    choice: PermissionRequest['choice'],
  ): Promise<string | undefined> {
    const { sessionId, client } = this.#options;
    const asking = { sessionId, client, signal, send: (update: SessionUpdate) => this.#send(update) };
    return await requestChoice(asking, { ...choice, toolCallId });
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
    if (session === this.#opened || this.#closed) return;
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

  async #tellError(error: unknown): Promise<void> {
    if (!isRefusal(error)) this.#options.onError(error);
    await this.#display.tell(errorAnswer(error));
  }

  async #send(update: SessionUpdate): Promise<void> {
    const { client, sessionId } = this.#options;
    if (this.#closed) return;
    await client.notify('session/update', { sessionId, update });
  }
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
