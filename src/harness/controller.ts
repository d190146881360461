import { type Following, follow } from '../kernel/projection/follow.ts';
import { type Conversation, conversationProjection } from './conversation/conversation.ts';
import { conversationFamily } from './family.ts';
import { createHarness, type Harness } from './harness.ts';
import type { HarnessHooks, HarnessJournal, HarnessOptions } from './harness-options.ts';
import type { PlannerState } from './pass/planner-state.ts';
import { type PlannerSetup, type SetupSource, sameSetup } from './setup/planner-setup.ts';

/** A journal, and the setup of its planner. */
export interface ControllerSetting {
  readonly journal: HarnessJournal;
  readonly setup: SetupSource;
  readonly hooks?: HarnessHooks;
  readonly options?: HarnessOptions;
}

/** Keeps a harness running on a journal. */
export interface PlannerController {
  /** Makes the harness check again, after something other than the journal made it wait. */
  wake(): void;
  /** Resolves when the harness has the current setup, has seen all facts, and has no pass to run. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Notifications only: passes decide on another conversation, which advances only when a pass catches up. Otherwise
 * a decision could be appended after facts that it has not seen.
 */
const CHANGES_ALONE = { initial: () => undefined, apply: () => undefined };

/** Wakes a harness at the start and on every change of the journal, and creates a new one when the setup changes. */
export function startPlannerController(setting: ControllerSetting): PlannerController {
  return new Controller(setting);
}

class Controller implements PlannerController {
  readonly #setting: ControllerSetting;
  readonly #unsubscribe: () => void;
  #closed = false;
  #setup: PlannerSetup | undefined;
  #harness: Harness | undefined;
  #changes: Following<undefined> | undefined;
  #conversation: Following<Conversation> | undefined;
  /** The planner state that the conversation keeps. */
  #state: PlannerState | undefined;
  /** The end of the last change; changes are processed one after the other. */
  #changed = Promise.resolve();

  constructor(setting: ControllerSetting) {
    this.#setting = setting;
    this.#unsubscribe = setting.setup.subscribe(() => this.#change());
    this.#change();
  }

  wake(): void {
    this.#harness?.schedulePlan();
  }

  async idle(): Promise<void> {
    for (;;) {
      const changed = this.#changed;
      await changed;
      // There may be facts that the subscription has not delivered yet.
      this.#harness?.schedulePlan();
      await Promise.all([this.#changes?.caughtUp(), this.#harness?.idle()]);
      // A look that was under way may have found something that the pass had not: nobody is to hear of it later.
      await this.#harness?.idle();
      if (changed === this.#changed) return;
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#unsubscribe();
    await this.#changed;
    this.#changes?.close();
    await this.#harness?.close();
  }

  #hearChanges(): Following<undefined> {
    const { journal, hooks, options } = this.#setting;
    const changes = follow(journal, CHANGES_ALONE, {
      timer: options?.timer,
      onError: (error) => hooks?.onError?.(error),
    });
    // Whatever the change is, even a recreated journal: the harness reads it as it is.
    changes.subscribe(() => this.#harness?.schedulePlan());
    return changes;
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
    // Completely: it releases the claim on the pass that the next harness needs.
    await this.#harness?.close();
    this.#setup = setup;
    this.#harness = setup?.ready ? this.#harnessFor(setup) : undefined;
    this.#harness?.schedulePlan();
  }

  #harnessFor({ planner, config, mode, family, seq }: PlannerSetup): Harness {
    const { journal, hooks, options } = this.#setting;
    this.#changes ??= this.#hearChanges();
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
