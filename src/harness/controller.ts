import { JournalError } from '../journal/error.ts';
import { type Following, follow } from '../kernel/follow.ts';
import { systemTimer } from '../kernel/timer.ts';
import { type Conversation, conversationProjection } from './conversation.ts';
import { conversationFamily } from './family.ts';
import { createHarness, type Harness } from './harness.ts';
import type { HarnessHooks, HarnessJournal, HarnessOptions } from './harness-options.ts';
import { type PlannerSetup, type SetupSource, sameSetup } from './planner-setup.ts';
import type { PlannerState } from './planner-state.ts';

/** A journal, and the setup to plan it with. */
export interface ControllerSetting {
  readonly journal: HarnessJournal;
  readonly setup: SetupSource;
  readonly hooks?: HarnessHooks;
  readonly options?: HarnessOptions;
}

/** Keeps a harness running on a journal. */
export interface PlannerController {
  /** Has the harness look again, when something other than the journal let it rest. */
  wake(): void;
  /** Resolves when the harness is the one for the current setup, has seen all facts, and has no pass to run. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 30_000;

/** Wakes a harness on every change of the journal and once at the start, and makes a new one when the setup changes. */
export function startPlannerController(setting: ControllerSetting): PlannerController {
  return new Controller(setting);
}

class Controller implements PlannerController {
  readonly #setting: ControllerSetting;
  readonly #unsubscribe: () => void;
  /** Ends the subscription, or the wait for one. */
  #unfollow = (): void => {};
  #retryMs = FIRST_RETRY_MS;
  #closed = false;
  #setup: PlannerSetup | undefined;
  #harness: Harness | undefined;
  #conversation: Following<Conversation> | undefined;
  /** The state that the conversation keeps for the planner. */
  #state: PlannerState | undefined;
  /** The end of the last change; changes come one after the other. */
  #changed = Promise.resolve();

  constructor(setting: ControllerSetting) {
    this.#setting = setting;
    this.#unsubscribe = setting.setup.subscribe(() => this.#change());
    this.#follow();
    this.#change();
  }

  wake(): void {
    this.#harness?.schedulePlan();
  }

  async idle(): Promise<void> {
    for (;;) {
      const changed = this.#changed;
      await changed;
      // Facts may be there that the subscription has not delivered yet.
      this.#harness?.schedulePlan();
      await this.#harness?.idle();
      if (changed === this.#changed) return;
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#unsubscribe();
    this.#unfollow();
    await this.#changed;
    await this.#harness?.close();
  }

  #follow(): void {
    const { journal, hooks, options } = this.#setting;
    journal.describe().then(
      (summary) => this.#subscribe(summary?.head ?? 0),
      (error: unknown) => {
        // Whoever closed the store wants no more passes.
        if (this.#closed || (error instanceof JournalError && error.code === 'store-closed')) return;
        this.#unfollow = (options?.timer ?? systemTimer).after(this.#retryMs, () => this.#follow());
        this.#retryMs = Math.min(this.#retryMs * 2, LAST_RETRY_MS);
        hooks?.onError?.(error);
      },
    );
  }

  /** From the last fact on and not after it, so that a journal that was made anew under the same id is noticed. */
  #subscribe(head: number): void {
    if (this.#closed) return;
    const { journal, hooks } = this.#setting;
    const onError = (error: unknown, retrying: boolean) => {
      if (!retrying) this.#follow();
      hooks?.onError?.(error);
    };
    this.#unfollow = journal.subscribe({ from: Math.max(1, head), onError }, () => {
      this.#retryMs = FIRST_RETRY_MS;
      this.#harness?.schedulePlan();
    });
  }

  #change(): void {
    this.#changed = this.#changed.then(() => this.#rebuild()).catch((error: unknown) => this.#failed(error));
  }

  #failed(error: unknown): void {
    const { hooks } = this.#setting;
    if (hooks?.onError) hooks.onError(error);
    else
      queueMicrotask(() => {
        throw error;
      });
  }

  async #rebuild(): Promise<void> {
    const setup = this.#setting.setup.current();
    if (this.#closed || sameSetup(setup, this.#setup)) return;
    // To its end: it gives back the claim on the pass that the next one will want.
    await this.#harness?.close();
    this.#setup = setup;
    this.#harness = setup?.ready ? this.#harnessFor(setup) : undefined;
    this.#harness?.schedulePlan();
  }

  #harnessFor({ planner, config, mode, family, seq }: PlannerSetup): Harness {
    const { journal, hooks, options } = this.#setting;
    const wanted = family ?? options?.family ?? conversationFamily;
    if (this.#conversation?.state.family !== wanted || this.#state !== planner.state) {
      this.#conversation = follow(journal, conversationProjection(wanted, planner));
      this.#state = planner.state;
    }
    return createHarness({
      journal,
      planner,
      config,
      ...(hooks && { hooks }),
      options: {
        ...options,
        ...(mode && { mode }),
        ...(seq !== undefined && { configuredAt: seq }),
        conversation: this.#conversation,
      },
    });
  }
}
