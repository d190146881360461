import type { CommandCall } from '../../../harness/module/view-block.ts';
import { ConflictError } from '../../../kernel/error.ts';
import { blocksMarkdown } from '../../../sessions/blocks/markdown.ts';
import type { CommandActor } from '../../../sessions/commands/do-command.ts';
import { commandReply, waitingText } from '../../../sessions/commands/turn.ts';
import type { OpenSession } from '../../../sessions/open-session.ts';
import type { ExportedFile } from '../../../sessions/queries.ts';
import { pauseNotice } from '../../../sessions/view/pause-notice.ts';
import type { SessionView } from '../../../sessions/view/session-view.ts';
import type { PlannerTool, ToolAnswer } from '../planner-tool.ts';
import { behindNotice, type PlannerSessions, type ToolTurn } from './planner-sessions.ts';
import type { SessionTerms } from './session-terms.ts';

const UNCHANGED = 'Nothing has changed.';

/** The operations of a tool set on sessions, in the terms of the set. */
export class SessionCalls {
  readonly sessions: PlannerSessions;
  readonly terms: SessionTerms;

  constructor(sessions: PlannerSessions, terms: SessionTerms) {
    this.sessions = sessions;
    this.terms = terms;
  }

  /** The content of every refusal: the argument to blame, and the state that the caller can continue from. */
  get refusals(): Required<Pick<PlannerTool, 'fieldOfCode' | 'currentState'>> {
    return { fieldOfCode: this.terms.fieldOfCode, currentState: (input) => this.#currentState(input) };
  }

  /** Works on the session that a call names, after all earlier calls. */
  async on<Result>(
    input: object,
    work: (session: OpenSession, name: string) => Promise<Result>,
  ): Promise<Result> {
    const name = this.#nameIn(input);
    return await this.sessions.inTurn(name, async () => await work(await this.#open(name), name));
  }

  /** Runs a command in the session that a call names. */
  async give(input: object, by: string, call: CommandCall): Promise<ToolTurn> {
    return await this.on(input, (session) => this.giveIn(session, input, by, call));
  }

  /** Runs a command within {@link on}. */
  async giveIn(session: OpenSession, input: object, by: string, call: CommandCall): Promise<ToolTurn> {
    return await this.#turn(session, call, doerOf(input, by));
  }

  /** Runs a command, creating the session with `title` if necessary. */
  async giveFirst(
    input: object,
    by: string,
    { title, call }: { title(name: string): string; readonly call: CommandCall },
  ): Promise<ToolTurn> {
    const name = this.#nameIn(input);
    const doer = doerOf(input, by);
    return await this.sessions.inTurn(name, async () => {
      if (doer.expectedVersion && !(await this.sessions.find(name))) throw this.#notBegun(name, doer);
      const wanted = { title: title(name), config: {}, by };
      const { session, isNew } = await this.sessions.openOrCreate(name, wanted);
      if (isNew) return await this.#turn(session, call, { by });
      if ((await session.view()).ready) return await this.#turn(session, call, doer);
      // A session of an older version was never set up.
      await session.do({ type: 'configure', config: {} }, doer);
      return await this.#turn(session, call, { by });
    });
  }

  /** The result of a command, as data and as text. */
  answer(turn: ToolTurn): ToolAnswer {
    const { view, text, call, done, failure } = turn;
    const { module } = view;
    const hasReply = call && Object.hasOwn(module.commands, call.type) && module.commands[call.type]?.reply;
    const reply = call && (hasReply || text === '') ? commandReply(view, call, done) : text;
    const what = call && done.facts.length === 0 ? [UNCHANGED, reply] : [reply];
    return {
      ...this.terms.answer(view, this.#nameOf(view)),
      message: this.#withCalls(what.join('\n\n'), view) || this.#text(view),
      ...(failure !== undefined && { code: failure }),
    };
  }

  /** The current state of the session that a call names. */
  async show(input: object): Promise<ToolAnswer> {
    return await this.on(input, async (session, name) => {
      const view = await session.view();
      const notice = (await pauseNotice(session.session)) ?? (await behindNotice(session)) ?? '';
      const message = [this.#text(view), notice].filter(Boolean).join('\n\n');
      return { ...this.terms.answer(view, name), message };
    });
  }

  /** The session that a call names as a file. `check` may refuse it. */
  async file(
    input: object,
    {
      format,
      options,
      check,
    }: { format: string; options: object; check?(view: SessionView, name: string): void },
  ): Promise<{ readonly name: string; readonly version: number; readonly file: ExportedFile }> {
    return await this.on(input, async (session, name) => {
      const view = await session.view();
      check?.(view, name);
      return { name, version: view.head, file: await session.exported(format, options, view.head) };
    });
  }

  /** The view of a session as Markdown. */
  markdown(view: SessionView): string {
    const { title, blocks } = view;
    const heading = title === '' ? '' : `# ${title.replaceAll(/\s+/g, ' ')}`;
    return this.terms.text?.(view) ?? [heading, blocksMarkdown(blocks)].filter(Boolean).join('\n\n');
  }

  async #turn(session: OpenSession, call: CommandCall, doer: CommandActor): Promise<ToolTurn> {
    return await this.sessions.turn(session, call, doer, this.terms.isSettled);
  }

  async #open(name: string): Promise<OpenSession> {
    const found = await this.sessions.find(name);
    if (!found && this.terms.missing) throw this.terms.missing(name);
    return found ?? (await this.sessions.open(name));
  }

  #text(view: SessionView): string {
    const seen = this.markdown(view);
    const waits = view.waiting.map((item) => waitingText(item)).filter((text) => !seen.includes(text));
    return this.#withCalls([seen, ...waits].filter(Boolean).join('\n\n'), view) || 'Nothing to show yet.';
  }

  /** A text with the tool calls for the waiting items, for models that are not shown data. */
  #withCalls(text: string, view: SessionView): string {
    const name = this.#nameOf(view);
    const calls = view.waiting.flatMap(({ options = [], form }) =>
      [...options, ...(form ? [{ label: 'Answer', command: form }] : [])].flatMap(({ label, command }) => {
        const use = this.terms.toolFor(command, name);
        return use ? [`- ${label}: ${use.tool} ${JSON.stringify(use.arguments)}`] : [];
      }),
    );
    return [text, calls.join('\n')].filter(Boolean).join('\n\n');
  }

  #nameIn(input: unknown): string {
    return Object(input)[this.terms.idName] ?? this.terms.defaultId;
  }

  #nameOf({ id }: SessionView): string {
    return this.sessions.nameOf(id) ?? id;
  }

  async #currentState(input: unknown): Promise<object> {
    const name: unknown = this.#nameIn(input);
    const { idName, isId, defaultId } = this.terms;
    if (typeof name !== 'string' || !isId(name)) return {};
    const version = await this.sessions.version(name);
    // With a default session, one that does not exist yet is at its beginning.
    if (version === undefined) return { [idName]: name, ...(defaultId !== undefined && { version: 0 }) };
    return { [idName]: name, version };
  }

  #notBegun(name: string, { expectedVersion }: CommandActor): ConflictError {
    return new ConflictError({
      summary: `There is no ${this.terms.title.toLowerCase()} "${name}" yet, so it is at version 0, not ${expectedVersion}.`,
      fix: 'Nothing was appended. Look at the current state, then decide again.',
    });
  }
}

function doerOf(input: object, by: string): CommandActor {
  const { expected_version: expectedVersion } = Object(input);
  return { by, expectedVersion };
}
