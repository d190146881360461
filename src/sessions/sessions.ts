import type { PlannerMode } from '../harness/facts.ts';
import { runModule, runModuleOr } from '../harness/module/module-failure.ts';
import { checkProposed } from '../harness/module/own-facts.ts';
import type { HandOver, PlannerModule } from '../harness/module/planner-module.ts';
import type { ReadSecret } from '../harness/module/secret-field.ts';
import type { WorkLimits } from '../host/admission.ts';
import { HostError } from '../host/error.ts';
import type { PlannerRegistry } from '../host/registry.ts';
import { secretReader } from '../host/secrets.ts';
import {
  createHostSession,
  isSessionAt,
  openReadable,
  type Session,
  sessionAs,
  withPlanner,
} from '../host/session.ts';
import { allJournals } from '../journal/all-journals.ts';
import { randomIds } from '../journal/clock.ts';
import { JournalError } from '../journal/error.ts';
import type { ProposedFact } from '../journal/fact.ts';
import { sha256 } from '../journal/integrity/sha256.ts';
import { memoryStore } from '../journal/memory-store.ts';
import type { FactStore } from '../journal/store.ts';
import { ConflictError } from '../kernel/error.ts';
import type { Llm } from '../model/llm.ts';
import { configFromSeed } from './commands/setup.ts';
import { type SessionDiff, sessionDiff } from './compare/session-diff.ts';
import { type Erasure, type ErasureReport, erase } from './erasing/erase.ts';
import { SessionsError } from './error.ts';
import { OpenSession } from './open-session.ts';
import { shortName } from './short-name.ts';
import { titleFromText } from './title-from-text.ts';
import { type SessionSummary, summaryOf } from './view/session-summary.ts';
import type { SessionView } from './view/session-view.ts';

/** Provides the store: it may be created when first needed, or deleted and recreated. */
export interface StoreSource {
  /** The store, created if there is none. */
  store(): Promise<FactStore>;
  /** The store, if there is one. */
  existing(): Promise<FactStore | undefined>;
}

/** Runs sessions in the background. */
export interface SessionRunner {
  /** Starts running a session. */
  host(store: FactStore, id: string): Promise<void>;
  /** Stops work on a session. */
  rest(id: string): Promise<void>;
}

/** Options for opening sessions. */
export interface SessionsOptions {
  readonly source: StoreSource;
  readonly registry: PlannerRegistry;
  /** The model for sessions whose setup names none. */
  readonly llm: Llm;
  readonly limits?: WorkLimits | undefined;
  /** Says where planners keep their own files; default: the environment of this process. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Reads the secrets that setups name; default: from this process. */
  readonly readSecret?: ReadSecret | undefined;
  /** Without it, sessions run only through `untilIdle`. */
  readonly runner?: SessionRunner | undefined;
  /** Called when the journal of a followed session could not be read; it is retried. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** A session to create. */
export interface SessionRequest {
  readonly planner: string;
  /** By default the title is what the planner finds, or the first message. */
  readonly title?: string | undefined;
  /** Default: the planner's id and six letters. */
  readonly id?: string | undefined;
  /**
   * Its setup in the form that a link carries;
   * `{}` for the defaults. Without it somebody has to set it up before it plans.
   */
  readonly config?: unknown;
  readonly mode?: PlannerMode | undefined;
  /** The first message; for a planner that talks to another agent, the other agent's first message. */
  readonly text?: string | undefined;
  /**
   * The user's goal: a message to the planner or, if it talks to another agent, private guidance, after which it
   * writes the first message.
   */
  readonly goal?: string | undefined;
  /** The planner's initial facts. */
  readonly facts?: readonly ProposedFact[] | undefined;
  readonly by: string;
  /** An idempotency key: a repeated request with the same key returns the same session. */
  readonly key?: string | undefined;
}

/** A session that another one can hand over to. */
export interface OfferedHandOver extends Pick<HandOver, 'key' | 'to' | 'title'> {
  /** Its id once it exists. */
  readonly session: string;
}

const MAX_OPEN = 100;

/** A summary, or the information that a journal is not a session, as of one moment of the journal. */
interface Known {
  readonly hash: string;
  readonly createdAt: string;
  readonly redactions: number;
  readonly summary: SessionSummary | undefined;
}

/** Everything that a person or a program can do with the sessions of a store, once for all surfaces. */
export class Sessions {
  readonly #options: SessionsOptions;
  readonly #open = new Map<string, { readonly session: OpenSession; readonly createdAt: string }>();
  #known = new Map<string, Known>();
  #store: FactStore | undefined;

  constructor(options: SessionsOptions) {
    this.#options = options;
  }

  get registry(): PlannerRegistry {
    return this.#options.registry;
  }

  /** Creates a session with its setup in one step, and starts it if somebody runs sessions. */
  async create(wanted: SessionRequest): Promise<OpenSession> {
    const { registry, source, llm, runner, readSecret } = this.#options;
    const { planner: plannerId, config: seed, mode, facts = [], by, key } = wanted;
    const { planner, module } = registry.get(plannerId);
    const title = wanted.title ?? titleFromText(module, wanted.text ?? wanted.goal);
    const words = firstWords(module, wanted);
    const store = this.#use(await source.store());
    // Before anything is created: an invalid setup leaves no session behind.
    const full =
      seed === undefined ? undefined : await configFromSeed(planner, seed, { llm, store, readSecret });
    const name = key === undefined ? shortName() : sha256(key).slice(0, 12);
    const id = wanted.id ?? `${plannerId}:${name}`;
    await createHostSession(store, registry, {
      id,
      title,
      plannerId,
      ...(full && { config: full.config, ready: full.ready }),
      ...(mode && { mode }),
      facts: [...facts, ...words],
      by,
      key,
    });
    await runner?.host(store, id);
    return await this.open(id);
  }

  /** What a session hands over to planners that are loaded. */
  handOvers({ module, at }: SessionView): readonly OfferedHandOver[] {
    return runModule(module, 'handsOver', () => module.handsOver(at)).flatMap(({ key, to, title }) => {
      const receiver = this.registry.find(to)?.module;
      return receiver?.starts === undefined ? [] : [{ key, to, title, session: handedOverId(to, key) }];
    });
  }

  /** Creates the session that a planner hands its work over to, or opens it if it exists: there is one per key. */
  async handOver(id: string, key: string, by: string): Promise<OpenSession> {
    const { module, at } = await (await this.open(id)).view();
    const all = runModule(module, 'handsOver', () => module.handsOver(at));
    const offered = all.find((each) => each.key === key);
    const receiver = offered && this.registry.get(offered.to).module;
    const starts = receiver && runModule(receiver, 'starts', () => receiver.starts?.(offered.input));
    if (!offered || !receiver || starts === undefined) throw nothingToHandOver(id, key);
    const { to, title } = offered;
    const { config = {}, say } = starts;
    const facts = starts.facts && checkProposed({ module: receiver, member: 'starts' }, starts.facts);
    const begun = handedOverId(to, key);
    try {
      return await this.create({ planner: to, id: begun, title, config, text: say, facts, by });
    } catch (error) {
      if (error instanceof HostError && error.code === 'session-exists') return await this.open(begun);
      throw error;
    }
  }

  /** An existing session. Throws `no-session` if there is none. */
  async open(id: string): Promise<OpenSession> {
    const store = await this.#options.source.existing();
    if (store === undefined) throw noSession(id);
    this.#use(store);
    const { createdAt } = (await store.describe(id)) ?? {};
    if (createdAt === undefined) {
      this.#forget(id);
      throw noSession(id);
    }
    const known = this.#open.get(id);
    // Deleted and recreated since, perhaps with another planner.
    if (known?.createdAt !== createdAt) this.#forget(id);
    const session =
      known?.createdAt === createdAt
        ? known.session
        : this.#around(store, await openReadable(store, this.registry, id));
    this.#keep(id, session, createdAt);
    return session;
  }

  /** A session, if there is one with that id. */
  async find(id: string): Promise<OpenSession | undefined> {
    try {
      return await this.open(id);
    } catch (error) {
      if (error instanceof HostError && error.code === 'no-session') return undefined;
      throw error;
    }
  }

  /**
   * A session, or a journal that is not a session yet, as one of a planner: it starts with the first of its facts,
   * not before.
   */
  async openAs(id: string, plannerId: string): Promise<OpenSession> {
    const found = await this.find(id);
    if (found) return found;
    const store = this.#use(await this.#options.source.store());
    const session = this.#around(store, sessionAs(store, this.registry, { id, plannerId }));
    const { createdAt } = (await store.describe(id)) ?? {};
    if (createdAt !== undefined) this.#keep(id, session, createdAt);
    return session;
  }

  /** The summaries of every session of the store, or of those whose ids start with `prefix`. */
  async list(prefix = ''): Promise<readonly SessionSummary[]> {
    const store = await this.#options.source.existing();
    if (store === undefined) return [];
    this.#use(store);
    const redactions = await store.redactions();
    const known = new Map<string, Known>();
    for await (const { id, hash, createdAt } of allJournals(store, prefix)) {
      const before = this.#known.get(id);
      const stands =
        before?.hash === hash && before.createdAt === createdAt && before.redactions === redactions;
      const summary = stands ? before.summary : await this.summary(id);
      known.set(id, { hash, createdAt, redactions, summary });
    }
    this.#known = prefix === '' ? known : new Map([...this.#known, ...known]);
    return [...known.values()].flatMap(({ summary }) => summary ?? []);
  }

  /** The summary of one journal; `undefined` if it is not a session, does not exist, or has an unknown version. */
  async summary(id: string): Promise<SessionSummary | undefined> {
    try {
      const view = await (await this.open(id)).view();
      const { module, at } = view;
      const begun = { member: 'begun', run: () => module.begun(at) };
      return runModuleOr(module, begun, () => true) ? summaryOf(view) : undefined;
    } catch (error) {
      if (error instanceof HostError || isUnreadable(error)) return undefined;
      throw error;
    }
  }

  /** Creates a session with the same facts up to `atSeq`. */
  async fork(id: string, atSeq: number, newId: string = forkName(id)): Promise<OpenSession> {
    const { journal, store } = await this.open(id);
    const isOne = await isSessionAt(store, this.registry, { id, seq: atSeq });
    if (!isOne && atSeq <= (await journal.head())) throw beforeItBegan(id, atSeq);
    await journal.fork(atSeq, newId);
    return await this.open(newId);
  }

  /** The differences between two moments of a session, or between two sessions. */
  async compare(
    before: { readonly id: string; readonly at?: number | undefined },
    after: { readonly id: string; readonly at?: number | undefined },
  ): Promise<SessionDiff> {
    const [one, other] = [await this.open(before.id), await this.open(after.id)];
    return await sessionDiff(await one.view(before.at), await other.view(after.at));
  }

  /**
   * Erases words, or everything by and about a person, in all journals of the store: facts, prompts and answers,
   * setups, files, forks and copies, and the files that planners keep next to it. With `dryRun` it only reports
   * what it found.
   */
  async erase(erasure: Erasure): Promise<ErasureReport> {
    const { source, registry, env } = this.#options;
    return await erase((await source.existing()) ?? memoryStore(), registry, erasure, env);
  }

  /** Ends all followers of sessions. */
  close(): void {
    for (const { session } of this.#open.values()) session.close();
    this.#open.clear();
  }

  #around(store: FactStore, opened: Session): OpenSession {
    const { registry, llm, limits = {}, runner, readSecret = secretReader(), onError } = this.#options;
    const { env = process.env } = this.#options;
    return new OpenSession(opened, {
      store,
      llm,
      limits,
      readSecret,
      env,
      sessionOf: (session, plannerId) => withPlanner(session, registry, plannerId),
      host: async (session) => await runner?.host(store, session),
      rest: async (session) => await runner?.rest(session),
      onError,
    });
  }

  /** Least recently used: the last requested comes last, and the first is dropped if there are too many. */
  #keep(id: string, session: OpenSession, createdAt: string): void {
    this.#open.delete(id);
    this.#open.set(id, { session, createdAt });
    const [oldest] = this.#open.keys();
    if (this.#open.size > MAX_OPEN && oldest !== undefined) this.#open.delete(oldest);
  }

  #forget(id: string): void {
    this.#open.get(id)?.session.close();
    this.#open.delete(id);
  }

  #use(store: FactStore): FactStore {
    if (this.#store === store) return store;
    this.#store = store;
    this.close();
    this.#known.clear();
    return store;
  }
}

function handedOverId(to: string, key: string): string {
  return `${to}:${key}`;
}

/** A name for a fork of a session. */
function forkName(id: string): string {
  return `${id.slice(0, 50)}-fork-${shortName()}`;
}

/** The first messages of a session, recorded with its creation: there is nothing yet that they could answer. */
function firstWords(
  { talks, title }: PlannerModule,
  { text, goal, by, key }: SessionRequest,
): readonly ProposedFact[] {
  const words = [text, goal].filter((each) => each !== undefined);
  if (words.length === 0) return [];
  const newId = (prefix: string) =>
    key === undefined ? randomIds(prefix) : `${prefix}-${sha256(key).slice(0, 32)}`;
  switch (talks) {
    case 'person':
      return words.map((each) => ({ type: 'user_input', text: each, by }));
    case 'agent':
      return [
        ...(text === undefined
          ? []
          : [{ type: 'remote_received', messageId: newId('m'), text, by } as const]),
        ...(goal === undefined ? [] : [{ type: 'user_guidance', gid: newId('g'), text: goal, by } as const]),
        { type: 'status_changed', a2a: 'input-required', by },
      ];
    case 'nobody':
      throw takesNoWords(title);
    default:
      return talks satisfies never;
  }
}

function takesNoWords(title: string): SessionsError {
  return new SessionsError('invalid-command', {
    summary: `${title} does not take messages.`,
    fix: 'Nothing was started. Leave the text out, and use its commands.',
  });
}

function beforeItBegan(id: string, atSeq: number): SessionsError {
  return new SessionsError('invalid-command', {
    summary: `${id} was not a session yet at fact ${atSeq}.`,
    fix: 'Nothing was created. Fork it at a later fact.',
  });
}

function nothingToHandOver(id: string, key: string): ConflictError {
  return new ConflictError({
    summary: `${id} has nothing to hand over under ${JSON.stringify(key)}.`,
    fix: 'Nothing was started. Accept it first, or look at the current session.',
  });
}

function noSession(id: string): HostError {
  return new HostError('no-session', {
    summary: `There is no session ${id}.`,
    fix: 'Check the id: `wayfold sessions` lists them all.',
  });
}

/** Whether only this journal is unreadable: it does not hide others. */
function isUnreadable(error: unknown): boolean {
  return error instanceof JournalError && (error.code === 'fact-too-new' || error.code === 'invalid-fact');
}
