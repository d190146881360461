import { z } from 'zod';
import type { Envelope } from '../../journal/fact.ts';
import { type ErasedFact, erasedFact, keeping } from '../projection/kept-fields.ts';

/** What can be limited: the tokens of language models, US dollars, and the seconds that work was under way. */
export const LimitName = z.enum(['tokens', 'usd', 'seconds']);

/** One of {@link LimitName}. */
export type LimitName = z.infer<typeof LimitName>;

const Amount = z.number().min(0);

/** How much may be spent in all; what is not named is not limited. */
export const Limits = z.strictObject({
  tokens: Amount.exactOptional(),
  usd: Amount.exactOptional(),
  seconds: Amount.exactOptional(),
});

/** See the schema {@link Limits}. */
export type Limits = Readonly<z.infer<typeof Limits>>;

const Name = z.string().min(1).max(256);

/** No work begins from here on. A person says who it was; a limit says which, and what was spent of what. */
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

/** Somebody lets work begin again. `limits` are what may be spent in all from now on, where that is more. */
export const Resumed = keeping(['limits'], z.strictObject({ by: Name, limits: Limits.exactOptional() }));

/** What stops a session, and what lets it go on. Reactors claim nothing and planners do not run in between. */
export const pauseFacts = { session_paused: Paused, session_resumed: Resumed } as const;

/** Why no work begins, and since when. */
export type Pause = {
  readonly seq: number;
  readonly since: string;
} /** `by` is empty where the fact that says it was erased. */ & (
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

// A field that a newer version adds must not make its facts invisible to this one.
const ReadPaused = z.object(Paused.shape);
const ReadResumed = z.object({ ...Resumed.shape, limits: z.object(Limits.shape).exactOptional() });

/** How a journal stands in respect of pauses. */
interface PauseState {
  readonly pause?: Pause | undefined;
  readonly raised: Limits;
  readonly resumedAt?: string | undefined;
}

/** Whether a journal is paused, as a fold of its facts. What was copied by a fork or an import does not count. */
export class PauseFold {
  /** Why it is paused; `undefined` when it is not. */
  readonly pause: Pause | undefined;
  /** What somebody has allowed to be spent in all. */
  readonly raised: Limits;
  /** When somebody last let work go on; the empty text when nobody did. */
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

  /** The fold after the next fact: this very one if nothing changed. */
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

  /** What was erased of it can only have allowed more. */
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

/** Whatever is left of it, an erased pause is one. */
function erasedPause({ seq, ts, kept }: ErasedFact): Pause {
  const { limit, spent, allowed } = ReadPaused.safeParse(kept).data ?? {};
  const at = { seq, since: ts };
  return limit === undefined || spent === undefined || allowed === undefined
    ? { ...at, cause: 'person', by: '' }
    : { ...at, cause: 'limit', limit, spent, allowed };
}

/** Of each limit that both name the higher one, and every limit that one of them names. */
function highest(one: Limits, other: Limits): Limits {
  const names = LimitName.options.filter((name) => one[name] !== undefined || other[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, Math.max(one[name] ?? 0, other[name] ?? 0)]));
}
