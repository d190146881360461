import { isFinal } from '../../../harness/conversation/task-status.ts';
import { conversationFact, erasedType, type ProposedConversationFact } from '../../../harness/facts.ts';
import type { Fact } from '../../../journal/fact.ts';
import { isPlainObject } from '../../../journal/integrity/canonical-json.ts';
import { spoken } from '../bargaining/offline-knowledge.ts';
import type { ScenarioTool } from '../file/scenario.ts';
import type { Decision } from './decision.ts';

/** The answers to the question whether a tool may commit the side. */
const APPROVE = 'Approve';
const DECLINE = 'Decline';

const YES = /^(?:approved?|yes|y|ok|okay|sure|agreed|go ahead|do it|sign(?: it)?|ja)[.!]*$/i;

/** How many facts are searched: a turn that asks ends with the question. */
const MAX_SINCE_QUESTION = 900;

type Proposed<Type extends string> = Extract<ProposedConversationFact, { readonly type: Type }>;

/** A call that would commit the side, and the principal's answer. */
export interface WaitingCall {
  readonly callId: string;
  readonly tool: string;
  readonly args: unknown;
  /** Whether it may be made; `undefined` if there was no answer but another message. */
  readonly isApproved: boolean | undefined;
  /** The answer. */
  readonly answer?: string;
}

/** The facts that ask the principal whether a call may be made. The call is recorded without a result. */
export function questionFacts(
  { toolName, description }: ScenarioTool,
  { args, reasoning }: Pick<Decision, 'args' | 'reasoning'>,
  { callId, qid }: { readonly callId: string; readonly qid: string },
): readonly [call: Proposed<'tool_call'>, question: Proposed<'agent_question'>] {
  const values = isPlainObject(args) ? Object.entries(args) : [];
  const listed = values.map(([name, value]) => `- ${spoken(name)}: ${shown(value)}`);
  return [
    { type: 'tool_call', callId, name: toolName, args, ...(reasoning && { why: reasoning }) },
    {
      type: 'agent_question',
      qid,
      callId,
      prompt: [
        `May I ${spoken(toolName)}? This commits your side and ends the conversation. ${description}`,
        ...listed,
      ].join('\n'),
      required: true,
      options: [APPROVE, DECLINE],
      placeholder: 'Approve, or say what to do instead',
    },
  ];
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The call that waits for an answer, or has one and was not made yet. */
export function waitingCall(facts: readonly Fact[]): WaitingCall | undefined {
  const results = new Set<string>();
  const answers = new Map<string, string>();
  const questions = new Map<string, string>();
  for (let at = facts.length - 1; at >= Math.max(0, facts.length - MAX_SINCE_QUESTION); at--) {
    const read = facts[at];
    // It may be the result of the call, which is not made twice.
    if (read && erasedType(read) === 'tool_result') return undefined;
    const fact = read && RELEVANT.test(read.type) ? conversationFact(read) : undefined;
    switch (fact?.type) {
      case 'status_changed':
        if (isFinal(fact.a2a)) return undefined;
        break;
      case 'user_answer':
        if (!answers.has(fact.qid)) answers.set(fact.qid, fact.text);
        break;
      case 'tool_result':
        results.add(fact.callId);
        break;
      case 'agent_question':
        if (fact.callId !== undefined) questions.set(fact.callId, fact.qid);
        break;
      case 'tool_call': {
        const qid = questions.get(fact.callId);
        if (qid === undefined || results.has(fact.callId)) break;
        const answer = answers.get(qid);
        return {
          callId: fact.callId,
          tool: fact.name,
          args: fact.args,
          isApproved: answer === undefined ? undefined : YES.test(answer.trim()),
          ...(answer !== undefined && { answer }),
        };
      }
    }
  }
  return undefined;
}

const RELEVANT = /^(?:status_changed|user_answer|tool_call|tool_result|agent_question)$/;

/** Why a call was not made, for the model. */
export function declinedText({ isApproved, answer }: WaitingCall): string {
  if (isApproved === undefined)
    return 'It was not approved: something else was said first. Take that into account.';
  return answer === undefined || answer === DECLINE
    ? 'The one you act for does not want it. Do not call it again before they say so.'
    : `The one you act for does not want it yet, and says: ${answer}`;
}
