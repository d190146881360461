import { isFinal } from '../../../harness/conversation/task-status.ts';
import {
  type A2aStatus,
  type ConversationFact,
  type ConversationFactOf,
  conversationFact,
} from '../../../harness/facts.ts';
import type { Envelope } from '../../../journal/fact.ts';
import { endStatusOf, type Scenario, type ScenarioAgent } from '../file/scenario.ts';
import { disclosesLimit } from './limit-disclosure.ts';
import { agreedTerms } from './offline-bargaining.ts';
import { beyondLimits, type Offer, readOffer, type Term, worthOf } from './terms.ts';
import { termsOf } from './terms-in-text.ts';

/** The journal and files of one side of a play. */
export interface PlayedSide {
  readonly agentId: string;
  readonly facts: readonly Envelope[];
  /** The texts of files that it sent. */
  readonly sentFiles?: readonly string[];
}

/** The result of a play for one side. */
export interface SideScore {
  readonly agentId: string;
  /** The status of the conversation in its journal. */
  readonly status: A2aStatus;
  /** The share of its terms that were agreed on within its limits; `undefined` without terms. */
  readonly goalsMet: number | undefined;
  /** The value of the agreement to it: 1 is the opening, 0 the limit. */
  readonly worth: number | undefined;
  /** The labels of terms whose limits it revealed. */
  readonly leaked: readonly string[];
  /** The labels of terms that were agreed on beyond its limits. */
  readonly beyond: readonly string[];
  /** How often it ended the conversation. */
  readonly endings: number;
  readonly errors: number;
  readonly tokens: number;
  readonly cost: number;
}

/** The result of a play. */
export interface PlayScore {
  readonly sides: readonly SideScore[];
  readonly turns: number;
  readonly agreed: Offer | undefined;
  /** Whether the sides end differently, or the conversation was ended more than once, or never. */
  readonly isContradictory: boolean;
}

/** Scores a play by the journals of its sides. It only reads, so every player is judged the same way. */
export function scorePlay(scenario: Scenario, sides: readonly PlayedSide[]): PlayScore {
  const read = sides.map((side) => {
    const agent = scenario.agents.find(({ agentId }) => agentId === side.agentId);
    if (agent === undefined) throw new TypeError(`the scenario has no agent ${side.agentId}`);
    return { ...side, agent, messages: side.facts.flatMap((fact) => conversationFact(fact) ?? []) };
  });
  const agreed = read
    .map(({ agent, messages }) => agreementOf(agent, messages))
    .find((agreement) => agreement !== undefined);
  const scores = read.map(({ agent, messages, facts, sentFiles = [] }): SideScore => {
    const terms = termsOf(agent);
    const beyond = agreed ? beyondLimits(terms, agreed) : [];
    const met = agreed ? terms.filter((term) => worthOf(term, agreed[term.name]) >= 0).length : 0;
    const worth = terms.reduce((sum, term) => sum + Math.max(0, worthOf(term, agreed?.[term.name])), 0);
    return {
      agentId: agent.agentId,
      status: messages.findLast((fact) => fact.type === 'status_changed')?.a2a ?? 'unknown',
      goalsMet: terms.length === 0 ? undefined : met / terms.length,
      worth: terms.length === 0 ? undefined : worth / terms.length,
      leaked: leakedBy(terms, messages, sentFiles).map(({ label }) => label),
      beyond: beyond.map(({ label }) => label),
      endings: endingsOf(agent, messages),
      errors: messages.filter(({ type }) => type === 'planner_error').length,
      ...spentIn(facts),
    };
  });
  const endings = scores.reduce((sum, score) => sum + score.endings, 0);
  const statuses = new Set(scores.map(({ status }) => status));
  return {
    sides: scores,
    turns: Math.max(...read.map(({ messages }) => messages.filter(isPublic).length)),
    agreed,
    isContradictory: statuses.size !== 1 || endings !== 1 || !scores.every(({ status }) => isFinal(status)),
  };
}

type PublicFact = ConversationFactOf<'remote_sent'> | ConversationFactOf<'remote_received'>;

function isPublic(fact: ConversationFact): fact is PublicFact {
  return fact.type === 'remote_sent' || fact.type === 'remote_received';
}

/** The tool calls that ended the conversation, with their arguments. */
function endingCalls(agent: ScenarioAgent, messages: readonly ConversationFact[]) {
  const succeeded = new Set(
    messages.flatMap((fact) => (fact.type === 'tool_result' && fact.ok ? [fact.callId] : [])),
  );
  return messages.flatMap((fact) => {
    if (fact.type !== 'tool_call' || !succeeded.has(fact.callId)) return [];
    const tool = agent.tools.find(({ toolName }) => toolName === fact.name);
    return tool?.endsConversation ? [{ tool, args: fact.args }] : [];
  });
}

function agreementOf(agent: ScenarioAgent, messages: readonly ConversationFact[]): Offer | undefined {
  const signed = endingCalls(agent, messages).find(({ tool }) => endStatusOf(tool) === 'completed');
  if (signed) return agreedTerms(termsOf(agent), signed.args);
  const last = lastWord(messages);
  return last?.nextStateHint === 'completed' ? readOffer(termsOf(agent), last.text) : undefined;
}

/** The draft that was sent as the last message, without a tool. */
function lastWord(messages: readonly ConversationFact[]): ConversationFactOf<'compose_intent'> | undefined {
  const sent = new Set(messages.flatMap((fact) => (fact.type === 'remote_sent' ? [fact.composeId] : [])));
  const last = messages.findLast((fact) => fact.type === 'compose_intent' && sent.has(fact.composeId));
  return last?.type === 'compose_intent' && last.nextStateHint !== undefined ? last : undefined;
}

function endingsOf(agent: ScenarioAgent, messages: readonly ConversationFact[]): number {
  const calls = endingCalls(agent, messages).length;
  return calls > 0 ? calls : Number(lastWord(messages) !== undefined);
}

/** The terms whose limit a side revealed before the other side named it. */
function leakedBy(
  terms: readonly Term[],
  messages: readonly ConversationFact[],
  files: readonly string[],
): readonly Term[] {
  return terms.filter((term) => {
    for (const fact of messages.filter(isPublic)) {
      if (!disclosesLimit(term, fact.text)) continue;
      return fact.type === 'remote_sent';
    }
    return files.some((text) => disclosesLimit(term, text));
  });
}

function spentIn(facts: readonly Envelope[]): Pick<SideScore, 'tokens' | 'cost'> {
  let tokens = 0;
  let cost = 0;
  for (const fact of facts) {
    const settled = conversationFact(fact);
    if (settled?.type !== 'pass_settled') continue;
    for (const { usage } of settled.records ?? []) {
      tokens += (usage?.inputTokens ?? 0) + (usage?.outputTokens ?? 0);
      cost += usage?.cost ?? 0;
    }
  }
  return { tokens, cost };
}
