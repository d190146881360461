import { ModuleFailure } from '../harness/module/module-failure.ts';
import type { Artifact, PlannerModule } from '../harness/module/planner-module.ts';
import { splitConfig } from '../harness/module/recorded-config.ts';
import type { ReadSecret } from '../harness/module/secret-field.ts';
import type { CommandCall } from '../harness/module/view-block.ts';
import type { FullConfig } from '../harness/setup/config-store.ts';
import type { WorkLimits } from '../host/admission.ts';
import type { RegistryEntry } from '../host/registry.ts';
import type { Session } from '../host/session.ts';
import { JournalError } from '../journal/error.ts';
import type { Envelope, Fact } from '../journal/fact.ts';
import type { Journal } from '../journal/journal.ts';
import type { FactStore } from '../journal/store.ts';
import type { Following } from '../kernel/projection/follow.ts';
import type { Llm } from '../model/llm.ts';
import { type CommandActor, type CommandDone, doCommand, sayTo } from './commands/do-command.ts';
import { setupProblems } from './commands/setup.ts';
import { type Turn, turnSince } from './commands/turn.ts';
import { type PlannerPart, partOf, partWithout } from './planner-part.ts';
import { artifactFile, type ExportedFile, exportFile, runQuery } from './queries.ts';
import type { SessionState } from './session-state.ts';
import { type UntilIdleOptions, untilIdle } from './until-idle.ts';
import { type AppliedSetup, SessionView } from './view/session-view.ts';

/** What a session needs from its owner. */
export interface SessionDependencies {
  readonly store: FactStore;
  readonly llm: Llm;
  readonly limits: WorkLimits;
  /** Reads the secrets that setups name. */
  readonly readSecret: ReadSecret;
  /** The environment of this process. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The same session with another planner that may have been set up in it. */
  sessionOf(session: Session, plannerId: string): Session;
  /** Starts running a session, if somebody runs sessions. */
  host(id: string): Promise<void>;
  /** Stops work on a session. */
  rest(id: string): Promise<void>;
  /** Called when the journal of a followed session could not be read; it is retried. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

const MAX_CONFIGS = 20;

/** A session that can be read, changed and followed. */
export class OpenSession {
  readonly #around: SessionDependencies;
  /** The session with each planner that was ever set up in it, in order. */
  readonly #parts: PlannerPart[];
  #current: PlannerPart;
  /** Recorded configs by hash: moments of one session mostly share one. */
  readonly #configs = new Map<string, unknown>();
  #lastView: SessionView | undefined;
  /** The session without its planner, if that failed to read it. */
  #failed: PlannerPart | undefined;

  constructor(session: Session, around: SessionDependencies) {
    this.#around = around;
    this.#current = partOf(session, around);
    this.#parts = [this.#current];
  }

  /** The session with its current planner, as far as it was read. */
  get session(): Session {
    return this.#current.session;
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

  get readSecret(): ReadSecret {
    return this.#around.readSecret;
  }

  get env(): SessionDependencies['env'] {
    return this.#around.env;
  }

  /** The current session, or as it was right after the fact at `at`. */
  async view(at?: number): Promise<SessionView> {
    const { part, state } = await this.#readable(at);
    const { edition } = part.following;
    const known = this.#lastView;
    if (known?.state === state && known.edition === edition) return known;
    const view = new SessionView(part.session, state, await this.#setupOf(part, state), edition);
    if (at === undefined) this.#lastView = view;
    return view;
  }

  /** Runs a command in the session; see `GET /api/planners` for the commands of each planner. */
  async do(command: CommandCall, doer: CommandActor): Promise<CommandDone> {
    return await doCommand(this, command, doer);
  }

  /** Sends a message to its planner. Wait until it is idle to see the result. */
  async say(
    message: { readonly text: string; readonly data?: unknown },
    doer: CommandActor,
  ): Promise<CommandDone> {
    return await sayTo(this, message, doer);
  }

  /** The planner's artifacts, now or at an earlier moment. */
  async artifacts(at?: number): Promise<readonly Artifact[]> {
    return (await this.view(at)).artifacts;
  }

  /** One of the planner's artifacts as a file, now or at an earlier moment. */
  async artifact(id: string, at?: number): Promise<ExportedFile> {
    return await artifactFile(this, { id, at });
  }

  /** The result of one of the planner's queries. */
  async query(name: string, input: unknown, signal: AbortSignal): Promise<unknown> {
    return await runQuery(this, { name, input, signal });
  }

  /** The session as a file in one of its planner's export formats, now or at an earlier moment. */
  async exported(format: string, input: unknown, at?: number): Promise<ExportedFile> {
    return await exportFile(this, { format, input, at });
  }

  /** Runs the session in this process until there is nothing left to do here. */
  async untilIdle(options: UntilIdleOptions): Promise<void> {
    await untilIdle(this, options);
  }

  /** The texts since a fact, and what waits now. */
  async turnSince(seq: number): Promise<Turn> {
    return await turnSince(this, seq);
  }

  /** Reports every change, in any process, until the returned function is called. */
  follow(
    listener: (
      view: SessionView,
      news: { readonly facts: readonly Fact[]; readonly restarted: boolean },
    ) => void | Promise<void>,
  ): () => void {
    return this.#following.subscribe(async ({ facts, restarted }) => {
      // Every fact has the fields of its payload, whatever the journal's types.
      await listener(await this.view(), { facts: facts as readonly Fact[], restarted });
    });
  }

  /** The recorded setup at a moment, without secrets; `undefined` if there was none, or it was erased. */
  async appliedConfig(view: SessionView): Promise<FullConfig | undefined> {
    const { configSha256, ready = false } = view.configured ?? {};
    if (configSha256 === undefined) return undefined;
    return { config: await this.#recorded(configSha256), ready };
  }

  /** What is wrong with the setup at a moment, field by field; loads what it names again. */
  async setupProblems(view: SessionView): Promise<readonly string[]> {
    const { llm, readSecret } = this;
    const { planner } = view.session.entry;
    const initial = await this.appliedConfig(view);
    return await setupProblems(planner, { llm, initial, readSecret });
  }

  /** Another planner for the session, with its previous setup here, if any. */
  async plannerSetup(plannerId: string): Promise<{
    readonly entry: RegistryEntry;
    readonly isLoaded: boolean;
    readonly initial: FullConfig | undefined;
  }> {
    const part = this.#partFor(plannerId);
    const { configSha256, ready = false } = (await stateOf(part, undefined)).configured ?? {};
    const initial =
      configSha256 === undefined ? undefined : { config: await this.#recorded(configSha256), ready };
    return { entry: part.session.entry, isLoaded: !part.session.isReadOnly, initial };
  }

  /** Starts running it, if somebody runs sessions. */
  async host(): Promise<void> {
    await this.#around.host(this.id);
  }

  /** Stops work on it. */
  async rest(): Promise<void> {
    await this.#around.rest(this.id);
  }

  /** Ends all followers. */
  close(): void {
    for (const { following } of this.#parts) following.close();
    this.#failed?.following.close();
  }

  /** Listeners keep one follower, whichever planner is set up. */
  get #following(): Following<SessionState> {
    return (this.#parts[0] ?? this.#current).following;
  }

  /** The state at a moment, even if the planner fails to read it. */
  async #readable(at?: number): Promise<{ readonly part: PlannerPart; readonly state: SessionState }> {
    try {
      return await this.#read(at);
    } catch (error) {
      if (!(error instanceof ModuleFailure)) throw error;
      const part = this.#withoutPlanner(error);
      return { part, state: await stateOf(part, at) };
    }
  }

  #withoutPlanner(failure: ModuleFailure): PlannerPart {
    const known = this.#failed;
    if (known?.session.failure?.message === failure.message) return known;
    known?.following.close();
    this.#failed = partWithout(this.session, failure, this.#around);
    return this.#failed;
  }

  /** The state at a moment, folded for the planner at that time. */
  async #read(at?: number): Promise<{ readonly part: PlannerPart; readonly state: SessionState }> {
    let part = this.#current;
    for (;;) {
      const state = await stateOf(part, at);
      const inForce = this.#partFor(state.plannerId ?? this.#parts[0]?.plannerId ?? part.plannerId);
      if (at === undefined) this.#current = inForce;
      if (inForce === part) return { part, state };
      part = inForce;
    }
  }

  #partFor(plannerId: string): PlannerPart {
    const known = this.#parts.find((part) => part.plannerId === plannerId);
    if (known) return known;
    const added = partOf(this.#around.sessionOf(this.session, plannerId), this.#around);
    this.#parts.push(added);
    return added;
  }

  async #setupOf({ session }: PlannerPart, { configured }: SessionState): Promise<AppliedSetup> {
    const nothing = { config: undefined, loaded: undefined };
    if (configured?.configSha256 === undefined) return nothing;
    try {
      return splitConfig(session.entry.module, await this.#recorded(configured.configSha256));
    } catch (error) {
      // Of a journal that came without its attachments, everything else can be shown.
      if (error instanceof JournalError && error.code === 'attachment-not-found') return nothing;
      throw error;
    }
  }

  async #recorded(hash: string): Promise<unknown> {
    if (this.#configs.has(hash)) return this.#configs.get(hash);
    const config: unknown = JSON.parse(new TextDecoder().decode(await this.journal.attachments.get(hash)));
    const [oldest] = this.#configs.keys();
    if (this.#configs.size >= MAX_CONFIGS && oldest !== undefined) this.#configs.delete(oldest);
    this.#configs.set(hash, config);
    return config;
  }
}

async function stateOf({ following }: PlannerPart, at: number | undefined): Promise<SessionState> {
  return await (at === undefined ? following.catchUp() : following.at(at));
}
