import { z } from 'zod';
import type { Envelope, ProposedFact } from '../../journal/fact.ts';
import { ConflictError } from '../../kernel/error.ts';
import { type CommitsEvent, commitsEventOf } from '../../planners/commits/facts.ts';
import { acceptance, rejection } from '../../planners/commits/plan-decision.ts';
import {
  foldPlans,
  type PlanBook,
  type PlanRecord,
  plansToDecide,
} from '../../planners/commits/planning-fold.ts';
import type { PlanWire } from '../../planners/commits/schema.ts';
import type { Dialogue, DialogueState, MadeThing, Said } from './dialogue.ts';
import { UnheardInput } from './unheard-input.ts';

const ACCEPTED = /^(?:accept(?:ed)?|approved?|yes|ok)[.!]?$/i;
const REJECTED = /^(?:no[.!]?|reject(?:ed)?(?:[\s:,.]+([\s\S]*))?)$/i;

/** What a program may decide on a plan, in the place of words. */
const Decision = z.union([
  z.strictObject({ accept: z.string() }),
  z.strictObject({ reject: z.string(), reason: z.string().optional() }),
]);

/** A plan that waits for a decision. */
export interface PlanWaiting {
  readonly type: 'plan';
  readonly seq: number;
  readonly requestId: string;
  readonly digest: string;
  readonly summary: string;
}

/** Plans from commits in words. What was planned and decided is not undone by a rewind. */
export class CommitsDialogue implements Dialogue {
  #book: PlanBook = new Map();
  #since = new Map<string, number>();
  #unheard = new UnheardInput();
  /** The requests that were given up before a plan was there. */
  #stopped = new Set<string>();
  #last: CommitsEvent | undefined;

  get book(): PlanBook {
    return this.#book;
  }

  accept(fact: Envelope): void {
    const event = commitsEventOf(fact);
    this.#unheard.accept(fact);
    if (fact.type === 'work_cancelled') this.#stop();
    this.#last = event;
    if (event === undefined) return;
    this.#book = foldPlans([event], this.#book);
    if (event.type === 'plan_proposed') this.#since.set(event.requestId, fact.seq);
  }

  /** What becomes of a plan that nobody wants any more says nothing to anybody. */
  told(): string | undefined {
    const last = this.#last;
    if (last === undefined || ('requestId' in last && this.#stopped.has(last.requestId))) return undefined;
    return toldOf(last);
  }

  rewound(): void {}

  /** A dialogue of its own that begins with what stands here. */
  copy(): CommitsDialogue {
    const copy = new CommitsDialogue();
    copy.#book = this.#book;
    copy.#since = new Map(this.#since);
    copy.#unheard = this.#unheard.copy();
    copy.#stopped = new Set(this.#stopped);
    copy.#last = this.#last;
    return copy;
  }

  state(): DialogueState {
    switch (this.#latest?.standing) {
      case 'requested':
        return { type: 'working' };
      case 'failed':
      case 'unsuccessful':
        return { type: 'ended', as: 'failed' };
      case 'accepted':
      case 'succeeded':
        return { type: 'ended', as: 'completed' };
      default:
        return { type: 'asks' };
    }
  }

  asking(): string | undefined {
    return this.#latest?.standing === 'proposed'
      ? 'Answer "accept", or "reject" and why. Anything else is the goal of another plan.'
      : 'Say what the next change is to reach.';
  }

  waiting(): readonly PlanWaiting[] {
    return plansToDecide(this.#book).flatMap(({ request: { requestId }, proposal }): PlanWaiting[] => {
      if (proposal === undefined) return [];
      const { digest, plan } = proposal;
      const seq = this.#since.get(requestId) ?? 0;
      return [{ type: 'plan', seq, requestId, digest, summary: plan.plan_summary }];
    });
  }

  /** Words decide on the latest plan, which is the one that was told last; data names the plan by its digest. */
  meaningOf({ text, data, by }: Said): readonly ProposedFact[] {
    const decision = Decision.safeParse(data).data;
    if (decision) return [this.#decided(decision, by)];
    const latest = this.#latest?.standing === 'proposed' ? this.#latest.proposal : undefined;
    const said = text.trim();
    if (latest && ACCEPTED.test(said)) return [acceptance(this.#book, { ...named(latest), by })];
    const rejected = REJECTED.exec(said);
    if (latest && rejected) {
      const [, reason = ''] = rejected;
      return [rejection(this.#book, { ...named(latest), by, reason })];
    }
    return [{ type: 'user_input', text: this.#unheard.with(text) }];
  }

  made(): readonly MadeThing[] {
    const { proposal } = this.#latest ?? {};
    if (proposal === undefined) return [];
    const { requestId, digest, baseCommit, plan } = proposal;
    return [
      {
        id: 'plan',
        name: 'plan.json',
        description: 'The plan, with the digest that a decision names.',
        json: { requestId, digest, baseCommit, plan },
      },
    ];
  }

  givenUp(): readonly ProposedFact[] {
    return [];
  }

  get #latest(): PlanRecord | undefined {
    return [...this.#book.values()].at(-1);
  }

  #stop(): void {
    for (const [requestId, { standing }] of this.#book) {
      if (standing === 'requested') this.#stopped.add(requestId);
    }
  }

  #decided(decision: z.infer<typeof Decision>, by: string): ProposedFact {
    const digest = 'accept' in decision ? decision.accept : decision.reject;
    const plan = this.waiting().find((wait) => wait.digest === digest);
    if (plan === undefined) {
      throw new ConflictError({
        expected: `a plan with the digest ${digest} to wait for a decision`,
        actual: 'none',
        fix: 'Take the digest from the plan as it was told last. Nothing was appended.',
      });
    }
    const { requestId } = plan;
    if ('accept' in decision) return acceptance(this.#book, { requestId, digest, by });
    const { reason = '' } = decision;
    return rejection(this.#book, { requestId, digest, by, reason });
  }
}

function named({ requestId, digest }: { readonly requestId: string; readonly digest: string }) {
  return { requestId, digest };
}

function toldOf(event: CommitsEvent): string | undefined {
  switch (event.type) {
    case 'plan_proposed':
      return planText(event.plan);
    case 'plan_failed':
      return `There is no plan. Expected ${event.expected}; got ${event.actual}. ${event.fix}`;
    case 'plan_accepted':
      return `The plan was accepted. It has ${event.tasks.length} tasks.`;
    case 'plan_rejected':
      return 'The plan was rejected.';
    case 'plan_concluded':
      return event.outcome === 'succeeded' ? 'The plan was carried out.' : 'The plan did not work out.';
    case 'commit_card_added':
    case 'plan_requested':
    case 'plan_attempted':
      return undefined;
    default:
      return event satisfies never;
  }
}

function planText({ plan_summary, rationale, steps, validation, risks }: PlanWire): string {
  const listed = (title: string, items: readonly string[]) => [
    '',
    title,
    ...items.map((item) => `- ${item}`),
  ];
  return [
    plan_summary,
    '',
    rationale,
    '',
    ...steps.map(({ title, intent }, at) => `${at + 1}. ${title}: ${intent}`),
    ...listed('Done when:', validation),
    ...listed('Risks:', risks),
  ].join('\n');
}
