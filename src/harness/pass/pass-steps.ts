import type { Fact, ProposedFact } from '../../journal/fact.ts';
import type { Following } from '../../kernel/projection/follow.ts';
import { countConflict } from '../../kernel/telemetry/measurements.ts';
import { SerialQueue } from '../../kernel/work/serial-queue.ts';
import type { Conversation } from '../conversation/conversation.ts';
import type { HarnessJournal, WholeOptions } from '../harness-options.ts';
import { checkBatch } from './batch-rules.ts';

/** What committing a step needs of a pass. */
interface StepSetting {
  readonly journal: HarnessJournal;
  readonly following: Following<Conversation>;
  readonly options: Pick<WholeOptions, 'worker'>;
  /** The pass is over, or went to another worker. */
  readonly interrupted: AbortSignal;
}

/** The steps of a turn that a planner commits before its end, and whether something else has come in between. */
export class PassSteps {
  readonly #setting: StepSetting;
  readonly #signal: AbortSignal;
  readonly #overtaken: () => void;
  #cut: number;
  readonly #commits = new SerialQueue();
  #committing = 0;

  constructor(
    setting: StepSetting,
    { overtaken, signal }: { overtaken(): void; readonly signal: AbortSignal },
  ) {
    this.#setting = setting;
    this.#signal = signal;
    this.#overtaken = overtaken;
    this.#cut = setting.following.head;
  }

  /** The last seq that the planner has seen or committed. */
  get cut(): number {
    return this.#cut;
  }

  /** Whether a fact came that the planner has neither seen nor committed, or something was erased that it has seen. */
  get isOvertaken(): boolean {
    const { lastFactSeq, lastErasureSeq } = this.#setting.following.state;
    return Math.max(lastFactSeq, lastErasureSeq) > this.#cut;
  }

  /** Tells the planner if it was overtaken. While a step is on its way nobody can know whose the newest fact is. */
  look(): void {
    if (this.#committing === 0 && this.isOvertaken) this.#overtaken();
  }

  readonly commit = async (facts: readonly ProposedFact[]): Promise<readonly Fact[]> => {
    this.#committing += 1;
    try {
      return await this.#commits.run(() => this.#commit(facts));
    } finally {
      this.#committing -= 1;
      this.look();
    }
  };

  async #commit(proposed: readonly ProposedFact[]): Promise<readonly Fact[]> {
    const { journal, following } = this.#setting;
    const checked = checkBatch(proposed, following.state, { isStep: true });
    if (!checked.ok) throw new TypeError(checked.problem);
    for (;;) {
      this.#checkHeld();
      const end = { type: 'pass_step_committed' };
      const result = await journal.append([...checked.facts, end], { expectedSeq: following.head });
      if (result.ok) {
        following.accept(result.facts);
        this.#cut = result.head;
        // Every fact has the fields of its payload, whichever types the journal is held to.
        return result.facts.slice(0, -1) as unknown as readonly Fact[];
      }
      countConflict('pass');
      await following.catchUp();
    }
  }

  /** Bookkeeping may come in between, as the renewal of the claim does; anything else ends the pass. */
  #checkHeld(): void {
    const { following, options, interrupted } = this.#setting;
    if (this.isOvertaken) this.#overtaken();
    this.#signal.throwIfAborted();
    interrupted.throwIfAborted();
    if (following.state.passClaim?.worker === options.worker) return;
    throw new DOMException('The pass went to another worker.', 'AbortError');
  }
}
