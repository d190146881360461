import { ledgerOf } from '../../harness/conversation/ledger.ts';
import type { HudPhase } from '../../harness/planner.ts';
import type { FactStore } from '../../journal/store.ts';
import type { Timer } from '../../kernel/timer.ts';
import type { Llm } from '../../model/llm.ts';
import { type AgentLink, agentLinkOf } from '../a2a/connected/agent-link.ts';
import type { ConversationJournal } from '../a2a/facts.ts';
import { type Reach, reachOf, runPublishedSession } from '../a2a/published/published-session.ts';
import type { WorkLimits } from '../admission.ts';
import { HostError } from '../error.ts';
import type { PlannerRegistry } from '../registry.ts';
import { type RunningSession, type RunSessionOptions, runSession } from '../run-session.ts';
import { openHostSession, type Session } from '../session.ts';
import { type OpenModel, SessionModel } from './session-model.ts';

/** What the sessions of a store are run with. */
export interface SessionRunOptions {
  readonly registry: PlannerRegistry;
  /** The model for sessions whose setup names none. */
  readonly llm: Llm;
  readonly openModel: OpenModel;
  /** The unique name of the worker. */
  readonly worker: string;
  /** Whether another worker is known to be dead, so that its work can be taken over at once. */
  readonly isGone?: (worker: string) => boolean;
  /** How long an unresponsive worker keeps its work. */
  readonly ttlMs?: number;
  /** Budgets. */
  readonly limits?: WorkLimits;
  readonly hud?: (session: string, phase: HudPhase, label?: string) => void;
  readonly onError?: (error: unknown, session?: string) => void;
  /** Called for a session that is not run because its planner is unknown here. */
  readonly onUnknownPlanner?: (session: string) => void;
}

/** How an engine pauses and resumes a session. */
export interface SessionControls {
  readonly timer: Timer;
  /** Wraps the session that is to be run. */
  wrap(session: Session): Session;
}

/**
 * Runs a session with what its journal asks for. Does nothing for one that is archived, deleted, or without a known
 * planner, and for the session of a context that callers no longer reach.
 */
export async function runHostedSession(
  store: FactStore,
  id: string,
  equipment: SessionRunOptions,
  controls?: SessionControls,
): Promise<RunningSession | undefined> {
  const { registry, llm: usual, openModel, worker, isGone, ttlMs, limits, hud, onError } = equipment;
  try {
    const opened = await openHostSession(store, registry, id);
    if ((await ledgerOf(opened.journal)).archived) return undefined;
    const reachNow = reachOf(store, opened.journal);
    const reach = await reachNow();
    if (reach === 'withdrawn') return undefined;
    const session = controls?.wrap(opened) ?? opened;
    const llm = new SessionModel(usual, openModel);
    const setting = {
      worker,
      llm,
      ...(isGone && { isGone }),
      ...(ttlMs !== undefined && { ttlMs, harness: { ttlMs } }),
      ...(limits && { limits }),
      ...(controls && { timer: controls.timer, deferred: true }),
      // There are no secrets to add, but this is called for every setup before it is used.
      secrets: (config: unknown) => {
        llm.configured(config);
        return config;
      },
      ...(onError && { onError: (error: unknown) => onError(error, id) }),
      ...(hud && { hooks: { hud: (phase: HudPhase, label?: string) => hud(id, phase, label) } }),
    };
    const link = await agentLinkOf(opened.journal);
    const running = await runAs(session, { ...setting, reach, link, listening: opened.journal });
    return {
      ...running,
      isSuperseded: async () => {
        const now = Promise.all([running.isSuperseded(), reachNow(), agentLinkOf(opened.journal)]);
        const [isSuperseded, reachedNow, linkedNow] = await now;
        return isSuperseded || reachedNow !== reach || linkedNow?.seq !== link?.seq;
      },
    };
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    if (error.code === 'unknown-planner') equipment.onUnknownPlanner?.(id);
    return undefined;
  }
}

async function runAs(
  session: Session,
  {
    reach,
    link,
    listening,
    ...options
  }: Omit<RunSessionOptions, 'deliver'> & {
    readonly reach: Reach;
    readonly link: AgentLink | undefined;
    readonly listening: ConversationJournal;
  },
): Promise<RunningSession> {
  if (reach === 'public') return await runPublishedSession(session, options);
  if (link === undefined) return await runSession(session, options);
  // The protocol's library is slow to load, and most sessions never need it.
  const { runConnectedSession } = await import('../a2a/connected/connected-session.ts');
  return await runConnectedSession(session, { ...options, link, listening });
}
