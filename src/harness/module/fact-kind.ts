import { type Envelope, FACT_ERASED, REDACTED } from '../../journal/fact.ts';

/**
 * The kinds of facts on a timeline, the most notable last: where many facts share a position, the most notable one
 * shows.
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

/** One of {@link FACT_KINDS}. */
export type FactKind = (typeof FACT_KINDS)[number];

type Fields = Readonly<Record<string, unknown>>;

/** One kind for all facts of a type, or another one for those with a field that means failure. */
type KindRule = FactKind | { readonly usually: FactKind; readonly fails: (fact: Fields) => boolean };

const unlessFailed = (usually: FactKind, field: string, failed: unknown): KindRule => ({
  usually,
  fails: (fact) => fact[field] === failed,
});

/** The kinds of facts that every session may have. Planners declare those of their own. */
const RULES: Readonly<Record<string, KindRule>> = {
  claimed: 'bookkeeping',
  reaction_settled: 'bookkeeping',
  pass_settled: 'bookkeeping',
  model_used: 'bookkeeping',
  [FACT_ERASED]: 'bookkeeping',
  reaction_failed: 'failure',

  session_created: 'config',
  session_archived: 'config',
  session_reopened: 'config',
  session_renamed: 'config',
  session_published: 'config',
  session_unpublished: 'config',
  agent_connected: 'config',
  agent_disconnected: 'config',
  planner_configured: 'config',
  rewound: 'config',

  status_changed: unlessFailed('public', 'a2a', 'failed'),
  remote_received: 'public',
  remote_sent: 'public',

  user_input: 'person',
  user_guidance: 'person',
  user_answer: 'person',

  session_paused: unlessFailed('decision', 'cause', 'limit'),
  session_resumed: 'decision',
  compose_approved: 'decision',
  compose_dismissed: 'decision',
  work_cancelled: 'decision',

  attachment_added: 'private',
  agent_question: 'private',
  tool_call: 'private',
  tool_result: unlessFailed('private', 'ok', false),
  sleep: 'private',
  a2a_context_forked: 'private',
  a2a_context_opened: 'private',
  a2a_task_opened: 'private',
  a2a_message_taken: 'private',

  compose_intent: 'plan',

  planner_error: 'failure',
  send_failed: 'failure',

  [REDACTED]: 'erased',
};

/** The kind of a fact that every session may have; 'other' for the facts of planners. */
export function sessionFactKind(fact: Envelope): FactKind {
  const rule = Object.hasOwn(RULES, fact.type) ? RULES[fact.type] : undefined;
  if (rule === undefined) return 'other';
  if (typeof rule === 'string') return rule;
  return rule.fails({ ...fact }) ? 'failure' : rule.usually;
}
