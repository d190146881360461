import type { FullConfig } from '../harness/config-store.ts';
import type { Artifact, PlannerModule } from '../harness/module/planner-module.ts';
import { splitConfig } from '../harness/module/recorded-config.ts';
import type { CommandCall } from '../harness/module/view-block.ts';
import type { WorkLimits } from '../host/admission.ts';
import type { RegistryEntry } from '../host/registry.ts';
import type { Session } from '../host/session.ts';
import { JournalError } from '../journal/error.ts';
import type { Envelope, Fact } from '../journal/fact.ts';
import type { Journal } from '../journal/journal.ts';
import type { FactStore } from '../journal/store.ts';
import { type Following, follow } from '../kernel/follow.ts';
import type { Llm } from '../model/llm.ts';
import { type CommandDone, type Doer, doCommand, sayTo } from './do-command.ts';
import { SessionsError } from './error.ts';
import { type ExportedFile, exportFile, runQuery } from './queries.ts';
import { type SessionState, sessionProjection } from './session-state.ts';
import { type AppliedSetup, SessionView } from './session-view.ts';
import { type Turn, turnSince } from './turn.ts';
import { type UntilIdleOptions, untilIdle } from './until-idle.ts';

/** What a session uses of those it belongs to. */
export interface SessionSurroundings {
  readonly store: FactStore;
  readonly llm: Llm;
  readonly limits: WorkLimits;
  /** Has a session run from now on, where somebody runs sessions. */
  host(id: string): Promise<void>;
  /** Stops work on a session. */
  rest(id: string): Promise<void>;
}

const MOST_CONFIGS = 20;

/** A session that can be read, changed and followed. */
export class OpenSession {
  readonly session: Session;
  readonly #around: SessionSurroundings;
  readonly #following: Following<SessionState>;
  /** Recorded configs by their hash: moments of one session mostly share one. */
  readonly #configs = new Map<string, unknown>();
  #lastView: SessionView | undefined;

  constructor(session: Session, around: SessionSurroundings) {
    this.session = session;
    this.#around = around;
    this.#following = follow(session.journal, sessionProjection(session.entry));
  }

  get id(): string {
    return this.session.journal.id;
  }

  get journal(): Journal<Envelope> {
    return this.session.journal;
  }

  get entry(): RegistryEntry {
    return this.session.entry;
  }

  get module(): PlannerModule {
    return this.session.entry.module;
  }

  get store(): FactStore {
    return this.#around.store;
  }

  get llm(): Llm {
    return this.#around.llm;
  }

  get limits(): WorkLimits {
    return this.#around.limits;
  }

  /** The session as it stands, or as it was right after the fact at `at`. */
  async view(at?: number): Promise<SessionView> {
    const state = await (at === undefined ? this.#following.catchUp() : this.#following.at(at));
    const { edition } = this.#following;
    const known = this.#lastView;
    if (known?.state === state && known.edition === edition) return known;
    const view = new SessionView(this.session, state, await this.#setupOf(state), edition);
    if (at === undefined) this.#lastView = view;
    return view;
  }

  /** Does something in the session; see `GET /api/planners` for the commands of each planner. */
  async do(command: CommandCall, doer: Doer): Promise<CommandDone> {
    this.#checkLoaded();
    return await doCommand(this, command, doer);
  }

  /** Tells its planner something in words. What it does about it is seen when it comes to rest. */
  async say(said: { readonly text: string; readonly data?: unknown }, doer: Doer): Promise<CommandDone> {
    this.#checkLoaded();
    return await sayTo(this, said, doer);
  }

  /** What the planner has made so far. */
  async artifacts(): Promise<readonly Artifact[]> {
    return this.module.artifacts((await this.view()).at);
  }

  /** What the planner answers to one of its queries. */
  async query(name: string, input: unknown, signal: AbortSignal): Promise<unknown> {
    return await runQuery(this, { name, input, signal });
  }

  /** The session as a file of one of the formats that its planner exports, now or as of a moment. */
  async exported(format: string, input: unknown, at?: number): Promise<ExportedFile> {
    return await exportFile(this, { format, input, at });
  }

  /** Runs the session in this process until there is nothing left to do here. */
  async untilIdle(options: UntilIdleOptions): Promise<void> {
    await untilIdle(this, options);
  }

  /** What was told since a fact, and what waits now. */
  async turnSince(seq: number): Promise<Turn> {
    return await turnSince(this, seq);
  }

  /** Tells of every change, whichever process made it, until the returned function is called. */
  follow(
    listener: (
      view: SessionView,
      news: { readonly facts: readonly Fact[]; readonly restarted: boolean },
    ) => void | Promise<void>,
  ): () => void {
    return this.#following.subscribe(async ({ facts, restarted }) => {
      // Every fact has the fields of its payload, whichever types the journal is held to.
      await listener(await this.view(), { facts: facts as readonly Fact[], restarted });
    });
  }

  /** The setup that stands at a moment as it was recorded, without secrets; `undefined` when there was none. */
  async appliedConfig(view: SessionView): Promise<FullConfig | undefined> {
    const { configured } = view;
    if (configured === undefined) return undefined;
    return { config: await this.#recorded(configured.configSha256), ready: configured.ready };
  }

  /** Has it run from now on, where somebody runs sessions. */
  async host(): Promise<void> {
    await this.#around.host(this.id);
  }

  /** Stops work on it. */
  async rest(): Promise<void> {
    await this.#around.rest(this.id);
  }

  /** Ends all that follows it. */
  close(): void {
    this.#following.close();
  }

  async #setupOf({ configured }: SessionState): Promise<AppliedSetup> {
    const nothing = { config: undefined, loaded: undefined };
    if (configured === undefined) return nothing;
    try {
      return splitConfig(this.module, await this.#recorded(configured.configSha256));
    } catch (error) {
      // Of a journal that came without its files all else can be seen.
      if (error instanceof JournalError && error.code === 'attachment-not-found') return nothing;
      throw error;
    }
  }

  async #recorded(hash: string): Promise<unknown> {
    if (this.#configs.has(hash)) return this.#configs.get(hash);
    const config: unknown = JSON.parse(new TextDecoder().decode(await this.journal.attachments.get(hash)));
    const [oldest] = this.#configs.keys();
    if (this.#configs.size >= MOST_CONFIGS && oldest !== undefined) this.#configs.delete(oldest);
    this.#configs.set(hash, config);
    return config;
  }

  #checkLoaded(): void {
    if (!this.session.isReadOnly) return;
    throw new SessionsError('planner-not-loaded', {
      summary: `The planner "${this.module.id}" of this session is not loaded.`,
      fix: 'Start Wayfold with --planner and the file or package of that planner, or name it in wayfold.config.json.',
    });
  }
}
