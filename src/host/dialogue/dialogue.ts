import type { Envelope, Fact, ProposedFact } from '../../journal/fact.ts';

/** How what somebody asked of a planner can end. */
export type DialogueEnd = 'completed' | 'failed' | 'canceled' | 'rejected';

/** Where the work of a planner stands, for whoever it works for. */
export type DialogueState =
  | { readonly type: 'working' }
  /** It waits for words: a question, a choice, a decision, or something to do at all. */
  | { readonly type: 'asks' }
  | { readonly type: 'ended'; readonly as: DialogueEnd };

/** What somebody said: words and, where a program speaks, data. */
export interface Said {
  readonly text: string;
  readonly data?: unknown;
  /** Who said it; decisions name them. */
  readonly by: string;
}

/** Something that a planner has made, as plain JSON. */
export interface MadeThing {
  /** The same for every version of it. */
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly json: unknown;
}

/**
 * A conversation in words with a planner that plans on what a person says, kept up fact by fact. It is the one place that
 * knows what words are to such a planner and what its facts are in words: every surface that only has words goes by it.
 */
export interface Dialogue {
  /** Takes the next fact in, bookkeeping left out. */
  accept(fact: Envelope): void;
  /** What the fact that came last is to the person, in words; undefined when it says nothing. */
  told(): string | undefined;
  /** Begins again with what planners see after a rewind. */
  rewound(visible: readonly Fact[]): void;
  state(): DialogueState;
  /** What it waits for, in words that go without what was told before. */
  asking(): string | undefined;
  /** The same as plain data, for programs. */
  waiting(): readonly object[];
  /** The facts that something said is to the planner. Throws a `ConflictError` when it can be none. */
  meaningOf(said: Said): readonly ProposedFact[];
  made(): readonly MadeThing[];
  /** The facts with which nobody wants the work any more. */
  givenUp(): readonly ProposedFact[];
}

/** The dialogue with a planner of which nothing else is known: it is told everything, and is done when it rests. */
export function plainDialogue(): Dialogue {
  return {
    accept() {},
    told: () => undefined,
    rewound() {},
    state: () => ({ type: 'ended', as: 'completed' }),
    asking: () => undefined,
    waiting: () => [],
    meaningOf: ({ text }) => [{ type: 'user_input', text }],
    made: () => [],
    givenUp: () => [],
  };
}

/** What the last of these facts is to the person, in words; undefined when it says nothing. */
export function lastTold(dialogue: Dialogue, facts: readonly Envelope[]): string | undefined {
  for (const fact of facts) dialogue.accept(fact);
  return dialogue.told();
}
