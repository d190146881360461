import type { Fact } from '../journal/fact.ts';
import type { A2aStatus } from './facts.ts';

/** A kind of fact that starts a pass. The newest such fact is planned for once. */
export interface Trigger {
  /** Its name among the triggers of the family, which `pass_settled` refers to. */
  readonly kind: string;
  /** The type of fact. */
  readonly on: string;
  /** Which facts of that type; default all. */
  when?(fact: Fact): boolean;
  /** A fact type that answers it, so that there is nothing left to plan. */
  readonly answeredBy?: string;
  /** Withdraws a waiting draft, so that the plan can take this into account. */
  readonly withdrawsDraft?: boolean;
  /** Does not start a pass by itself while a question to a person is open. */
  readonly waitsForAnswers?: boolean;
  /** Accepts a draft even if it repeats the last one. */
  readonly takesDuplicates?: boolean;
}

/** What a gate can see. */
export interface GateState {
  readonly status: A2aStatus | undefined;
}

/** When planners of one kind run and how their output ends: plain data and pure functions. */
export interface PlannerFamily {
  readonly triggers: readonly Trigger[];
  /** Whether planning is possible at all; triggers wait until it is. */
  gate(state: GateState): boolean;
  /** The fact types that an output may end in. */
  readonly closing: readonly string[];
  /** The fact types that a rewind keeps although a pass committed them. */
  readonly keeps?: readonly string[];
}

const CLOSING = ['compose_intent', 'agent_question', 'sleep'] as const;

/** Planners that talk to another agent: they run when it is their turn. */
export const conversationFamily: PlannerFamily = {
  triggers: [
    {
      kind: 'status',
      on: 'status_changed',
      when: ({ a2a }) => a2a === 'input-required',
      waitsForAnswers: true,
    },
    { kind: 'inbound', on: 'remote_received', answeredBy: 'remote_sent' },
    { kind: 'guidance', on: 'user_guidance', withdrawsDraft: true },
    { kind: 'answer', on: 'user_answer', withdrawsDraft: true },
    {
      kind: 'regenerate',
      on: 'compose_dismissed',
      when: ({ regenerate }) => regenerate === true,
      takesDuplicates: true,
    },
  ],
  gate: ({ status }) => status === 'input-required',
  closing: CLOSING,
};

interface OwnFamily {
  readonly closing: readonly string[];
  readonly triggers?: readonly Trigger[];
  readonly keeps?: readonly string[];
}

/**
 * Planners that answer a person: they run on `user_input`, on answers to their questions, and on further triggers.
 * `closing` are additional types that their output may end in.
 */
export function userInputFamily({ triggers = [], ...own }: OwnFamily): PlannerFamily {
  const input = { kind: 'input', on: 'user_input', withdrawsDraft: true };
  return wokenFamily({ ...own, triggers: [input, ...triggers] });
}

/** Planners that nobody talks to: they run on answers to their questions, and on further triggers. */
export function wokenFamily({ closing, triggers = [], keeps = [] }: OwnFamily): PlannerFamily {
  return {
    keeps,
    triggers: [...triggers, { kind: 'answer', on: 'user_answer', withdrawsDraft: true }],
    gate: () => true,
    closing: [...CLOSING, ...closing],
  };
}
