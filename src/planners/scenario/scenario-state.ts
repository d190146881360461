import { isFinal } from '../../harness/conversation/task-status.ts';
import type { ConversationFact } from '../../harness/facts.ts';
import type { RedactedFact } from '../../journal/fact.ts';
import { BEFORE_CONVERSATION, type ConversationState, conversationAfter } from '../conversation.ts';

/** A conversation, and the tool that ended the last turn. */
export interface ScenarioState extends ConversationState {
  readonly call?: { readonly callId: string; readonly name: string } | undefined;
  /** The last successful tool, until this side sends a message. */
  readonly lastTool?: string | undefined;
  /** The same once a turn ended without a message after it. */
  readonly endedBy?: string | undefined;
}

/** A conversation without messages. */
export const BEFORE_SCENARIO: ScenarioState = BEFORE_CONVERSATION;

/** The conversation after one more fact. */
export function scenarioAfter(before: ScenarioState, fact: ConversationFact | RedactedFact): ScenarioState {
  const state = { ...before, ...conversationAfter(before, fact) };
  switch (fact.type) {
    case 'tool_call':
      return { ...state, call: { callId: fact.callId, name: fact.name } };
    case 'tool_result':
      return fact.ok && fact.callId === state.call?.callId ? { ...state, lastTool: state.call.name } : state;
    case 'sleep':
      return { ...state, endedBy: state.lastTool };
    case 'status_changed':
      // Messages after the end belong to another conversation.
      return isFinal(fact.a2a) ? { ...state, lastTool: undefined, endedBy: undefined } : state;
    case 'remote_sent':
      return { ...state, lastTool: undefined, endedBy: undefined };
    default:
      return state;
  }
}
