import { timestamp } from '../../journal/clock.ts';
import { JournalError } from '../../journal/error.ts';
import type { Envelope, ProposedFact } from '../../journal/fact.ts';
import { isRefusalOfFacts, noSuchFact } from '../../journal/refusals.ts';
import { countConflict } from '../../kernel/telemetry/measurements.ts';
import { type Claim, release } from '../../kernel/work/claim.ts';
import { Lease } from '../../kernel/work/lease.ts';
import { type Conversation, PLANNING } from '../conversation/conversation.ts';
import { conversationFact, type PassOutcome } from '../facts.ts';
import { attachmentProblem } from './attachment-check.ts';
import { checkBatch, isDuplicate } from './batch-rules.ts';
import { nextStep, type PassRequest, type RestReason, type Step } from './next-step.ts';
import { type PassEnd, passSpan } from './pass-span.ts';
import { callPlanner, type PlanAnswer, type PlannerCall } from './planner-call.ts';
import { faultOf, plannerError } from './planner-fault.ts';
import type { LlmRecord } from './recorded-llm.ts';
import type { ReplanBackoff } from './replan-backoff.ts';

/** The result of a pass. */
export interface PassReport {
  /** How the planner's run was settled; missing if it did not run, or its result was dropped. */
  readonly outcome?: PassOutcome;
  /** What was committed of the planner's output, including an error. */
  readonly facts: readonly Envelope[];
  /** Why the harness waits; missing if there is more to plan for already. */
  readonly rest?: RestReason;
  /** When another worker's claim expires, or an overtaken planner is called again. */
  readonly heldUntil?: number;
}

/** A batch that ends a pass. */
interface Settlement {
  readonly outcome: PassOutcome;
  readonly facts: readonly ProposedFact[];
}

/** One run through triggers, guards, planner and commit. After a lost race it starts again at the new head. */
export class PlanningPass<Config> {
  readonly #call: PlannerCall<Config>;
  readonly #backoff: ReplanBackoff;
  readonly #onCaughtUp: () => void;
  #claim: Claim | undefined;
  #heldUntil: number | undefined;
  #report: PassReport = { facts: [] };

  constructor(
    call: PlannerCall<Config>,
    { backoff, onCaughtUp }: { readonly backoff: ReplanBackoff; onCaughtUp(): void },
  ) {
    this.#call = call;
    this.#backoff = backoff;
    this.#onCaughtUp = onCaughtUp;
  }

  async run(): Promise<PassReport> {
    const { following, planner, interrupted, options } = this.#call;
    try {
      while (!interrupted.aborted) {
        const conversation = await following.catchUp();
        this.#onCaughtUp();
        if (conversation.ledger.configuredSeq(planner.id) > options.configuredAt)
          return { ...this.#report, rest: 'reconfigured' };
        if (this.#claim && conversation.passClaim?.seq !== this.#claim.seq) this.#claim = undefined;
        const step = this.#nextStep();
        if (step.type === 'rest') {
          return { ...this.#report, rest: step.reason, ...('until' in step && { heldUntil: step.until }) };
        }
        if (step.type === 'plan' && this.#report.outcome) return this.#report;
        if (isWork(step) && !(await options.mayBegin())) return { ...this.#report, rest: 'paused' };
        const heldUntil = step.type === 'plan' ? this.#backoff.waitsUntil(options.clock.now()) : undefined;
        if (heldUntil !== undefined) return { ...this.#report, rest: 'overtaken', heldUntil };
        await this.#take(step);
        if (this.#heldUntil !== undefined)
          return { ...this.#report, rest: 'held', heldUntil: this.#heldUntil };
      }
      return { ...this.#report, rest: 'closed' };
    } finally {
      await this.#giveBack();
    }
  }

  get #conversation(): Conversation {
    return this.#call.following.state;
  }

  #nextStep(): Step {
    const conversation = this.#conversation;
    const { options } = this.#call;
    const { mode, runawayCap, clock, isOver, isGone } = options;
    return nextStep(conversation, {
      mode,
      runawayCap,
      nativeFrom: conversation.nativeFrom,
      now: clock.now(),
      ownClaim: this.#claim?.seq,
      isOver,
      isGone,
    });
  }

  async #take(step: Exclude<Step, { readonly type: 'rest' }>): Promise<void> {
    switch (step.type) {
      case 'plan':
        return await this.#plan(step.request);
      case 'approve': {
        const { composeId, digest } = step.draft;
        await this.#append([{ type: 'compose_approved', composeId, digest, by: 'auto' }]);
        return;
      }
      case 'withdraw':
        await this.#append(step.drafts.map(({ composeId }) => ({ type: 'compose_dismissed', composeId })));
        return;
      case 'freeze':
        await this.#append([this.#runaway()]);
        return;
      default:
        return step satisfies never;
    }
  }

  async #plan(request: PassRequest): Promise<void> {
    if (this.#claim?.target !== request.target && !(await this.#claimPass(request.target))) return;
    const claim = this.#claim;
    if (claim) await passSpan(this.#call, request, () => this.#planClaimed(request, claim));
  }

  async #planClaimed(request: PassRequest, claim: Claim): Promise<PassEnd> {
    const { following, journal, options, interrupted } = this.#call;
    let lease: Lease | undefined;
    const interrupt = () => lease?.interrupt(interrupted.reason);
    let answer: PlanAnswer;
    try {
      answer = await callPlanner(this.#call, () => {
        lease = new Lease(journal, claim, options);
        interrupted.addEventListener('abort', interrupt);
        if (interrupted.aborted) interrupt();
        return lease.signal;
      });
    } finally {
      interrupted.removeEventListener('abort', interrupt);
      if (lease) this.#claim = await lease.end();
    }
    if (answer.type === 'interrupted') {
      await this.#spentInVain(answer.records, claim.seq);
      return { outcome: 'interrupted' };
    }
    if (answer.type === 'stale') {
      await this.#spentInVain(answer.records, claim.seq);
      this.#backoff.overtaken(options.clock.now());
      return { outcome: 'overtaken' };
    }
    const { cut } = answer;
    // Renewals may not have been delivered yet, and the journal may have been replaced.
    if (!answer.atOnce) await following.catchUp();
    const settlement = await this.#settlementOf(answer, request);
    const records = answer.records.length > 0 ? { records: answer.records } : {};
    const end = { type: 'pass_settled', triggers: request.triggers, ...records };
    await this.#settle(settlement, end, { cut });
    const { outcome, facts } = this.#report;
    if (outcome) this.#backoff.settled();
    else await this.#spentInVain(answer.records, claim.seq);
    const { lastFactSeq, lastErasureSeq } = this.#conversation;
    if (!outcome && Math.max(lastFactSeq, lastErasureSeq) > cut) this.#backoff.overtaken(options.clock.now());
    return { outcome: outcome ?? 'overtaken', facts };
  }

  /**
   * A model was called and its answer was dropped, but it still costs. The prompt is not stored if something was
   * erased since `claimed`, when the pass began: it may contain that.
   */
  async #spentInVain(records: readonly LlmRecord[], claimed: number): Promise<void> {
    if (records.length === 0) return;
    const isErased = this.#conversation.lastErasureSeq > claimed;
    const facts = records.map(({ prompt, answer, ...record }) => ({
      type: 'model_used',
      work: PLANNING,
      ...record,
      ...(!isErased && { prompt, answer }),
    }));
    try {
      await this.#call.journal.append(facts);
    } catch (error) {
      // The store is closed, or the journal does not accept these facts: the pass is over either way.
      if (!(error instanceof JournalError)) throw error;
    }
  }

  /** Nobody else calls a model for the same trigger while the claim holds. */
  async #claimPass(wanted: number): Promise<boolean> {
    const { worker, ttlMs, clock, isGone } = this.#call.options;
    const before = this.#conversation.passClaim;
    // A dead worker's claim on a later trigger would outlast one on an earlier.
    const target = before && isGone(before.worker) ? Math.max(wanted, before.target) : wanted;
    const until = clock.now() + ttlMs;
    const fact = { type: 'claimed', work: PLANNING, target, worker, until: timestamp(until) };
    const [claimed] = (await this.#append([fact])) ?? [];
    if (claimed === undefined) return false;
    const { passClaim } = this.#conversation;
    // By the journal's clock, which may be behind this one, another claim still holds.
    if (passClaim && passClaim.seq !== claimed.seq) this.#heldUntil = until;
    else this.#claim = { work: PLANNING, target, worker, until, seq: claimed.seq };
    return this.#heldUntil === undefined;
  }

  async #settlementOf(
    answer: Exclude<PlanAnswer, { readonly type: 'stale' | 'interrupted' }>,
    { takesDuplicates }: PassRequest,
  ): Promise<Settlement> {
    const conversation = this.#conversation;
    const { journal, options } = this.#call;
    if (answer.type === 'failed') return { outcome: 'error', facts: [plannerError(answer.fault)] };
    const checked = checkBatch(answer.output, conversation);
    if (!checked.ok) return invalidOutput(checked.problem);
    const { facts } = checked;
    const problem = await attachmentProblem(facts, journal.attachments);
    if (problem !== undefined) return invalidOutput(problem);
    if (facts.length === 0) return { outcome: 'empty', facts };
    if (facts.at(-1)?.type === 'planner_error') return { outcome: 'error', facts };
    const compares = options.duplicateCompose && !takesDuplicates;
    // A dismissed or withdrawn draft waits for nobody: repeated, it answers what came since.
    const unsent = compares ? conversation.ledger.drafts.open.at(-1) : undefined;
    if (isDuplicate(facts, { lastType: conversation.lastFact?.type, unsent }))
      return { outcome: 'duplicate', facts: [] };
    return { outcome: 'committed', facts };
  }

  /** Commits if only bookkeeping came after the cut and the claim still holds; otherwise nothing is written. */
  async #settle(
    settlement: Settlement,
    end: ProposedFact,
    { cut, isLast = false }: { readonly cut: number; readonly isLast?: boolean },
  ): Promise<void> {
    const { following, interrupted } = this.#call;
    const { facts, outcome } = settlement;
    try {
      while (!interrupted.aborted && this.#holdsSince(cut)) {
        const committed = await this.#append([...facts, { ...end, outcome }]);
        if (committed) {
          this.#claim = undefined;
          this.#settled(outcome, committed.slice(0, facts.length));
          return;
        }
        await following.catchUp();
      }
    } catch (error) {
      if (isLast || !isRefusalOfFacts(error)) throw error;
      const fault = { ...faultOf(error), stage: 'commit' };
      await this.#settle({ outcome: 'error', facts: [plannerError(fault)] }, end, { cut, isLast: true });
    }
  }

  #holdsSince(cut: number): boolean {
    const { lastFactSeq, lastErasureSeq, passClaim } = this.#conversation;
    return Math.max(lastFactSeq, lastErasureSeq) <= cut && passClaim?.seq === this.#claim?.seq;
  }

  #settled(outcome: PassOutcome, facts: readonly Envelope[]): void {
    const { hooks, options } = this.#call;
    this.#report = { outcome, facts };
    for (const fact of facts) {
      const known = conversationFact(fact);
      if (known?.type === 'compose_intent' && options.mode === 'approve') hooks.openComposer?.(known);
    }
  }

  /** Appends exactly at the head of the conversation, or nothing. */
  async #append(facts: readonly ProposedFact[]): Promise<readonly Envelope[] | undefined> {
    const { following, journal } = this.#call;
    const { head } = following;
    const result = await journal.append(facts, { expectedSeq: head });
    if (result.ok) {
      following.accept(result.facts);
      return result.facts;
    }
    countConflict('pass');
    if (result.head < head) throw noSuchFact(journal.id, head, result.head);
    return undefined;
  }

  #runaway(): ProposedFact {
    const commits = this.#conversation.ledger.commitsAlone;
    return plannerError({
      code: 'runaway',
      message: `Planning and sending stopped after ${commits} passes without any action by a person or the other side. Guidance, an answer, a decision or a message resumes it.`,
      stage: 'guard',
      attempts: commits,
    });
  }

  async #giveBack(): Promise<void> {
    const { journal, options } = this.#call;
    if (this.#claim === undefined) return;
    try {
      await release(journal, this.#claim, options);
    } catch {
      // It expires on its own.
    }
  }
}

/** Withdrawing a draft and recording that planning is frozen do not count. */
function isWork({ type }: Step): boolean {
  return type === 'plan' || type === 'approve';
}

function invalidOutput(message: string): Settlement {
  const fault = { code: 'invalid-output', message, stage: 'check', attempts: 1 };
  return { outcome: 'error', facts: [plannerError(fault)] };
}
