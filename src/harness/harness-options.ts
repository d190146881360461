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

/** The default time limit of a planner. */
const DEFAULT_TIMEOUT_MS = 10 * 60 * 1000;

/** The longest delay of a timer. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** How many passes planners may commit before a person or the other side has to act. */
export const DEFAULT_RUNAWAY_CAP = 200;

/** The part of a journal that a harness needs. */
export type HarnessJournal = Pick<
  Journal<Envelope>,
  'id' | 'append' | 'facts' | 'watch' | 'describe' | 'attachments'
> &
  Partial<Pick<Journal<Envelope>, 'redactions'>>;

/** Notifications for a surface. They are not recorded and cannot stop a pass. */
export interface HarnessHooks {
  hud?(phase: HudPhase, label?: string): void;
  /** A draft was committed and waits for a decision. */
  openComposer?(draft: ConversationFactOf<'compose_intent'>): void;
  /** A question to a person is open. Called once per question. */
  onQuestion?(question: OpenQuestion): void;
  /**
   * A scheduled pass could not run, for instance because of the store, and is retried; or another hook threw.
   * Without this hook the error is thrown.
   */
  onError?(error: unknown): void;
}

/** The options of a harness that have defaults. */
export interface HarnessOptions {
  readonly clock?: Clock;
  readonly timer?: Timer;
  readonly newId?: NewId;
  /** The name of this process or thread. */
  readonly worker?: string;
  /** How long an unresponsive worker keeps a pass. */
  readonly ttlMs?: number;
  /** Whether another worker is known to be dead, so that its pass can be taken over at once. */
  readonly isGone?: (worker: string) => boolean;
  readonly llm?: Llm;
  /** Called before a pass starts or a draft is approved. While it returns no, the harness waits until it is woken. */
  readonly mayBegin?: () => Promise<boolean>;
  /** Whether a conversation is over although no status says so yet: then nothing more is planned. */
  readonly isOver?: (conversation: Conversation) => boolean;
  readonly mode?: PlannerMode;
  /** The time limit of a planner: at most 24 days, even for `Infinity`. */
  readonly timeoutMs?: number;
  readonly runawayCap?: number;
  /** Drops a draft that repeats one that still waits; default on. */
  readonly duplicateCompose?: boolean;
  readonly family?: PlannerFamily;
  /** The seq of the setup with this config. If the planner was set up again since, the harness plans nothing. */
  readonly configuredAt?: number;
  /** An existing follower of the journal with the same family and planner, so that nothing is read twice. */
  readonly conversation?: Following<Conversation>;
}

/** The options with defaults applied. */
export type FullOptions = Required<Omit<HarnessOptions, 'conversation' | 'family'>>;

/** For setups that are stored elsewhere: whatever the journal says is older. */
const NOT_BY_THE_JOURNAL = Number.POSITIVE_INFINITY;

/** The default if nothing is known about other workers. */
export const NO_WORKER_IS_GONE = (): boolean => false;

export function withDefaults(options: HarnessOptions): FullOptions {
  const { newId = randomIds } = options;
  return {
    clock: options.clock ?? systemClock,
    timer: options.timer ?? systemTimer,
    newId,
    worker: options.worker ?? randomIds('worker'),
    ttlMs: options.ttlMs ?? DEFAULT_TTL_MS,
    isGone: options.isGone ?? NO_WORKER_IS_GONE,
    llm: options.llm ?? noModel,
    mayBegin: options.mayBegin ?? (async () => true),
    isOver: options.isOver ?? (() => false),
    mode: options.mode ?? 'approve',
    timeoutMs: Math.min(options.timeoutMs ?? DEFAULT_TIMEOUT_MS, MAX_TIMEOUT_MS),
    runawayCap: options.runawayCap ?? DEFAULT_RUNAWAY_CAP,
    duplicateCompose: options.duplicateCompose ?? true,
    configuredAt: options.configuredAt ?? NOT_BY_THE_JOURNAL,
  };
}

export function familyOf({ conversation, family }: HarnessOptions): PlannerFamily {
  return conversation?.state.family ?? family ?? conversationFamily;
}
