import type { Envelope } from '../../../journal/fact.ts';
import { PersistentMap } from '../../../kernel/collections/persistent-map.ts';
import { erasedFact } from '../../../kernel/projection/kept-fields.ts';
import type { CommitsEvent, CommitsEventOf } from '../facts.ts';
import type { StopReason } from './evolution-facts.ts';

/** The cost of an evolution so far. */
export interface Spending {
  readonly seconds: number;
  readonly tokens: number;
  readonly cost: number;
}

/** The state of an evolution. */
export interface Evolution {
  readonly setup: CommitsEventOf<'evolution_started'>;
  readonly startedAt: number;
  /** The seq of the last resume; 0 if there was none. */
  readonly resumedAt: number;
  /** Why it stopped; undefined while it runs. */
  readonly stopped: StopReason | undefined;
  /** A fact that it needs to continue was erased: it stays as it is. */
  readonly isIncomplete: boolean;
  /** The seq of the request to measure the base. */
  readonly baseRequestedAt: number | undefined;
  /** The seq at which measuring the base last started. */
  readonly baseBegunAt: number | undefined;
  readonly base: CommitsEventOf<'commit_evaluated'> | undefined;
  /** The plans of its candidates, in the order of their requests. */
  readonly slots: PersistentMap<string, Slot>;
  readonly spent: Spending;
  readonly offered: CommitsEventOf<'best_offered'> | undefined;
}

/** The paths that no candidate may change, as far as known. */
export function protectedPathsOf({ base, setup }: Evolution): readonly string[] {
  return base?.protected ?? setup.protect;
}

/** The candidate that a plan belongs to. */
export interface Slot {
  readonly round: number;
  readonly candidate: number;
}

/** The evolutions of a session, by id. */
export type Evolutions = PersistentMap<string, Evolution>;

/** The evolutions after one more event. `ownerOf` returns the evolution of a plan. */
export function evolutionsAfter(
  evolutions: Evolutions,
  event: CommitsEvent,
  { seq, ownerOf }: { readonly seq: number; readonly ownerOf: (requestId: string) => string | undefined },
): Evolutions {
  const change = (id: string | undefined, next: (evolution: Evolution) => Evolution): Evolutions => {
    const known = id === undefined ? undefined : evolutions.get(id);
    return known === undefined || id === undefined ? evolutions : evolutions.set(id, next(known));
  };
  switch (event.type) {
    case 'evolution_started':
      return evolutions.has(event.evolutionId)
        ? evolutions
        : evolutions.set(event.evolutionId, begun(event, seq));
    case 'evolution_stopped':
      return change(event.evolutionId, (evolution) => ({ ...evolution, stopped: event.reason }));
    case 'evolution_resumed':
      return change(event.evolutionId, (evolution) => ({ ...resumed(evolution, event), resumedAt: seq }));
    case 'best_offered':
      return change(event.evolutionId, (evolution) => ({ ...evolution, offered: event }));
    case 'plan_requested': {
      const { evolution: slot, requestId } = event;
      if (slot === undefined) return evolutions;
      const { round, candidate } = slot;
      return change(slot.evolutionId, (evolution) => ({
        ...evolution,
        slots: evolution.slots.set(requestId, { round, candidate }),
      }));
    }
    case 'plan_attempted':
      return change(ownerOf(event.requestId), (evolution) =>
        spending(evolution, { seconds: event.durationSeconds, usage: event.usage }),
      );
    case 'change_made':
    case 'change_failed':
      return change(ownerOf(event.requestId), (evolution) => spending(evolution, event));
    case 'evaluation_requested':
      if (event.requestId !== undefined) return evolutions;
      return change(event.evolutionId, (evolution) => ({
        ...evolution,
        baseRequestedAt: seq,
        baseBegunAt: undefined,
        base: undefined,
      }));
    case 'evaluation_begun':
      return change(event.evolutionId, (evolution) => ({
        ...spending(evolution, { seconds: event.seconds ?? 0 }),
        ...(event.requestId === undefined && { baseBegunAt: seq }),
      }));
    case 'commit_evaluated':
      return change(event.evolutionId, (evolution) => ({
        ...spending(evolution, event),
        ...(event.requestId === undefined && { base: event }),
      }));
    default:
      return evolutions;
  }
}

/** Facts that an evolution needs to continue: without one of them it would repeat work or costs. */
const NEEDED =
  /^(?:evolution_started|evolution_stopped|plan_requested|plan_attempted|change_(?:requested|made|failed)|evaluation_(?:requested|begun)|commit_evaluated)$/;

/**
 * The evolutions after an erased fact. The affected one stops for good; if it is not known which one that is, all of
 * them do.
 */
export function evolutionsWithout(
  evolutions: Evolutions,
  fact: Envelope,
  ownerOf: (requestId: string) => string | undefined,
): Evolutions {
  const erased = erasedFact(fact);
  if (erased === undefined || !NEEDED.test(erased.type)) return evolutions;
  const { evolutionId, requestId } = erased.kept ?? {};
  const owner = typeof requestId === 'string' ? ownerOf(requestId) : evolutionId;
  let left = evolutions;
  for (const [id, evolution] of evolutions) {
    const isMeant = owner === undefined || owner === id;
    if (isMeant)
      left = left.set(id, { ...evolution, stopped: evolution.stopped ?? 'person', isIncomplete: true });
  }
  return left;
}

function begun(setup: CommitsEventOf<'evolution_started'>, seq: number): Evolution {
  return {
    setup,
    startedAt: seq,
    resumedAt: 0,
    stopped: undefined,
    isIncomplete: false,
    baseRequestedAt: undefined,
    baseBegunAt: undefined,
    base: undefined,
    slots: PersistentMap.empty(),
    spent: { seconds: 0, tokens: 0, cost: 0 },
    offered: undefined,
  };
}

function resumed(evolution: Evolution, event: CommitsEventOf<'evolution_resumed'>): Evolution {
  const { rounds, target, patience, budget, backend } = event;
  const { setup } = evolution;
  if (evolution.isIncomplete) return evolution;
  return {
    ...evolution,
    stopped: undefined,
    // A base that could not be measured is measured again.
    ...(evolution.base?.status !== 'measured' && { base: undefined, baseRequestedAt: undefined }),
    setup: {
      ...setup,
      ...(rounds !== undefined && { rounds }),
      ...(target !== undefined && { target }),
      ...(patience !== undefined && { patience }),
      ...(backend !== undefined && { backend }),
      ...(budget && { budget: { ...setup.budget, ...budget } }),
    },
  };
}

interface Spent {
  readonly seconds: number;
  readonly usage?:
    | { readonly inputTokens: number; readonly outputTokens: number; readonly cost?: number }
    | undefined;
}

function spending(evolution: Evolution, { seconds, usage }: Spent): Evolution {
  const { spent } = evolution;
  return {
    ...evolution,
    spent: {
      seconds: spent.seconds + seconds,
      tokens: spent.tokens + (usage ? usage.inputTokens + usage.outputTokens : 0),
      cost: spent.cost + (usage?.cost ?? 0),
    },
  };
}
