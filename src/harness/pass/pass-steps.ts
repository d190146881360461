import type { Fact, ProposedFact } from '../../journal/fact.ts';
import type { Following } from '../../kernel/projection/follow.ts';
import { countConflict } from '../../kernel/telemetry/measurements.ts';
import type { LateAbort } from '../../kernel/work/late-abort.ts';
import { SerialQueue } from '../../kernel/work/serial-queue.ts';
import type { Conversation } from '../conversation/conversation.ts';
import type { FullOptions, HarnessJournal } from '../harness-options.ts';
import { checkBatch } from './batch-rules.ts';

/** What committing a step needs from a pass. */
interface StepSetting {
  readonly journal: HarnessJournal;
  readonly following: Following<Conversation>;
  readonly options: Pick<FullOptions, 'worker'>;
  /** The harness is closing. */
  readonly interrupted: AbortSignal;
}

/** The steps that a planner commits before the end of its turn, and whether something else came in between. */
export class PassSteps {
  readonly #setting: StepSetting;
  readonly #ending: LateAbort;
  readonly #overtaken: () => void;
  #cut: number;
  readonly #commits = new SerialQueue();
  #committing = 0;

  constructor(
    setting: StepSetting,
    { overtaken, ending }: { overtaken(): void; readonly ending: LateAbort },
  ) {
    this.#setting = setting;
    this.#ending = ending;
    this.#overtaken = overtaken;
    this.#cut = setting.following.head;
  }

  /** The last seq that the planner has seen or committed. */
  get cut(): number {
    return this.#cut;
  }

  /** Whether there is a fact that the planner has neither seen nor committed, or something it has seen was erased. */
  get isOvertaken(): boolean {
    const { lastFactSeq, lastErasureSeq } = this.#setting.following.state;
    return Math.max(lastFactSeq, lastErasureSeq) > this.#cut;
  }

  /**
   * Aborts the planner if it was overtaken. While a step is being committed, the author of the newest fact is
   * unknown.
   */
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
        // Every fact has the fields of its payload, whatever the journal's types.
        return result.facts.slice(0, -1) as unknown as readonly Fact[];
      }
      countConflict('pass');
      await following.catchUp();
    }
  }

  /** Bookkeeping may come in between, such as a renewed claim; anything else ends the pass. */
  #checkHeld(): void {
    const { following, options, interrupted } = this.#setting;
    if (this.isOvertaken) this.#overtaken();
    this.#ending.throwIfAborted();
    interrupted.throwIfAborted();
    if (following.state.passClaim?.worker === options.worker) return;
    throw new DOMException('The pass went to another worker.', 'AbortError');
  }
}
