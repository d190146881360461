import { Conversation } from './conversation.ts';
import { conversationFamily } from './family.ts';
import { createHarness, type Harness } from './harness.ts';
import type { HarnessHooks, HarnessJournal, HarnessOptions } from './harness-options.ts';
import { type PlannerSetup, type SetupSource, sameSetup } from './planner-setup.ts';

/** A journal, and the setup to plan it with. */
export interface ControllerSetting {
  readonly journal: HarnessJournal;
  readonly setup: SetupSource;
  readonly hooks?: HarnessHooks;
  readonly options?: HarnessOptions;
}

/** Keeps a harness running on a journal. */
export interface PlannerController {
  /** Resolves when nothing is scheduled or running, and the harness is the one for the current setup. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

/** Wakes a harness on every change of the journal and once at the start, and makes a new one when the setup changes. */
export function startPlannerController(setting: ControllerSetting): PlannerController {
  return new Controller(setting);
}

class Controller implements PlannerController {
  readonly #setting: ControllerSetting;
  readonly #unsubscribe: () => void;
  #unfollow = (): void => {};
  #closed = false;
  #setup: PlannerSetup | undefined;
  #harness: Harness | undefined;
  #conversation: Conversation | undefined;
  /** The end of the last change; changes come one after the other. */
  #changed: Promise<void>;

  constructor(setting: ControllerSetting) {
    this.#setting = setting;
    this.#unsubscribe = setting.setup.subscribe(() => this.#change());
    this.#changed = this.#follow();
    this.#change();
  }

  async idle(): Promise<void> {
    for (;;) {
      const { promise, harness } = { promise: this.#changed, harness: this.#harness };
      await promise;
      await harness?.idle();
      if (promise === this.#changed && harness === this.#harness) return;
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#unsubscribe();
    await this.#changed;
    this.#unfollow();
    await this.#harness?.close();
  }

  async #follow(): Promise<void> {
    const { journal, hooks } = this.#setting;
    const head = (await journal.describe())?.head ?? 0;
    if (this.#closed) return;
    const onError = hooks?.onError && { onError: (error: unknown) => hooks.onError?.(error) };
    this.#unfollow = journal.subscribe({ from: head + 1, ...onError }, () => this.#harness?.schedulePlan());
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

  #harnessFor({ planner, config, mode, family }: PlannerSetup): Harness {
    const { journal, hooks, options } = this.#setting;
    const wanted = family ?? options?.family ?? conversationFamily;
    if (this.#conversation?.family !== wanted) this.#conversation = new Conversation(wanted);
    return createHarness({
      journal,
      planner,
      config,
      ...(hooks && { hooks }),
      options: { ...options, ...(mode && { mode }), conversation: this.#conversation },
    });
  }
}
