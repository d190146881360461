import { type Clock, type NewId, randomIds, systemClock } from '../journal/clock.ts';
import type { Envelope } from '../journal/fact.ts';
import type { Journal } from '../journal/journal.ts';
import type { Following } from '../kernel/projection/follow.ts';
import { systemTimer, type Timer } from '../kernel/timer.ts';
import { DEFAULT_TTL_MS } from '../kernel/work/reactor.ts';
import type { Llm } from '../model/llm.ts';
import type { Conversation } from './conversation/conversation.ts';
import type { OpenQuestion } from './conversation/ledger.ts';
import type { ConversationFactOf, PlannerMode } from './facts.ts';
import { conversationFamily, type PlannerFamily } from './family.ts';
import { noModel } from './pass/recorded-llm.ts';
import type { HudPhase } from './planner.ts';

/** How long a planner may take when nobody says otherwise. */
const DEFAULT_TIMEOUT_MS = 10 * 60 * 1000;

/** The longest that timers can wait. */
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;

/** How many passes planners may commit before a person or the other side has to act. */
export const DEFAULT_RUNAWAY_CAP = 200;

/** What a harness needs of a journal. */
export type HarnessJournal = Pick<
  Journal<Envelope>,
  'id' | 'append' | 'facts' | 'watch' | 'describe' | 'attachments'
> &
  Partial<Pick<Journal<Envelope>, 'redactions'>>;

/** What a surface can be told. None of it is recorded, and none of it can stop a pass. */
export interface HarnessHooks {
  hud?(phase: HudPhase, label?: string): void;
  /** A draft was committed, and waits for a decision. */
  openComposer?(draft: ConversationFactOf<'compose_intent'>): void;
  /** A question to a person is open. Once for each question. */
  onQuestion?(question: OpenQuestion): void;
  /** A scheduled pass could not be run, because of the store for instance, and is tried again; or another hook threw. Without this, it is thrown. */
  onError?(error: unknown): void;
}

/** Everything about a harness that has a default. */
export interface HarnessOptions {
  readonly clock?: Clock;
  readonly timer?: Timer;
  readonly newId?: NewId;
  /** Who plans: a name of this process or thread. */
  readonly worker?: string;
  /** How long a pass stays with a worker that fell silent. */
  readonly ttlMs?: number;
  /** Whether another worker is known to be dead, so that its pass can be taken over at once. */
  readonly isGone?: (worker: string) => boolean;
  readonly llm?: Llm;
  /** Asked before a pass begins or a draft is approved. While it says no, the harness rests until it is woken. */
  readonly mayBegin?: () => Promise<boolean>;
  /** Whether a conversation is over, though no status says so yet: then nothing more is planned. */
  readonly isOver?: (conversation: Conversation) => boolean;
  readonly mode?: PlannerMode;
  /** How long a planner may take: at most 24 days, also when it is `Infinity`. */
  readonly timeoutMs?: number;
  readonly runawayCap?: number;
  /** Leave out a draft that reads like one that still waits. Default on. */
  readonly duplicateCompose?: boolean;
  readonly family?: PlannerFamily;
  /** Where the journal says that the planner has this config. A harness whose planner was set up anew since plans nothing. */
  readonly configuredAt?: number;
  /** What is known of the journal already, of the same family and planner: it is kept up, so that nothing is read twice. */
  readonly conversation?: Following<Conversation>;
}

/** The options with their defaults. */
export type WholeOptions = Required<Omit<HarnessOptions, 'conversation' | 'family'>>;

/** For who keeps the setup elsewhere: whatever the journal says is older. */
const NOT_BY_THE_JOURNAL = Number.POSITIVE_INFINITY;

/** What is known of other workers where nobody can tell. */
export const NOBODY_IS_GONE = (): boolean => false;

export function withDefaults(options: HarnessOptions): WholeOptions {
  const { newId = randomIds } = options;
  return {
    clock: options.clock ?? systemClock,
    timer: options.timer ?? systemTimer,
    newId,
    worker: options.worker ?? randomIds('worker'),
    ttlMs: options.ttlMs ?? DEFAULT_TTL_MS,
    isGone: options.isGone ?? NOBODY_IS_GONE,
    llm: options.llm ?? noModel,
    mayBegin: options.mayBegin ?? (async () => true),
    isOver: options.isOver ?? (() => false),
    mode: options.mode ?? 'approve',
    timeoutMs: Math.min(options.timeoutMs ?? DEFAULT_TIMEOUT_MS, LONGEST_TIMEOUT_MS),
    runawayCap: options.runawayCap ?? DEFAULT_RUNAWAY_CAP,
    duplicateCompose: options.duplicateCompose ?? true,
    configuredAt: options.configuredAt ?? NOT_BY_THE_JOURNAL,
  };
}

export function familyOf({ conversation, family }: HarnessOptions): PlannerFamily {
  return conversation?.state.family ?? family ?? conversationFamily;
}
