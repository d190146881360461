import { type Envelope, REDACTED } from '../../journal/fact.ts';

/**
 * What a fact is to somebody who looks along a journal, the most notable last: where many facts share one place, the
 * most notable of them shows.
 */
export const FACT_KINDS = [
  'bookkeeping',
  'other',
  'erased',
  'private',
  'plan',
  'config',
  'public',
  'person',
  'decision',
  'failure',
] as const;

export type FactKind = (typeof FACT_KINDS)[number];

/** One kind for all facts of a type, or another one for those whose field says that something failed. */
type KindRule = FactKind | { readonly usually: FactKind; readonly fails: (fact: Fields) => boolean };
type Fields = Readonly<Record<string, unknown>>;

const unlessFailed = (usually: FactKind, field: string, failed: unknown): KindRule => ({
  usually,
  fails: (fact) => fact[field] === failed,
});

/** The one table of kinds, by the types of facts of all planners. */
const RULES: Readonly<Record<string, KindRule>> = {
  claimed: 'bookkeeping',
  reaction_settled: 'bookkeeping',
  pass_settled: 'bookkeeping',
  model_used: 'bookkeeping',
  reaction_failed: 'failure',

  session_created: 'config',
  session_archived: 'config',
  session_reopened: 'config',
  session_renamed: 'config',
  session_published: 'config',
  session_unpublished: 'config',
  planner_configured: 'config',
  rewound: 'config',

  status_changed: unlessFailed('public', 'a2a', 'failed'),
  remote_received: 'public',
  remote_sent: 'public',

  user_input: 'person',
  user_guidance: 'person',
  user_answer: 'person',
  ClarificationReceived: 'person',

  session_paused: unlessFailed('decision', 'cause', 'limit'),
  session_resumed: 'decision',
  compose_approved: 'decision',
  compose_dismissed: 'decision',
  work_cancelled: 'decision',
  plan_accepted: 'decision',
  plan_rejected: 'decision',
  plan_concluded: unlessFailed('decision', 'outcome', 'failed'),
  TasksCancelled: 'decision',

  attachment_added: 'private',
  agent_question: 'private',
  tool_call: 'private',
  tool_result: unlessFailed('private', 'ok', false),
  sleep: 'private',
  a2a_task_opened: 'private',
  a2a_message_taken: 'private',
  ClarificationRequested: 'private',

  compose_intent: 'plan',
  TasksPlanned: 'plan',
  TaskDispatched: 'plan',
  TaskStatusUpdated: unlessFailed('plan', 'status', 'Failed'),
  ContextCompacted: 'plan',
  PlanningCompleted: 'plan',
  trip_understood: 'plan',
  itinerary_generated: 'plan',
  itinerary_regenerated: 'plan',
  itinerary_imported: 'plan',
  itinerary_mutated: 'plan',
  trip_undone: 'plan',
  trip_redone: 'plan',
  trip_started_over: 'plan',
  planner_action: 'plan',
  commit_card_added: 'plan',
  plan_requested: 'plan',
  plan_attempted: unlessFailed('plan', 'status', 'failed'),
  plan_proposed: 'plan',
  ToolInvoked: unlessFailed('plan', 'success', false),
  SessionRolledBack: 'plan',

  planner_error: 'failure',
  send_failed: 'failure',
  plan_failed: 'failure',
  TaskRetryScheduled: 'failure',

  [REDACTED]: 'erased',
};

/** What a fact is to somebody who looks along a journal. */
export function kindOf(fact: Envelope): FactKind {
  const rule = Object.hasOwn(RULES, fact.type) ? RULES[fact.type] : undefined;
  if (rule === undefined) return 'other';
  if (typeof rule === 'string') return rule;
  return rule.fails({ ...fact }) ? 'failure' : rule.usually;
}
