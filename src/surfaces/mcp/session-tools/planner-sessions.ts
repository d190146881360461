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

/** How the sessions of a planner are called by its tools. */
export interface PlannerSessionsOptions {
  readonly sessions: Sessions;
  readonly module: PlannerModule;
  /** The model of who runs the tools. */
  readonly llm?: Llm | undefined;
  /** What its sessions are run with in this process; absent where who calls does the work. */
  readonly running?: Pick<UntilIdleOptions, 'llm' | 'limits' | 'onError'> | undefined;
  /** What the ids of its sessions begin with where tools leave that out: `trip:`. */
  readonly prefix?: string;
}

/** What a command came to, and the code of the failure when the planner failed at it. */
export interface ToolTurn extends Turn {
  /** Absent where the session only began. */
  readonly call?: CommandCall;
  readonly done: CommandDone;
  readonly failure?: string | undefined;
}

const BEHIND = 'What was said last is recorded and not planned for yet. Go on: it is heard too.';

/** The sessions of one planner, by the names that its tools use for them. */
export class PlannerSessions {
  readonly #options: PlannerSessionsOptions;
  /** The end of the last call on each session that is at work. */
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

  /** The name of a session by the id of its journal, if it may be one of these. */
  nameOf(journal: string): string | undefined {
    const { prefix } = this.#options;
    if (prefix === undefined) return journal;
    const name = journal.startsWith(prefix) ? journal.slice(prefix.length) : '';
    return isId(name) ? name : undefined;
  }

  /** The id of a session by its name. */
  idOf(name: string): string {
    return `${this.#options.prefix ?? ''}${name}`;
  }

  /** The session of this name, if there is one of this planner. */
  async find(name: string): Promise<OpenSession | undefined> {
    const found = await this.sessions.find(this.idOf(name));
    return found?.module.id === this.module.id ? found : undefined;
  }

  /** The session of this name, when there must be one. */
  async open(name: string): Promise<OpenSession> {
    const found = await this.find(name);
    if (found) return found;
    throw new HostError('no-session', {
      message: `There is no session "${name}" of ${this.module.title}.`,
      expected: `a session of ${this.module.title}`,
      actual: JSON.stringify(name),
      fix: 'List the sessions that are there, or start one.',
    });
  }

  /** Those that are there and not archived, by name. */
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

  /** The session of this name, begun if there is none yet. */
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
      // Another process may have begun it at the same moment.
      const isThere = error instanceof HostError && error.code === 'session-exists';
      const session = isThere ? await this.find(name) : undefined;
      if (session) return { session, isNew: false };
      throw error;
    }
  }

  /**
   * Does something in a session and lets its planner work here until it rests. Another process may do so instead. A refusal
   * that `isSettled` knows is no failure: nothing was left to change.
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

  /** Lets the planner of a session work on what was appended, and resolves to what came of it. */
  async rested(session: OpenSession, done: CommandDone): Promise<ToolTurn> {
    const from = done.facts[0]?.seq ?? done.head + 1;
    const { running } = this.#options;
    if (running) await session.untilIdle({ ...running, appended: done.facts });
    const turn = await session.turnSince(from - 1);
    return { ...turn, done, failure: failureIn(turn.facts) };
  }

  /** Works on one of them after all calls that came before: those of one agent are applied in its order. */
  async inTurn<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const turn = (this.#turns.get(name) ?? Promise.resolve()).then(work, work);
    this.#turns.set(name, turn);
    try {
      return await turn;
    } finally {
      if (this.#turns.get(name) === turn) this.#turns.delete(name);
    }
  }

  /** The version of a session, for who was refused; undefined when there is none. */
  async version(name: string): Promise<number | undefined> {
    return await (await this.find(name))?.journal.head();
  }
}

/** That something was said which nobody has planned for: a process ended in the middle of it. */
export async function behindNotice(session: OpenSession): Promise<string | undefined> {
  return (await isAtRest(session)) ? undefined : BEHIND;
}

/** A journal that must be there for the tools whose refusals say so. */
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
