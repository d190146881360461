import { z } from 'zod';
import type { Envelope } from '../../journal/fact.ts';
import { type ErasedFact, erasedFact, keeping } from '../projection/kept-fields.ts';

/** What can be limited: language model tokens, US dollars, and working seconds. */
export const LimitName = z.enum(['tokens', 'usd', 'seconds']);

/** One of {@link LimitName}. */
export type LimitName = z.infer<typeof LimitName>;

const Amount = z.number().min(0);

/** Total budgets; those that are missing are unlimited. */
export const Limits = z.strictObject({
  tokens: Amount.exactOptional(),
  usd: Amount.exactOptional(),
  seconds: Amount.exactOptional(),
});

/** See the schema {@link Limits}. */
export type Limits = Readonly<z.infer<typeof Limits>>;

const Name = z.string().min(1).max(256);

/** Starts no further work. `cause: 'person'` says who paused; `cause: 'limit'` says which limit was reached. */
export const Paused = keeping(
  ['cause', 'limit', 'spent', 'allowed'],
  z
    .strictObject({
      cause: z.enum(['person', 'limit']),
      by: Name.exactOptional(),
      reason: z.string().min(1).max(2000).exactOptional(),
      limit: LimitName.exactOptional(),
      spent: Amount.exactOptional(),
      allowed: Amount.exactOptional(),
    })
    .refine(
      ({ cause, by, limit, spent, allowed }) =>
        cause === 'person'
          ? by !== undefined
          : limit !== undefined && spent !== undefined && allowed !== undefined,
      'a person needs by; a limit needs limit, spent and allowed',
    ),
);

/** Lets work start again. `limits` are new total budgets. */
export const Resumed = keeping(['limits'], z.strictObject({ by: Name, limits: Limits.exactOptional() }));

/** Facts that pause and resume a session. While paused, reactors claim nothing and planners do not run. */
export const pauseFacts = { session_paused: Paused, session_resumed: Resumed } as const;

/** Why no work starts, and since when. */
export type Pause = {
  readonly seq: number;
  readonly since: string;
} /** `by` is empty if the fact was erased. */ & (
  | { readonly cause: 'person'; readonly by: string; readonly reason?: string }
  | {
      readonly cause: 'limit';
      readonly limit: LimitName;
      readonly spent: number;
      readonly allowed: number;
    }
);

/** The fact types that pause and resume. */
interface PauseTypes {
  readonly paused: string;
  readonly resumed: string;
}

const OF_SESSIONS: PauseTypes = { paused: 'session_paused', resumed: 'session_resumed' };

// A newer version's extra field must not make its facts invisible to this one.
const ReadPaused = z.object(Paused.shape);
const ReadResumed = z.object({ ...Resumed.shape, limits: z.object(Limits.shape).exactOptional() });

/** Whether a journal is paused, and its raised limits. */
interface PauseState {
  readonly pause?: Pause | undefined;
  readonly raised: Limits;
  readonly resumedAt?: string | undefined;
}

/** Whether a journal is paused, as a fold of its facts. Facts copied by a fork or an import do not count. */
export class PauseFold {
  /** Why it is paused; `undefined` if it is not. */
  readonly pause: Pause | undefined;
  /** The raised total budgets. */
  readonly raised: Limits;
  /** When work was last resumed; empty if never. */
  readonly resumedAt: string;
  readonly #nativeFrom: number;
  readonly #types: PauseTypes;

  constructor(
    {
      nativeFrom = 1,
      types = OF_SESSIONS,
    }: { readonly nativeFrom?: number; readonly types?: PauseTypes } = {},
    { pause, raised, resumedAt = '' }: PauseState = { raised: {} },
  ) {
    this.#nativeFrom = nativeFrom;
    this.#types = types;
    this.pause = pause;
    this.raised = raised;
    this.resumedAt = resumedAt;
  }

  /** The fold after the next fact; the same instance if nothing changed. */
  accept(fact: Envelope): PauseFold {
    if (fact.seq < this.#nativeFrom) return this;
    const erased = erasedFact(fact);
    const type = erased?.type ?? fact.type;
    if (type === this.#types.paused && this.pause === undefined) {
      return this.#paused(erased ? erasedPause(erased) : pauseIn(fact));
    }
    return type === this.#types.resumed ? this.#resumed(fact, erased) : this;
  }

  #paused(pause: Pause | undefined): PauseFold {
    return pause ? this.#with({ pause, raised: this.raised, resumedAt: this.resumedAt }) : this;
  }

  /** Erased content can only have raised limits. */
  #resumed(fact: Envelope, erased: ErasedFact | undefined): PauseFold {
    const { data } = ReadResumed.safeParse(erased ? { ...erased.kept, by: '?' } : fact);
    if (data === undefined && erased === undefined) return this;
    return this.#with({ raised: highest(this.raised, data?.limits ?? {}), resumedAt: fact.ts });
  }

  #with(state: PauseState): PauseFold {
    return new PauseFold({ nativeFrom: this.#nativeFrom, types: this.#types }, state);
  }
}

function pauseIn(fact: Envelope): Pause | undefined {
  const { data } = ReadPaused.safeParse(fact);
  if (data === undefined) return undefined;
  const { cause, by, reason, limit, spent, allowed } = data;
  const at = { seq: fact.seq, since: fact.ts };
  if (cause === 'person') return { ...at, cause, by: by ?? '', ...(reason !== undefined && { reason }) };
  if (limit === undefined || spent === undefined || allowed === undefined) return undefined;
  return { ...at, cause, limit, spent, allowed };
}

/** An erased pause is still a pause, whatever is left of it. */
function erasedPause({ seq, ts, kept }: ErasedFact): Pause {
  const { limit, spent, allowed } = ReadPaused.safeParse(kept).data ?? {};
  const at = { seq, since: ts };
  return limit === undefined || spent === undefined || allowed === undefined
    ? { ...at, cause: 'person', by: '' }
    : { ...at, cause: 'limit', limit, spent, allowed };
}

/** Of limits that both have, the higher one; and all limits that either has. */
function highest(one: Limits, other: Limits): Limits {
  const names = LimitName.options.filter((name) => one[name] !== undefined || other[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, Math.max(one[name] ?? 0, other[name] ?? 0)]));
}
