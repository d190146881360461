import { FACT_KINDS, type FactKind } from '../../harness/module/fact-kind.ts';
import { runModule } from '../../harness/module/module-failure.ts';
import type { PlannerModule } from '../../harness/module/planner-module.ts';
import { type Envelope, FACT_ERASED, type Fact, REDACTED } from '../../journal/fact.ts';

export { FACT_KINDS, type FactKind };

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

/** The kind of a fact on a timeline; without a module, the kinds of its own facts are unknown. */
export function kindOf(fact: Envelope, module?: PlannerModule): FactKind {
  const own = module && Object.hasOwn(module.facts, fact.type) ? module.facts[fact.type] : undefined;
  if (module && own) {
    const { kind } = own;
    if (typeof kind !== 'function') return kind;
    // An envelope with any other fields is a fact.
    return runModule(module, `facts.${fact.type}.kind`, () => kind(fact as Fact));
  }
  const rule = Object.hasOwn(RULES, fact.type) ? RULES[fact.type] : undefined;
  if (rule === undefined) return 'other';
  if (typeof rule === 'string') return rule;
  return rule.fails({ ...fact }) ? 'failure' : rule.usually;
}
