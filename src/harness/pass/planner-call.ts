import { nextTurn } from '../../journal/next-turn.ts';
import { isTransientStoreError } from '../../journal/transient-errors.ts';
import type { Following } from '../../kernel/projection/follow.ts';
import { LateAbort } from '../../kernel/work/late-abort.ts';
import type { Conversation } from '../conversation/conversation.ts';
import { HarnessError } from '../error.ts';
import type { FullOptions, HarnessHooks, HarnessJournal } from '../harness-options.ts';
import type { PlanContext, Planner } from '../planner.ts';
import { plannerSpan } from './pass-span.ts';
import { PassSteps } from './pass-steps.ts';
import { faultOf, type PlannerFault } from './planner-fault.ts';
import { type LlmRecord, recordedLlm } from './recorded-llm.ts';

/** The result of calling a planner. */
export type PlanAnswer =
  | {
      readonly type: 'proposed';
      readonly output: unknown;
      readonly records: readonly LlmRecord[];
      /** The head of the journal after the last committed step. */
      readonly cut: number;
      /** It answered in the turn of the event loop in which it was called. */
      readonly atOnce: boolean;
    }
  | {
      readonly type: 'failed';
      readonly fault: PlannerFault;
      readonly records: readonly LlmRecord[];
      readonly cut: number;
      readonly atOnce: boolean;
    }
  /** A fact arrived that the planner has not seen. */
  | { readonly type: 'stale'; readonly records: readonly LlmRecord[] }
  /** The harness is closing, or another worker has the pass. */
  | { readonly type: 'interrupted'; readonly records: readonly LlmRecord[] };

/** What a call to a planner needs. */
export interface PlannerCall<Config> {
  readonly journal: HarnessJournal;
  /** A follower of the journal, kept up to date while the planner runs. */
  readonly following: Following<Conversation>;
  readonly planner: Planner<Config>;
  readonly config: Config;
  readonly hooks: HarnessHooks;
  readonly options: FullOptions;
  /** The harness is closing. */
  readonly interrupted: AbortSignal;
}

/** Keeps the claim on the pass from then on, and returns what ends the call at once. */
export type KeepClaim = () => AbortSignal;

/** The answer of a planner, or why it is not waited for. */
type Ended =
  | { readonly type: 'proposed'; readonly output: unknown }
  | { readonly type: 'threw'; readonly error: unknown }
  | { readonly type: 'timeout' }
  | { readonly type: 'stale' }
  | { readonly type: 'interrupted' };

/** How long an overtaken planner may take to notice. After that it is abandoned: it may never answer. */
const GRACE_MS = 5000;

/** Shared by all passes: an exception records its stack, which takes a tenth of a pass in memory. */
const PASS_IS_OVER = new DOMException('The pass is over.', 'AbortError');

/** Calls a planner once, on the facts up to the head of the conversation. */
export function callPlanner<Config>(call: PlannerCall<Config>, hold: KeepClaim): Promise<PlanAnswer> {
  return plannerSpan(call, () => ask(call, hold));
}

async function ask<Config>(call: PlannerCall<Config>, hold: KeepClaim): Promise<PlanAnswer> {
  const { following, planner, hooks, options } = call;
  const seen = following.state;
  const ending = new LateAbort();
  const records: LlmRecord[] = [];
  const { promise: ended, resolve: end } = Promise.withResolvers<Ended>();
  let cancelGrace = (): void => {};
  const steps = new PassSteps(call, {
    overtaken() {
      if (ending.isAborted) return;
      ending.abort(new DOMException('A new fact came in.', 'AbortError'));
      // Its output may repeat what was erased.
      hooks.hud?.('planning');
      cancelGrace = options.timer.after(GRACE_MS, () => end({ type: 'stale' }));
    },
    ending,
  });
  let cancelTimeout = (): void => {};
  let unfollow = (): void => {};
  let forget = (): void => {};
  let atOnce = true;
  // A planner that answers at once needs nobody to watch over it.
  const cancelWatching = nextTurn(() => {
    atOnce = false;
    forget = whenAborted(hold(), () => end({ type: 'interrupted' }));
    cancelTimeout = options.timer.after(options.timeoutMs, () => end({ type: 'timeout' }));
    // Without notifications the planner is not aborted in time; the commit still notices.
    unfollow = following.subscribe(() => steps.look());
  });
  hooks.hud?.('planning');
  try {
    const context = contextOf(call, ending, { records, commit: steps.commit });
    void answerOf(() => {
      const state = planner.state ? { state: seen.plannerState } : undefined;
      return planner.plan(
        { cut: { seq: steps.cut }, facts: seen.facts(), nativeFrom: seen.nativeFrom, ...state },
        context,
      );
    }).then(end);
    const answer = await ended;
    if (answer.type === 'interrupted') return { ...answer, records };
    if (answer.type === 'stale' || steps.isOvertaken) return { type: 'stale', records };
    const { cut } = steps;
    if (answer.type === 'proposed') return { ...answer, records, cut, atOnce };
    // Not the planner's fault: the trigger stays, and is planned for when the store is back.
    if (answer.type === 'threw' && isTransientStoreError(answer.error)) throw answer.error;
    const fault = answer.type === 'timeout' ? timeoutFault(options.timeoutMs) : faultOf(answer.error);
    return { type: 'failed', fault, records, cut, atOnce };
  } finally {
    forget();
    cancelWatching();
    cancelTimeout();
    cancelGrace();
    unfollow();
    ending.abort(PASS_IS_OVER);
    hooks.hud?.('idle');
  }
}

async function answerOf(plan: () => unknown): Promise<Ended> {
  try {
    return { type: 'proposed', output: await plan() };
  } catch (error) {
    return { type: 'threw', error };
  }
}

/** Calls back when a signal is aborted, or at once if it is, unless the returned function is called first. */
function whenAborted(signal: AbortSignal, run: () => void): () => void {
  if (signal.aborted) run();
  signal.addEventListener('abort', run);
  return () => signal.removeEventListener('abort', run);
}

function contextOf<Config>(
  { journal, following, config, hooks, options }: PlannerCall<Config>,
  ending: LateAbort,
  { records, commit }: { readonly records: LlmRecord[]; readonly commit: PassSteps['commit'] },
): PlanContext<Config> {
  const { attachments } = following.state;
  /** What this call has stored, by name and by hash. */
  const written = new Map<string, string>();
  return {
    hud(phase, label) {
      // An abandoned planner may still call.
      if (!ending.isAborted) hooks.hud?.(phase, label);
    },
    newId: options.newId,
    mode: options.mode,
    config,
    llm: recordedLlm(options.llm, records, ending, {
      attachments: journal.attachments,
      clock: options.clock,
    }),
    commit,
    get signal() {
      return ending.signal;
    },
    files: {
      all: () => attachments.all(),
      find: (nameOrSha256) => attachments.find(nameOrSha256),
    },
    async readAttachment(nameOrSha256) {
      const known = written.get(nameOrSha256) ?? attachments.find(nameOrSha256)?.sha256;
      if (known !== undefined) return await journal.attachments.get(known);
      throw new HarnessError('unknown-attachment', {
        summary: `This conversation has no file ${JSON.stringify(nameOrSha256)}.`,
        fix: 'Use a name or hash from an attachment_added fact.',
      });
    },
    async writeAttachment(bytes, { name }) {
      ending.throwIfAborted();
      const { sha256 } = await journal.attachments.put(bytes);
      written.set(name, sha256).set(sha256, sha256);
      return sha256;
    },
  };
}

function timeoutFault(timeoutMs: number): PlannerFault {
  const minutes = timeoutMs / 60_000;
  const within = Number.isInteger(minutes) ? `${minutes} min` : `${timeoutMs / 1000} s`;
  return {
    code: 'timeout',
    message: `The planner did not answer within ${within}.`,
    stage: 'plan',
    attempts: 1,
  };
}
