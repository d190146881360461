import type { AgentContext, SessionModeState } from '@agentclientprotocol/sdk';
import type { PlannerModule } from '../../harness/module/planner-module.ts';
import { noModel } from '../../harness/pass/recorded-llm.ts';
import type { WorkLimits } from '../../host/admission.ts';
import type { PlannerRegistry } from '../../host/registry.ts';
import type { Llm } from '../../model/llm.ts';
import type { ReopeningStore } from '../http/store/reopening-store.ts';
import { PLAN_MODE } from './aliases/plan-mode.ts';
import { PlannerSession, type PlannerSessionOptions } from './planner-session.ts';
import { RunningTurn } from './running-turn.ts';

export interface EditorSessionOptions {
  readonly sessionId: string;
  readonly client: AgentContext;
  readonly place: ReopeningStore;
  /** The planners offered as modes. */
  readonly registry: PlannerRegistry;
  readonly llm: () => Promise<Llm | undefined>;
  /** The spending limits of planners. */
  readonly limits: WorkLimits | undefined;
  /** The person at the editor, for the record. */
  readonly by: string;
  readonly onError: (error: unknown) => void;
}

/** The planners offered as modes: those that take messages. */
export function modesOf({ entries }: PlannerRegistry): readonly PlannerModule[] {
  return entries
    .map(({ module }) => module)
    .filter(({ id, talks }) => talks !== 'nobody' && id !== PLAN_MODE.id);
}

/** A session of an editor. Its mode selects the planner, and every mode has its own journal. */
export class EditorSession {
  readonly #options: EditorSessionOptions;
  readonly #planners: readonly PlannerModule[];
  readonly #turn = new RunningTurn();
  #mode = PLAN_MODE.id;
  #current: PlannerSession;
  /** Settles when no mode change is in progress. */
  #entered: Promise<unknown> = Promise.resolve();

  constructor(options: EditorSessionOptions) {
    this.#options = options;
    this.#planners = modesOf(options.registry);
    this.#current = new PlannerSession({ ...options, ...this.#sourceOf(PLAN_MODE.id), llm: noModel });
  }

  get isBusy(): boolean {
    return this.#turn.isOn;
  }

  /** The available modes, and the current one. */
  get modes(): SessionModeState {
    const planners = this.#planners.map(({ id, title, description }) => ({ id, name: title, description }));
    return {
      currentModeId: this.#mode,
      availableModes: [
        { id: PLAN_MODE.id, name: PLAN_MODE.name, description: PLAN_MODE.description },
        ...planners,
      ],
    };
  }

  async begin(): Promise<void> {
    await this.#current.begin();
  }

  /** Whether any mode of the session has a journal. */
  async exists(): Promise<boolean> {
    return (await this.#latestMode()) !== undefined;
  }

  /** Resumes in the mode with the latest activity. */
  async resume(how: { readonly replay: boolean }): Promise<void> {
    await this.#afterOthers(async () => {
      await this.#enter((await this.#latestMode()) ?? PLAN_MODE.id);
      await this.#current.resume(how);
    });
  }

  /** Switches to a mode, and returns whether it exists. */
  async setMode(mode: string): Promise<boolean> {
    if (mode !== PLAN_MODE.id && !this.#planners.some(({ id }) => id === mode)) return false;
    await this.#afterOthers(() => this.#change(mode));
    return true;
  }

  /** Records a prompt and answers it, in the mode chosen before it. */
  async prompt(text: string, connection: AbortSignal): Promise<'end_turn' | 'cancelled'> {
    return await this.#turn.run(connection, async (signal) => {
      await this.#entered;
      signal.throwIfAborted();
      await this.#current.answer(text, signal);
    });
  }

  cancel(): void {
    this.#turn.cancel();
  }

  /** Aborts the current turn and sends nothing more to the editor. */
  async close(): Promise<void> {
    this.#current.close();
    await this.#turn.end();
    await this.#entered;
    // The current mode may have changed in the meantime.
    this.#current.close();
  }

  async #change(mode: string): Promise<void> {
    if (mode === this.#mode) return;
    await this.#enter(mode);
    if (await this.#updatedAt(mode)) await this.#current.resume({ replay: false });
    else await this.#current.begin();
    const { client, sessionId } = this.#options;
    // The previous mode may still show its plan.
    if (!this.#current.showsPlan)
      await client.notify('session/update', { sessionId, update: { sessionUpdate: 'plan', entries: [] } });
  }

  /** Mode changes run one after the other, because each takes a moment to load. */
  async #afterOthers(enter: () => Promise<void>): Promise<void> {
    const entered = this.#entered.then(enter);
    this.#entered = entered.catch(() => undefined);
    await entered;
  }

  async #enter(mode: string): Promise<void> {
    const next = await this.#sessionIn(mode);
    this.#current.close();
    this.#current = next;
    this.#mode = mode;
  }

  async #sessionIn(mode: string): Promise<PlannerSession> {
    const source = this.#sourceOf(mode);
    // A plan without a planner at work needs no model.
    const llm = source.alias ? noModel : ((await this.#options.llm()) ?? noModel);
    return new PlannerSession({ ...this.#options, ...source, llm });
  }

  /** The planner of a mode, and its journal. */
  #sourceOf(mode: string): Pick<PlannerSessionOptions, 'module' | 'journalId' | 'alias'> {
    const module = this.#planners.find(({ id }) => id === mode);
    const journalId = this.#journalIn(mode);
    return module ? { module, journalId } : { module: PLAN_MODE.module, journalId, alias: PLAN_MODE.alias };
  }

  async #latestMode(): Promise<string | undefined> {
    const found: { readonly mode: string; readonly at: string }[] = [];
    for (const mode of [PLAN_MODE.id, ...this.#planners.map(({ id }) => id)]) {
      const at = await this.#updatedAt(mode);
      if (at !== undefined) found.push({ mode, at });
    }
    return found.toSorted((a, b) => a.at.localeCompare(b.at)).at(-1)?.mode;
  }

  async #updatedAt(mode: string): Promise<string | undefined> {
    const store = await this.#options.place.existing();
    return (await store?.describe(this.#journalIn(mode)))?.updatedAt;
  }

  #journalIn(mode: string): string {
    const { sessionId } = this.#options;
    return mode === PLAN_MODE.id ? PLAN_MODE.journalOf(sessionId) : `${mode}:${sessionId}`;
  }
}
