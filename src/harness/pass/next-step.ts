import type { Conversation } from '../conversation/conversation.ts';
import type { Draft } from '../drafts/draft-fold.ts';
import type { PlannerMode } from '../facts.ts';

/** Why a harness waits. */
export type RestReason =
  /** Nothing new since the last pass. */
  | 'no-trigger'
  /** The family's gate is closed: in a conversation it is the other side's turn, or the conversation is over. */
  | 'gate'
  /** A draft waits for a decision. */
  | 'draft-waiting'
  /** An approved draft is being sent. */
  | 'sending'
  /** A person has to answer first. */
  | 'question'
  /** Planners have continued on their own for too long. */
  | 'frozen'
  /** The journal is a copy in which nothing has happened yet; or a person or a limit has paused it, or everything. */
  | 'paused'
  | 'archived'
  /** Another worker is planning. */
  | 'held'
  /** The journal has another config for the planner than this harness, which has to be replaced. */
  | 'reconfigured'
  /** New facts arrived during several consecutive calls to the planner; the next call is delayed. */
  | 'overtaken'
  | 'closed';

/** What does not follow from the journal alone. */
type Waiting = 'held' | 'overtaken' | 'reconfigured' | 'closed';

/** The next action of a harness. */
export type Step =
  | { readonly type: 'rest'; readonly reason: Exclude<RestReason, Waiting> }
  | { readonly type: 'rest'; readonly reason: 'held'; readonly until: number }
  /** Approve a draft without asking. */
  | { readonly type: 'approve'; readonly draft: Draft }
  /** Withdraw drafts that guidance or an answer has overtaken. */
  | { readonly type: 'withdraw'; readonly drafts: readonly Draft[] }
  /** Record that planning is frozen. */
  | { readonly type: 'freeze' }
  | { readonly type: 'plan'; readonly request: PassRequest };

/** What a pass is for. */
export interface PassRequest {
  /** The newest fact of each kind of trigger that fired. */
  readonly triggers: Readonly<Record<string, number>>;
  /** The newest of them, which the pass claims. */
  readonly target: number;
  readonly takesDuplicates: boolean;
}

/** What a step depends on besides the journal. */
export interface StepOptions {
  readonly mode: PlannerMode;
  readonly runawayCap: number;
  /** The first seq that was appended in this journal itself. */
  readonly nativeFrom: number;
  readonly now: number;
  /** The seq of this harness's own claim. */
  readonly ownClaim?: number | undefined;
  /** Whether the conversation is over, although that is not recorded yet. */
  isOver?(conversation: Conversation): boolean;
  /** Whether a worker is known to be dead. */
  isGone?(worker: string): boolean;
}

/** Decides the next action of a harness. All triggers and guards are here. */
export function nextStep(conversation: Conversation, options: StepOptions): Step {
  const { ledger, triggers, family } = conversation;
  if (conversation.lastFactSeq < options.nativeFrom) {
    return rest(conversation.lastFactSeq === 0 ? 'no-trigger' : 'paused');
  }
  if (ledger.archived) return rest('archived');
  if (ledger.pause) return rest('paused');

  const fired = triggers.fired();
  const open = family.gate({ status: ledger.status });
  const frozen = ledger.commitsAlone >= options.runawayCap;
  const freeze: Step = ledger.runawayReported ? rest('frozen') : { type: 'freeze' };

  const drafts = ledger.drafts.open;
  if (drafts.some(({ approval }) => approval)) return rest('sending');
  if (drafts.length > 0) {
    const latest = drafts.at(-1)?.seq ?? 0;
    const overtaken = triggers.isWithdrawn(latest);
    // While it is not our turn nothing is withdrawn, and nothing is sent that somebody has commented on.
    if (overtaken) return open ? { type: 'withdraw', drafts } : rest('draft-waiting');
    // A copied draft may have been sent by the original: a person decides.
    const draft = drafts.find(({ failure, seq }) => failure === undefined && seq >= options.nativeFrom);
    if (options.mode !== 'auto' || draft === undefined) return rest('draft-waiting');
    return frozen ? freeze : { type: 'approve', draft };
  }

  if (fired.length === 0) return rest('no-trigger');
  if (!open || options.isOver?.(conversation)) return rest('gate');
  if (ledger.openQuestions.length > 0 && fired.every(({ waitsForAnswers }) => waitsForAnswers)) {
    return rest('question');
  }
  if (frozen) return freeze;

  const target = Math.max(...fired.map(({ seq }) => seq));
  const claim = heldByOther(conversation, target, options);
  if (claim) return { type: 'rest', reason: 'held', until: claim.until };
  return {
    type: 'plan',
    request: {
      triggers: Object.fromEntries(fired.map(({ kind, seq }) => [kind, seq])),
      target,
      // Whoever dismissed a draft waits for the next one, even if the planner has no other.
      takesDuplicates: fired.some(({ takesDuplicates, withdrawsDraft }) => takesDuplicates || withdrawsDraft),
    },
  };
}

/** A pass for an older trigger is overtaken, and does not block others. */
function heldByOther(
  { passClaim }: Conversation,
  target: number,
  { now, nativeFrom, ownClaim, isGone = () => false }: StepOptions,
): { readonly until: number } | undefined {
  if (passClaim === undefined || passClaim.seq === ownClaim || passClaim.seq < nativeFrom) return undefined;
  const stands = passClaim.target >= target && now < passClaim.until && !isGone(passClaim.worker);
  return stands ? passClaim : undefined;
}

function rest(reason: Exclude<RestReason, Waiting>): Step {
  return { type: 'rest', reason };
}
