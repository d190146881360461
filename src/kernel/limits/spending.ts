import { z } from 'zod';
import type { Envelope } from '../../journal/fact.ts';
import { PersistentMap } from '../collections/persistent-map.ts';
import { type ErasedFact, erasedFact, keeping } from '../projection/kept-fields.ts';
import { LimitName, type Limits } from './pause.ts';

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in lower-case hex');

/** The usage of one language model answer. */
export const Usage = z.strictObject({
  inputTokens: z.number().min(0),
  outputTokens: z.number().min(0),
  /** In US dollars; missing if the price is unknown. */
  cost: z.number().min(0).exactOptional(),
});

/** See the schema {@link Usage}. */
export type Usage = Readonly<z.infer<typeof Usage>>;

/** The usage of a language model answer that no other fact reports; `work` is what it was for. */
export const spendingFacts = {
  model_used: keeping(
    ['work', 'model', 'usage'],
    z.strictObject({
      work: z.string().min(1).max(128),
      model: z.string().min(1).max(512),
      usage: Usage,
      /** The SHA-256 of the attachments with the prompt and the answer. */
      prompt: Sha256.exactOptional(),
      answer: Sha256.exactOptional(),
      durationMs: z.number().min(0).exactOptional(),
    }),
  ),
} as const;

/** Erasing these facts erases their usage, unless they keep it. */
const SPENDING: ReadonlySet<string> = new Set(['model_used', 'pass_settled', 'claimed']);

/** How much was spent. */
export type Spent = Readonly<Record<LimitName, number>>;

const ReadUsage = z.object(Usage.shape);
const Spending = z.object({
  usage: ReadUsage.optional().catch(undefined),
  records: z
    .array(z.object({ usage: ReadUsage.optional().catch(undefined) }))
    .optional()
    .catch(undefined),
});
const Claimed = z.object({ work: z.string(), target: z.number(), until: z.string() });
const Settled = z.object({ work: z.string(), target: z.number() });

/** The `work` of a claim on a planning pass, which `pass_settled` ends whatever its target. */
const PASS = 'plan';

/** What was spent, and what is running. */
export interface SpendingState {
  /** The end of each running claim. */
  readonly underWay: PersistentMap<string, number>;
  readonly head: number;
  readonly lastMs: number;
  readonly tokens: number;
  readonly usd: number;
  readonly ms: number;
  /** When usage was last erased, so that the total is unknown; empty if never. */
  readonly unknownSince: string;
}

const NOTHING: SpendingState = {
  underWay: PersistentMap.empty(),
  head: 0,
  lastMs: 0,
  tokens: 0,
  usd: 0,
  ms: 0,
  unknownSince: '',
};

/**
 * What a journal's work has cost so far, as a fold of its facts. Tokens and money come from every fact with a
 * `usage` and from the records of passes. Time runs while at least one piece of work is claimed. Facts copied by a
 * fork or an import were paid for elsewhere.
 */
export class SpendingFold {
  readonly #nativeFrom: number;
  readonly #state: SpendingState;

  constructor({ nativeFrom = 1 }: { readonly nativeFrom?: number } = {}, state: SpendingState = NOTHING) {
    this.#nativeFrom = nativeFrom;
    this.#state = state;
  }

  /** The state for a snapshot; the constructor takes it back. */
  get state(): SpendingState {
    return this.#state;
  }

  /** The last seq that was read. */
  get head(): number {
    return this.#state.head;
  }

  get spent(): Spent {
    const { tokens, usd, ms } = this.#state;
    return { tokens, usd, seconds: ms / 1000 };
  }

  /** When usage was last erased; empty if the total is known. */
  get unknownSince(): string {
    return this.#state.unknownSince;
  }

  /** The fold after the next fact; a fact it has seen changes nothing. */
  accept(fact: Envelope): SpendingFold {
    if (fact.seq <= this.head) return this;
    const state = fact.seq < this.#nativeFrom ? this.#state : after(this.#state, fact);
    return new SpendingFold({ nativeFrom: this.#nativeFrom }, { ...state, head: fact.seq });
  }
}

function after(before: SpendingState, fact: Envelope): SpendingState {
  const erased = erasedFact(fact);
  const fields = erased ? (erased.kept ?? {}) : fact;
  const passed = timePassed(before, Date.parse(fact.ts));
  const isTold = 'usage' in fields || 'records' in fields;
  const spent = isTold ? withUsage(passed, fields) : withErased(passed, erased);
  switch (erased?.type ?? fact.type) {
    case 'claimed':
      return { ...spent, underWay: claimed(spent, fields) };
    case 'reaction_settled': {
      const { data } = Settled.safeParse(fields);
      return data ? { ...spent, underWay: spent.underWay.delete(keyOf(data)) } : spent;
    }
    case 'pass_settled':
      return { ...spent, underWay: without(spent.underWay, (work) => work.startsWith(`${PASS}\n`)) };
    default:
      return spent;
  }
}

/** A worker that stopped responding counts as working until its claim expired. */
function timePassed(state: SpendingState, now: number): SpendingState {
  const { underWay, lastMs } = state;
  if (underWay.size === 0) return { ...state, lastMs: now };
  const busyUntil = Math.max(0, ...underWay.values());
  return {
    ...state,
    ms: state.ms + Math.max(0, Math.min(now, busyUntil) - lastMs),
    lastMs: now,
    underWay: without(underWay, (_, until) => until <= now),
  };
}

function withUsage(state: SpendingState, fields: object): SpendingState {
  const { usage, records = [] } = Spending.safeParse(fields).data ?? {};
  let { tokens, usd } = state;
  for (const each of [usage, ...records.map((record) => record.usage)]) {
    tokens += (each?.inputTokens ?? 0) + (each?.outputTokens ?? 0);
    usd += each?.cost ?? 0;
  }
  return { ...state, tokens, usd };
}

function withErased(state: SpendingState, erased: ErasedFact | undefined): SpendingState {
  if (erased === undefined || erased.kept !== undefined || !SPENDING.has(erased.type)) return state;
  const { erasedAt } = erased;
  return erasedAt > state.unknownSince ? { ...state, unknownSince: erasedAt } : state;
}

function claimed({ underWay, lastMs }: SpendingState, fields: object): SpendingState['underWay'] {
  const { data } = Claimed.safeParse(fields);
  if (data === undefined) return underWay;
  const until = Date.parse(data.until);
  return until > lastMs ? underWay.set(keyOf(data), until) : underWay.delete(keyOf(data));
}

function without(
  underWay: SpendingState['underWay'],
  isOver: (work: string, until: number) => boolean,
): SpendingState['underWay'] {
  let left = underWay;
  for (const [work, until] of underWay) if (isOver(work, until)) left = left.delete(work);
  return left;
}

function keyOf({ work, target }: { readonly work: string; readonly target: number }): string {
  return `${work}\n${target}`;
}

/** Whether the total is unknown and nobody has resumed work since usage was erased. */
export function isSpendingUnknown(
  { unknownSince }: { readonly unknownSince: string },
  { resumedAt }: { readonly resumedAt: string },
): boolean {
  return unknownSince !== '' && unknownSince >= resumedAt;
}

/** A limit that was reached. */
export interface ReachedLimit {
  readonly limit: LimitName;
  readonly spent: number;
  readonly allowed: number;
}

/** The first limit that is reached, if any. If the total is unknown, the first limit counts as reached. */
export function reachedLimit(
  spent: Spent,
  limits: Limits,
  { isUnknown = false }: { readonly isUnknown?: boolean } = {},
): ReachedLimit | undefined {
  for (const limit of LimitName.options) {
    const allowed = limits[limit];
    if (allowed === undefined) continue;
    if (isUnknown || spent[limit] >= allowed) return { limit, spent: spent[limit], allowed };
  }
  return undefined;
}
