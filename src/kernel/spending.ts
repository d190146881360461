import { z } from 'zod';
import type { Envelope } from '../journal/fact.ts';
import { LimitName, type Limits } from './pause.ts';

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in lower-case hex');

/** What an answer of a language model took. */
export const Usage = z.strictObject({
  inputTokens: z.number().min(0),
  outputTokens: z.number().min(0),
  /** In US dollars; missing when the price is not known. */
  cost: z.number().min(0).exactOptional(),
});

/** See the schema {@link Usage}. */
export type Usage = Readonly<z.infer<typeof Usage>>;

/** An answer of a language model that no other fact tells the usage of: `work` is what it was for. */
export const spendingFacts = {
  model_used: z.strictObject({
    work: z.string().min(1).max(128),
    model: z.string().min(1).max(512),
    usage: Usage,
    /** The SHA-256 of the attachments with the question and the answer. */
    prompt: Sha256.exactOptional(),
    answer: Sha256.exactOptional(),
    durationMs: z.number().min(0).exactOptional(),
  }),
} as const;

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

/** The `work` of a claim on a planning pass, which `pass_settled` ends whatever its target was. */
const PASS = 'plan';

/**
 * What a journal's work has taken so far, as a fold of its facts. Tokens and money are those of every fact that carries a
 * `usage`, and of the records of passes. Time runs while at least one piece of work is claimed. What was copied by a fork
 * or an import was spent elsewhere.
 */
export class SpendingBook {
  readonly #nativeFrom: number;
  #underWay = new Map<string, number>();
  #head = 0;
  #lastMs = 0;
  #tokens = 0;
  #usd = 0;
  #ms = 0;

  constructor({ nativeFrom = 1 }: { readonly nativeFrom?: number } = {}) {
    this.#nativeFrom = nativeFrom;
  }

  /** A book of its own that has taken in the same. */
  copy(): SpendingBook {
    const copy = new SpendingBook({ nativeFrom: this.#nativeFrom });
    copy.#underWay = new Map(this.#underWay);
    copy.#head = this.#head;
    copy.#lastMs = this.#lastMs;
    copy.#tokens = this.#tokens;
    copy.#usd = this.#usd;
    copy.#ms = this.#ms;
    return copy;
  }

  /** The last seq that was taken in. */
  get head(): number {
    return this.#head;
  }

  get spent(): Spent {
    return { tokens: this.#tokens, usd: this.#usd, seconds: this.#ms / 1000 };
  }

  /** Takes facts in, in order; those it has seen change nothing. */
  accept(facts: readonly Envelope[]): void {
    for (const fact of facts) {
      if (fact.seq <= this.#head) continue;
      this.#head = fact.seq;
      if (fact.seq >= this.#nativeFrom) this.#take(fact);
    }
  }

  #take(fact: Envelope): void {
    this.#pass(Date.parse(fact.ts));
    if ('usage' in fact || 'records' in fact) this.#spend(fact);
    if (fact.type === 'claimed') this.#claimed(fact);
    else if (fact.type === 'reaction_settled') this.#settled(fact);
    else if (fact.type === 'pass_settled') this.#endPasses();
  }

  /** Whoever fell silent worked until its claim ran out, as far as anybody can tell. */
  #pass(now: number): void {
    const busyUntil = Math.max(0, ...this.#underWay.values());
    this.#ms += Math.max(0, Math.min(now, busyUntil) - this.#lastMs);
    this.#lastMs = now;
    for (const [work, until] of this.#underWay) if (until <= now) this.#underWay.delete(work);
  }

  #spend(fact: Envelope): void {
    const { usage, records = [] } = Spending.safeParse(fact).data ?? {};
    for (const each of [usage, ...records.map((record) => record.usage)]) {
      this.#tokens += (each?.inputTokens ?? 0) + (each?.outputTokens ?? 0);
      this.#usd += each?.cost ?? 0;
    }
  }

  #claimed(fact: Envelope): void {
    const { data } = Claimed.safeParse(fact);
    if (data === undefined) return;
    const until = Date.parse(data.until);
    if (until > this.#lastMs) this.#underWay.set(keyOf(data), until);
    else this.#underWay.delete(keyOf(data));
  }

  #settled(fact: Envelope): void {
    const { data } = Settled.safeParse(fact);
    if (data) this.#underWay.delete(keyOf(data));
  }

  #endPasses(): void {
    for (const work of this.#underWay.keys()) if (work.startsWith(`${PASS}\n`)) this.#underWay.delete(work);
  }
}

function keyOf({ work, target }: { readonly work: string; readonly target: number }): string {
  return `${work}\n${target}`;
}

/** A limit that is used up. */
export interface ReachedLimit {
  readonly limit: LimitName;
  readonly spent: number;
  readonly allowed: number;
}

/** The first limit that is used up, if one is. */
export function reachedLimit(spent: Spent, limits: Limits): ReachedLimit | undefined {
  for (const limit of LimitName.options) {
    const allowed = limits[limit];
    if (allowed !== undefined && spent[limit] >= allowed) return { limit, spent: spent[limit], allowed };
  }
  return undefined;
}
