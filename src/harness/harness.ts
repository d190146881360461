import { JournalError } from '../journal/error.ts';
import { type Following, follow } from '../kernel/projection/follow.ts';
import { outsideSpan } from '../kernel/telemetry/spans.ts';
import { type Conversation, conversationProjection } from './conversation/conversation.ts';
import {
  type FullOptions,
  familyOf,
  type HarnessHooks,
  type HarnessJournal,
  type HarnessOptions,
  NO_WORKER_IS_GONE,
  withDefaults,
} from './harness-options.ts';
import { type PassReport, PlanningPass } from './pass/pass.ts';
import { ReplanBackoff } from './pass/replan-backoff.ts';
import type { Planner } from './planner.ts';

/** A journal, its planner, and the planner's configuration. */
export interface HarnessSetting<Config = unknown> {
  readonly journal: HarnessJournal;
  readonly planner: Planner<Config>;
  readonly config?: Config;
  readonly hooks?: HarnessHooks;
  readonly options?: HarnessOptions;
}

/** Decides whether and when a planner runs, checks its output, and commits it. */
export interface Harness {
  /** Requests a pass. Any number of calls in one tick are one pass; during a pass, one after it. */
  schedulePlan(): void;
  /** Runs one pass. While another runs, the one after it. */
  runPlanningPass(): Promise<PassReport>;
  /** Resolves when no pass is scheduled or running. Another worker's claim does not keep it busy. */
  idle(): Promise<void>;
  /** Ends the current pass; nothing is committed after that. */
  close(): Promise<void>;
}

const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 30_000;

/** How often to check whether the planning worker has died. */
const LOOK_FOR_THE_DEAD_MS = 1000;

/** A claim may last for years, and a timer above 24 days fires at once. */
const MAX_WAIT_MS = 60 * 60 * 1000;

/** Creates a harness that runs a planner on a journal. */
export function createHarness<Config>(setting: HarnessSetting<Config>): Harness {
  const harness = new PlanningHarness(setting);
  return {
    schedulePlan: () => harness.schedulePlan(),
    runPlanningPass: () => harness.runPlanningPass(),
    idle: () => harness.idle(),
    close: () => harness.close(),
  };
}

class PlanningHarness<Config> {
  readonly #setting: HarnessSetting<Config>;
  readonly #hooks: HarnessHooks;
  readonly #options: FullOptions;
  readonly #conversation: Following<Conversation>;
  readonly #closing = new AbortController();
  readonly #surfaced = new Set<string>();
  readonly #replanBackoff = new ReplanBackoff();
  #scheduled = false;
  #current: Promise<PassReport> | undefined;
  #following: Promise<PassReport> | undefined;
  #cancelWakeUp = (): void => {};
  #retryMs = FIRST_RETRY_MS;

  constructor(setting: HarnessSetting<Config>) {
    const { options = {}, hooks = {} } = setting;
    this.#setting = setting;
    this.#options = withDefaults(options);
    this.#hooks = harmless(hooks);
    this.#conversation =
      options.conversation ??
      follow(setting.journal, conversationProjection(familyOf(options), setting.planner));
  }

  schedulePlan(): void {
    if (this.#scheduled || this.#closing.signal.aborted) return;
    this.#scheduled = true;
    queueMicrotask(() => {
      this.#scheduled = false;
      // It will see everything that exists by now.
      if (this.#following) return;
      void outsideSpan(() => this.runPlanningPass()).then(
        () => {
          this.#retryMs = FIRST_RETRY_MS;
        },
        (error: unknown) => this.#failed(error),
      );
    });
  }

  runPlanningPass(): Promise<PassReport> {
    if (this.#following) return this.#following;
    if (this.#current === undefined) return this.#begin();
    this.#following = settled(this.#current).then(() => {
      this.#following = undefined;
      return this.#begin();
    });
    return this.#following;
  }

  async idle(): Promise<void> {
    while (this.#scheduled || this.#current || this.#following) {
      // A microtask for what is only scheduled.
      await settled(this.#following ?? this.#current ?? Promise.resolve());
    }
  }

  async close(): Promise<void> {
    this.#closing.abort(new DOMException('The harness is closing.', 'AbortError'));
    this.#cancelWakeUp();
    await this.idle();
  }

  #begin(): Promise<PassReport> {
    const pass = this.#pass();
    this.#current = pass;
    const end = () => {
      if (this.#current === pass) this.#current = undefined;
    };
    pass.then(end, end);
    return pass;
  }

  async #pass(): Promise<PassReport> {
    const { journal, planner } = this.#setting;
    this.#cancelWakeUp();
    if (this.#closing.signal.aborted) return { facts: [], rest: 'closed' };
    const pass = new PlanningPass(
      {
        journal,
        planner,
        // A harness without a config is for a planner that takes none.
        config: this.#setting.config as Config,
        following: this.#conversation,
        hooks: this.#hooks,
        options: this.#options,
        interrupted: this.#closing.signal,
      },
      { backoff: this.#replanBackoff, onCaughtUp: () => this.#surfaceQuestions() },
    );
    const report = await pass.run();
    this.#wakeUpFor(report);
    return report;
  }

  #surfaceQuestions(): void {
    for (const question of this.#conversation.state.ledger.openQuestions) {
      if (this.#surfaced.has(question.id)) continue;
      this.#surfaced.add(question.id);
      this.#hooks.onQuestion?.(question);
    }
  }

  #wakeUpFor({ rest, heldUntil }: PassReport): void {
    if (rest === undefined) this.schedulePlan();
    if (heldUntil === undefined || this.#closing.signal.aborted) return;
    const { timer, clock, isGone } = this.#options;
    const looks = rest === 'held' && isGone !== NO_WORKER_IS_GONE;
    const longest = looks ? LOOK_FOR_THE_DEAD_MS : MAX_WAIT_MS;
    const waitMs = Math.min(Math.max(0, heldUntil - clock.now()), longest);
    this.#cancelWakeUp = timer.after(waitMs, () => this.schedulePlan());
  }

  #failed(error: unknown): void {
    // Whoever closed the store wants no more passes.
    if (this.#closing.signal.aborted || (error instanceof JournalError && error.code === 'store-closed'))
      return;
    this.#cancelWakeUp = this.#options.timer.after(this.#retryMs, () => this.schedulePlan());
    this.#retryMs = Math.min(this.#retryMs * 2, LAST_RETRY_MS);
    if (this.#hooks.onError) this.#hooks.onError(error);
    else throwLater(error);
  }
}

/** Exceptions of hooks do not affect the pass, but are reported. */
function harmless(hooks: HarnessHooks): HarnessHooks {
  const onError = hooks.onError && ((error: unknown) => attempt(() => hooks.onError?.(error), throwLater));
  const notify = (tell: () => void) => attempt(tell, onError ?? throwLater);
  return {
    hud: (phase, label) => notify(() => hooks.hud?.(phase, label)),
    openComposer: (draft) => notify(() => hooks.openComposer?.(draft)),
    onQuestion: (question) => notify(() => hooks.onQuestion?.(question)),
    ...(onError && { onError }),
  };
}

function attempt(tell: () => void, failed: (error: unknown) => void): void {
  try {
    tell();
  } catch (error) {
    failed(error);
  }
}

function throwLater(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}

async function settled(promise: Promise<unknown>): Promise<void> {
  await promise.catch(() => {});
}
