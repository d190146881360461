import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { conversationProjection } from '../../src/harness/conversation/conversation.ts';
import { digestOf } from '../../src/harness/drafts/digest.ts';
import { configuredPlanner, conversationFacts } from '../../src/harness/facts.ts';
import { nextStep } from '../../src/harness/pass/next-step.ts';
import { agentLinkOf } from '../../src/host/a2a/connected/agent-link.ts';
import { a2aFacts } from '../../src/host/a2a/facts.ts';
import { publishedTasksOf } from '../../src/host/a2a/published/published-tasks.ts';
import { effectiveLimits } from '../../src/host/admission.ts';
import { HostFold, hostFacts } from '../../src/host/engine/host-fold.ts';
import { hostPauseFacts, hostPausing } from '../../src/host/host-journal.ts';
import { allFactTypes } from '../../src/host/kept-facts.ts';
import { sessionPausing } from '../../src/host/pausing.ts';
import { createRegistry } from '../../src/host/registry.ts';
import type { Envelope, ProposedFact } from '../../src/journal/fact.ts';
import type { FactTypes } from '../../src/journal/fact-types.ts';
import { type Journal, memoryStore, openJournal } from '../../src/journal/index.ts';
import { isSpendingUnknown, reachedLimit } from '../../src/kernel/limits/spending.ts';
import { stateOf } from '../../src/kernel/projection/follow.ts';
import { keepsOfSchema } from '../../src/kernel/projection/kept-fields.ts';
import { acceptAll } from '../../src/kernel/projection/projection.ts';
import { ClaimFold } from '../../src/kernel/work/claim-fold.ts';
import { builtInModules } from '../../src/planners/built-in.ts';
import { nextSteps } from '../../src/planners/commits/evolution/next-steps.ts';
import { applyFact, NO_PLANS } from '../../src/planners/commits/session-fold.ts';
import { afterTripFact, EMPTY_TRIP } from '../../src/planners/trip/conversation-fold.ts';
import { SimulatedClock } from '../../src/testing/index.ts';
import { ROUTE_66 } from '../trip-fixture.ts';
import { markedFacts } from './marked-facts.ts';

const registry = createRegistry(builtInModules());
const TYPES = allFactTypes(registry);
const HASH = 'a'.repeat(64);
const NOW = Date.UTC(2026, 0, 1);
const LIMITS = { tokens: 100 };
const CAP = 3;

/** The fact types that limit or stop something. */
const LIMITING = Object.entries(TYPES).flatMap(([type, declared]) => (keepsOfSchema(declared) ? type : []));

const draft = (composeId: string) => ({ type: 'compose_intent', composeId, text: composeId, digest: HASH });
const soon = new Date(NOW + 20_000).toISOString();

/** What can happen in a session of any planner, by the type of the fact. */
const STEPS: readonly ProposedFact[] = [
  { type: 'session_created', title: 'T', plannerId: 'drafter' },
  { type: 'status_changed', a2a: 'input-required' },
  { type: 'status_changed', a2a: 'completed' },
  { type: 'remote_received', messageId: 'm1', text: 'hello' },
  { type: 'remote_received', messageId: 'm2', text: 'hello again' },
  { type: 'user_guidance', gid: 'g', text: 'be kind' },
  draft('c1'),
  draft('c2'),
  ...['c1', 'c2'].flatMap((composeId) => [
    { type: 'compose_approved', composeId, digest: digestOf({ composeId, text: composeId }), by: 'ann' },
    { type: 'compose_dismissed', composeId, by: 'ann' },
    { type: 'send_failed', composeId, error: 'no' },
    { type: 'remote_sent', messageId: `sent-${composeId}`, text: composeId, composeId },
  ]),
  { type: 'compose_dismissed', composeId: 'c1', regenerate: true },
  { type: 'agent_question', qid: 'q1', prompt: 'really?' },
  { type: 'agent_question', qid: 'q2', prompt: 'sure?' },
  { type: 'user_answer', qid: 'q1', text: 'yes' },
  { type: 'work_cancelled', reason: 'enough' },
  { type: 'rewound', toSeq: 2 },
  ...(['auto', 'approve'] as const).flatMap((mode) =>
    [true, false].map((ready) => ({
      type: 'planner_configured',
      plannerId: 'drafter',
      mode,
      seed: null,
      configSha256: HASH,
      ready,
    })),
  ),
  { type: 'session_paused', cause: 'person', by: 'ann', reason: 'lunch' },
  { type: 'session_paused', cause: 'limit', limit: 'tokens', spent: 9, allowed: 9 },
  { type: 'session_resumed', by: 'ann' },
  { type: 'session_resumed', by: 'ann', limits: { tokens: 500 } },
  { type: 'session_archived' },
  { type: 'session_reopened' },
  { type: 'session_published', name: 'Desk' },
  { type: 'session_unpublished' },
  { type: 'agent_connected', cardUrl: 'https://example.com/card.json', name: 'Weather' },
  { type: 'agent_disconnected', by: 'ann' },
  { type: 'a2a_task_opened', taskId: 't1', contextId: 'x' },
  { type: 'a2a_context_forked', contextId: 'y', session: 'j-context-1' },
  { type: 'a2a_context_opened', contextId: 'x', publishedSession: 'j' },
  { type: 'a2a_answered', taskId: 't1', status: 'completed', messageId: 'm9' },
  { type: 'a2a_message_taken', messageId: 'm9', taskId: 't' },
  { type: 'model_used', work: 'plan', model: 'm', usage: { inputTokens: 60, outputTokens: 0 } },
  { type: 'pass_step_committed' },
  { type: 'pass_settled', triggers: { inbound: 3 }, outcome: 'committed' },
  {
    type: 'pass_settled',
    triggers: {},
    outcome: 'committed',
    records: [{ prompt: HASH, answer: HASH, usage: { inputTokens: 70, outputTokens: 0 } }],
  },
  { type: 'planner_error', code: 'runaway', message: 'stop', stage: 'guard', attempts: 9 },
  { type: 'claimed', work: 'plan', target: 1, worker: 'w', until: soon },
  { type: 'claimed', work: 'send', target: 2, worker: 'w', until: soon },
  { type: 'reaction_settled', work: 'send', target: 2 },
];

/** What claims are on. */
const FIRST: readonly ProposedFact[] = [
  { type: 'session_created', title: 'T', plannerId: 'drafter' },
  { type: 'remote_received', messageId: 'm0', text: 'hi' },
];

/** Everything that somebody, or nobody, may do in a session. */
async function allowedIn(journal: Journal<Envelope>): Promise<ReadonlySet<string>> {
  const facts = await journal.facts();
  const conversation = await stateOf(journal, conversationProjection());
  const { ledger, triggers } = conversation;
  const { open } = ledger.drafts;
  const latest = open.at(-1)?.seq ?? 0;
  const { pauses, spending } = await stateOf(journal, sessionPausing);
  const claims = acceptAll(new ClaimFold(), facts);
  const setup = facts.reduce<ReturnType<typeof configuredPlanner>>(
    (last, fact) => configuredPlanner(fact) ?? last,
    undefined,
  );
  const mode = setup?.ready ? setup.mode : 'approve';
  const step = nextStep(conversation, { mode, runawayCap: CAP, nativeFrom: 1, now: NOW + 1 });
  const isApproved = new Set(facts.flatMap(({ type, seq }) => (type === 'compose_approved' ? seq : [])));
  const isUnknown = isSpendingUnknown(spending, pauses);
  const reached = reachedLimit(spending.spent, effectiveLimits(LIMITS, pauses.raised), { isUnknown });
  const { contexts } = await publishedTasksOf(journal);
  const task = (await publishedTasksOf(journal)).find('t1');
  const isWaiting = step.type === 'rest' && /sending|draft-waiting|held|question/.test(step.reason);
  const mayWork = setup?.ready && !pauses.pause && !ledger.archived && reached === undefined;
  return new Set([
    ...(pauses.pause ? [] : ['work']),
    ...(reached ? [] : ['spend']),
    ...(ledger.archived ? [] : ['use']),
    ...(setup?.ready ? ['plan with its setup', `${setup.mode} mode`] : []),
    ...((await publishedTasksOf(journal)).publication ? ['reach from outside'] : []),
    ...((await agentLinkOf(journal)) ? ['talk to an agent'] : []),
    ...['x', 'y'].flatMap((id) => (contexts.takes(id) ? [`talk here in context ${id}`] : [])),
    ...(task && !/completed|failed|canceled/.test(task.status) ? ['go on with the task'] : []),
    ...(mayWork && (step.type !== 'rest' || isWaiting) ? ['plan'] : []),
    ...(mayWork && mode === 'auto' && ledger.commitsAlone < CAP && !triggers.isWithdrawn(latest)
      ? open.flatMap((each) => (each.approval || each.failure ? [] : [`approve ${each.composeId} alone`]))
      : []),
    ...open.flatMap(({ composeId, approval }) => {
      if (approval) return isApproved.has(approval.seq) ? [`send ${composeId}`] : [];
      return [`decide on ${composeId}`];
    }),
    ...['plan 1', 'send 2'].filter((name) => {
      const [work = '', target] = name.split(' ');
      const standing = claims.statusOf(work, Number(target));
      return standing.type === 'free' || (standing.type === 'held' && standing.until < NOW + 2);
    }),
    ...['m1', 'm2'].filter((id) => !ledger.hasMessage(id)).map((id) => `take ${id} in`),
  ]);
}

/** Checks that erasing one fact, by its declaration or with nothing left of it, allows nothing more. */
async function allowsNothingMore(
  history: readonly ProposedFact[],
  types: FactTypes,
  allowed: (journal: Journal<Envelope>) => Promise<ReadonlySet<string>>,
  isExcused: (type: string, right: string) => boolean = () => false,
): Promise<void> {
  const clock = new SimulatedClock(NOW);
  const opened = async (erased?: number, keep?: readonly string[]) => {
    const journal = openJournal(memoryStore(), 'j', { facts: types, clock }) as unknown as Journal<Envelope>;
    await journal.append(history);
    if (erased !== undefined) await journal.redact(erased, keep ? { keep } : {});
    return journal;
  };
  const before = await allowed(await opened());
  for (const [at, { type }] of history.entries()) {
    if (!LIMITING.includes(type)) continue;
    for (const keep of [undefined, []]) {
      const after = await allowed(await opened(at + 1, keep));
      const more = [...after].filter((right) => !before.has(right) && !isExcused(type, right));
      expect({ erased: type, keep, more }).toEqual({ erased: type, keep, more: [] });
    }
  }
}

describe('erasing a limit or stop', () => {
  it('permits nothing in a session that was forbidden before', async () => {
    const isOnce = (facts: readonly ProposedFact[]) =>
      facts.filter(({ type }) => type === 'a2a_task_opened').length < 2;
    const history = fc.array(fc.constantFrom(...STEPS), { minLength: 2, maxLength: 9 }).filter(isOnce);
    // A message of which not even the id is left cannot be told from one that never came.
    const isExcused = (type: string, right: string) =>
      /^(?:remote_received|remote_sent)$/.test(type) && /^take|^decide|^plan$|alone$/.test(right);
    await fc.assert(
      fc.asyncProperty(history, (facts) =>
        allowsNothingMore([...FIRST, ...facts], { ...conversationFacts, ...a2aFacts }, allowedIn, isExcused),
      ),
      { numRuns: 75 },
    );
  });

  it('permits nothing to a host that was forbidden before', async () => {
    const steps: readonly ProposedFact[] = [
      { type: 'host_paused', cause: 'person', by: 'ann' },
      { type: 'host_resumed', by: 'ann' },
      { type: 'session_hosted', session: 'a' },
      { type: 'sessions_paired', first: 'a', second: 'b' },
      { type: 'sessions_paired', first: 'c', second: 'd' },
      { type: 'sessions_unpaired', first: 'a', second: 'b', by: 'ann' },
    ];
    const allowed = async (journal: Journal<Envelope>) => {
      const { pause } = await stateOf(journal, hostPausing);
      const { pairs, hosted } = acceptAll(new HostFold(), await journal.facts());
      return new Set([
        ...(pause ? [] : ['work']),
        ...pairs.map(({ first, second }) => `${first} to ${second}`),
        ...[...hosted].map((id) => `run ${id}`),
      ]);
    };
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...steps), { minLength: 1, maxLength: 7 }), (facts) =>
        allowsNothingMore(facts, { ...hostFacts, ...hostPauseFacts }, allowed),
      ),
      { numRuns: 60 },
    );
  });

  it('leaves no plan to decide on again, and no attempt unpaid', async () => {
    const [requested, proposed, ...others] = [
      'requested',
      'proposed',
      'failed',
      'accepted',
      'rejected',
      'concluded',
    ].map((name) => fact(`plan_${name}`, { requestId: 'r' }));
    const attempted = fact('plan_attempted', { requestId: 'r', usage: { inputTokens: 1, outputTokens: 0 } });
    const rest = fc.array(fc.constantFrom(...others, attempted), { minLength: 1, maxLength: 4 });
    const allowed = async (journal: Journal<Envelope>) => {
      const { plans } = (await journal.facts()).reduce(applyFact, NO_PLANS);
      const { spending } = await stateOf(journal, sessionPausing);
      return new Set([
        ...[...plans.values()].map(({ standing }) => (standing === 'proposed' ? 'decide' : 'nothing')),
        ...[...plans.values()].flatMap(({ tasks }) => (tasks ? ['hand over'] : [])),
        ...(spending.spent.tokens === 0 ? ['spend'] : []),
      ]);
    };
    const isExcused = (type: string, right: string) =>
      right === 'nothing' || (type === 'plan_attempted' && right === 'spend');
    await fc.assert(
      fc.asyncProperty(rest, (facts) =>
        allowsNothingMore([requested, proposed, ...facts] as ProposedFact[], TYPES, allowed, isExcused),
      ),
      { numRuns: 40 },
    );
  });

  it('lets no evolution do, spend or decide more than before', async () => {
    const evolutionId = 'e';
    const metrics = [{ name: 'ms', value: 9 }];
    const started = fact('evolution_started', {
      evolutionId,
      evaluators: ['node bench.mjs'],
      objective: { metric: 'ms', direction: 'lower' },
      measures: [],
      budget: { seconds: 50 },
      rounds: 2,
      candidates: 1,
      parallel: 1,
      memoryLimitMb: 64,
    });
    const about = { requestId: 'e-1-1' };
    const asked = fact('plan_requested', { ...about, evolution: { evolutionId, round: 1, candidate: 1 } });
    const proposed = fact('plan_proposed', about);
    const made = fact('change_made', { ...about, seconds: 30 });
    const evaluated = { evolutionId, status: 'measured', metrics, seconds: 30, commit: 'c1' };
    const ofBase = ({ requestId: _, ...base }: ProposedFact & { readonly requestId?: unknown }) =>
      base as ProposedFact;
    const steps = [
      ofBase(fact('evaluation_requested', { evolutionId })),
      ofBase(fact('commit_evaluated', evaluated)),
      asked,
      proposed,
      fact('plan_accepted', about),
      fact('change_requested', about),
      made,
      fact('change_failed', { ...about, seconds: 30 }),
      fact('evaluation_requested', { ...about, evolutionId }),
      fact('commit_evaluated', { ...evaluated, ...about }),
      fact('plan_concluded', about),
      fact('evolution_stopped', { evolutionId, reason: 'person' }),
      fact('evolution_resumed', { evolutionId, budget: { seconds: 500 } }),
    ];
    const allowed = async (journal: Journal<Envelope>) => {
      const facts = await journal.facts();
      const state = facts.reduce(applyFact, NO_PLANS);
      return new Set(nextSteps(state, facts.length).map(({ type }) => type));
    };
    // What ends it, or tells of its end, is no more than it could do.
    const isExcused = (_type: string, right: string) => /_stopped$|_concluded$|_rejected$/.test(right);
    await fc.assert(
      fc.asyncProperty(fc.subarray(steps), (facts) =>
        allowsNothingMore([started, ...facts] as ProposedFact[], TYPES, allowed, isExcused),
      ),
      { numRuns: 60 },
    );
  });

  it('reverts no stop of a trip, and allows no repair without asking', async () => {
    const lock = (anchorId: string, locked: boolean) => ({
      type: 'itinerary_mutated',
      by: 'person',
      mutation: { op: 'UPDATE_ANCHOR', payload: { anchorId, set: { locked } } },
    });
    const [first, second] = ROUTE_66.anchors;
    const nights = (count: number, by: string) => ({
      type: 'itinerary_mutated',
      by,
      mutation: { op: 'UPDATE_ANCHOR', payload: { anchorId: second?.id ?? '', set: { nights: count } } },
    });
    const action = fact('planner_action', { action: { type: 'CONTINUE_PLAN' } });
    const fixed = {
      ...action,
      action: { type: 'AUTO_FIX', change: nights(3, '').mutation, justification: '' },
    };
    const steps = [
      lock(first?.id ?? '', true),
      lock(first?.id ?? '', false),
      lock(second?.id ?? '', true),
      { ...lock(second?.id ?? '', true), by: 'revision' },
      { ...lock(second?.id ?? '', false), by: 'revision' },
      nights(2, 'person'),
      nights(4, 'revision'),
      action,
      fixed,
      { type: 'trip_undone', at: soon },
      { type: 'trip_redone', at: soon },
      ...[true, false].map((autoRepairPlaces) => ({
        type: 'trip_understood',
        wishes: {},
        preferences: { autoRepairPlaces },
        by: 'rules',
      })),
    ];
    const allowed = async (journal: Journal<Envelope>) => {
      const { session } = (await journal.facts()).reduce(afterTripFact, EMPTY_TRIP);
      return new Set([
        ...(session.itinerary?.anchors ?? []).flatMap(({ id, locked }) => (locked ? [] : [`move ${id}`])),
        ...(session.state.preferences.autoRepairPlaces === true ? ['repair'] : []),
      ]);
    };
    const imported = { type: 'itinerary_imported', itinerary: ROUTE_66, format: 'json' };
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...steps), { minLength: 1, maxLength: 7 }), (facts) =>
        allowsNothingMore([imported, ...facts] as unknown as ProposedFact[], TYPES, allowed),
      ),
      { numRuns: 75 },
    );
  });

  it('is tested for every type of fact that declares a limit', () => {
    const tried = new Set(STEPS.map(({ type }) => type));
    const elsewhere =
      /^(?:host_|sessions_|session_hosted|plan_|evolution_|change_|evaluation_|commit_evaluated|trip_|itinerary_|planner_action|Task|Change|Clarification|Plan[A-Z])/;
    expect(LIMITING.filter((type) => !tried.has(type) && !elsewhere.test(type))).toEqual([]);
  });
});

/** A fact of a type, made of its schema. */
function fact(type: string, fields: object): ProposedFact {
  const [made] = markedFacts({ [type]: TYPES[type] ?? {} } as FactTypes, { text: 'text', file: HASH });
  return { ...made, type, ...fields };
}
