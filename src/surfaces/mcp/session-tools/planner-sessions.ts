import type { PlannerModule } from '../../../harness/module/planner-module.ts';
import type { CommandCall } from '../../../harness/module/view-block.ts';
import { HostError } from '../../../host/error.ts';
import { JournalError } from '../../../journal/error.ts';
import type { Envelope, Fact } from '../../../journal/fact.ts';
import type { Llm } from '../../../model/llm.ts';
import type { CommandActor, CommandDone } from '../../../sessions/commands/do-command.ts';
import type { Turn } from '../../../sessions/commands/turn.ts';
import type { OpenSession } from '../../../sessions/open-session.ts';
import type { SessionRequest, Sessions } from '../../../sessions/sessions.ts';
import { isAtRest, type UntilIdleOptions } from '../../../sessions/until-idle.ts';
import type { SessionSummary } from '../../../sessions/view/session-summary.ts';
import { isId } from '../input-check.ts';

/** Options of {@link PlannerSessions}. */
export interface PlannerSessionsOptions {
  readonly sessions: Sessions;
  readonly module: PlannerModule;
  /** The default model. */
  readonly llm?: Llm | undefined;
  /** Options for running sessions in this process; absent if the caller does the work. */
  readonly running?: Pick<UntilIdleOptions, 'llm' | 'limits' | 'onError'> | undefined;
  /** The prefix of session ids that tools omit: `trip:`. */
  readonly prefix?: string;
}

/** The result of a command, and the error code if the planner failed. */
export interface ToolTurn extends Turn {
  /** Absent if the session was only created. */
  readonly call?: CommandCall;
  readonly done: CommandDone;
  readonly failure?: string | undefined;
}

const BEHIND = 'The last message is recorded but not planned for yet. Continue: it will be included.';

/** The sessions of one planner, by the names its tools use. */
export class PlannerSessions {
  readonly #options: PlannerSessionsOptions;
  /** The end of the last call of each session in use. */
  readonly #turns = new Map<string, Promise<unknown>>();

  constructor(options: PlannerSessionsOptions) {
    this.#options = options;
  }

  get sessions(): Sessions {
    return this.#options.sessions;
  }

  get module(): PlannerModule {
    return this.#options.module;
  }

  get llm(): Llm | undefined {
    return this.#options.llm;
  }

  /** The name of a session, by the id of its journal, if it can be one of this planner. */
  nameOf(journal: string): string | undefined {
    const { prefix } = this.#options;
    if (prefix === undefined) return journal;
    const name = journal.startsWith(prefix) ? journal.slice(prefix.length) : '';
    return isId(name) ? name : undefined;
  }

  /** The id of a session, by its name. */
  idOf(name: string): string {
    return `${this.#options.prefix ?? ''}${name}`;
  }

  /** The session with this name, if it exists and belongs to this planner. */
  async find(name: string): Promise<OpenSession | undefined> {
    const found = await this.sessions.find(this.idOf(name));
    return found?.module.id === this.module.id ? found : undefined;
  }

  /** The session with this name; throws if there is none. */
  async open(name: string): Promise<OpenSession> {
    const found = await this.find(name);
    if (found) return found;
    throw new HostError('no-session', {
      message: `There is no session "${name}" of ${this.module.title}.`,
      expected: `a session of ${this.module.title}`,
      actual: JSON.stringify(name),
      fix: 'List the existing sessions, or start one.',
    });
  }

  /** The sessions that are not archived, sorted by name. */
  async list(begun = ''): Promise<readonly { readonly name: string; readonly summary: SessionSummary }[]> {
    const known = await this.sessions.list(this.idOf(begun));
    return known
      .flatMap((summary) => {
        const isOwn = summary.plannerId === this.module.id && !summary.archived;
        const name = isOwn ? this.nameOf(summary.id) : undefined;
        return name === undefined ? [] : [{ name, summary }];
      })
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** The session with this name, created if necessary. */
  async openOrCreate(
    name: string,
    wanted: Omit<SessionRequest, 'planner' | 'id'>,
  ): Promise<{ readonly session: OpenSession; readonly isNew: boolean }> {
    const found = await this.find(name);
    if (found) return { session: found, isNew: false };
    const [planner, id] = [this.module.id, this.idOf(name)];
    try {
      return { session: await this.sessions.create({ ...wanted, planner, id }), isNew: true };
    } catch (error) {
      // Another process may have created it at the same moment.
      const isThere = error instanceof HostError && error.code === 'session-exists';
      const session = isThere ? await this.find(name) : undefined;
      if (session) return { session, isNew: false };
      throw error;
    }
  }

  /**
   * Runs something in a session, then its planner in this process until it is idle. Another process may run it instead.
   * A refusal that `isSettled` accepts is not a failure: there was nothing left to change.
   */
  async turn(
    session: OpenSession,
    call: CommandCall,
    doer: CommandActor,
    isSettled: (refusal: unknown) => boolean = () => false,
  ): Promise<ToolTurn> {
    const done = await session.do(call, doer).catch(async (error: unknown): Promise<CommandDone> => {
      if (!isSettled(error)) throw error;
      return { facts: [], head: await session.journal.head() };
    });
    return { ...(await this.rested(session, done)), call };
  }

  /** Runs the planner of a session on the new facts, and resolves to the result. */
  async rested(session: OpenSession, done: CommandDone): Promise<ToolTurn> {
    const from = done.facts[0]?.seq ?? done.head + 1;
    const { running } = this.#options;
    if (running) await session.untilIdle({ ...running, appended: done.facts });
    const turn = await session.turnSince(from - 1);
    return { ...turn, done, failure: failureIn(turn.facts) };
  }

  /** Runs after all earlier calls on the session, so that the calls of an agent are applied in order. */
  async inTurn<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const turn = (this.#turns.get(name) ?? Promise.resolve()).then(work, work);
    this.#turns.set(name, turn);
    try {
      return await turn;
    } finally {
      if (this.#turns.get(name) === turn) this.#turns.delete(name);
    }
  }

  /** The version of a session, for refused callers; undefined if there is none. */
  async version(name: string): Promise<number | undefined> {
    return await (await this.find(name))?.journal.head();
  }
}

/** A notice about messages nobody has planned for yet, because a process ended too early. */
export async function behindNotice(session: OpenSession): Promise<string | undefined> {
  return (await isAtRest(session)) ? undefined : BEHIND;
}

/** The error for a missing journal, for tools that cannot create it. */
export function journalNotFound(called: string, name: string, howToBegin: string): JournalError {
  return new JournalError('journal-not-found', {
    message: `There is no ${called} "${name}". ${howToBegin}`,
    expected: `a ${called} ${name}`,
    actual: 'none of that id',
    fix: howToBegin,
  });
}

function failureIn(facts: readonly (Envelope | Fact)[]): string | undefined {
  const failed = facts.findLast(({ type }) => type === 'planner_error');
  return failed && 'code' in failed ? String(failed.code) : undefined;
}
