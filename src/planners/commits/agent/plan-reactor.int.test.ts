import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { GitRepository } from '../../../../test/cli-stand-ins/git-repository.ts';
import { PLAN } from '../../../../test/cli-stand-ins/stand-in.mjs';
import { createHarness } from '../../../harness/harness.ts';
import { Attachments } from '../../../journal/attachments.ts';
import { memoryStore, openJournal } from '../../../journal/index.ts';
import { react } from '../../../kernel/work/reactor.ts';
import type { AgentBackend, StructuredAgentTask } from '../../../machine/agents/agent-backend.ts';
import { scriptedModel } from '../../../testing/scripted-model.ts';
import { SimulatedClock } from '../../../testing/simulated-clock.ts';
import { CommitsConfig } from '../config.ts';
import { type CommitsEventOf, commitsEventOf, commitsSessionFacts } from '../facts.ts';
import { acceptPlan, rejectPlan } from '../plan/plan-decision.ts';
import { commitsFamily, commitsPlanner } from '../planner.ts';
import { attemptLedger, foldPlans, plansToDecide } from '../planning-fold.ts';
import { settingsFromEnv } from '../settings.ts';
import { type PlanReactorOptions, planReactor } from './plan-reactor.ts';

let repository: GitRepository;
let base: string;
let logs: string;

beforeEach(() => {
  repository = new GitRepository();
  base = repository.commit('Add the parser', { 'parse.js': 'export {};\n' });
  logs = mkdtempSync(join(tmpdir(), 'wayfold-logs-'));
});

afterEach(() => {
  repository.remove();
  rmSync(logs, { recursive: true, force: true });
});

/** A journal of the commit planner, from what a person says to what a reactor records. */
function session(answers: readonly (string | Error)[], config: Partial<CommitsConfig> = {}) {
  const store = memoryStore();
  const journal = openJournal(store, 'commits:1', { facts: commitsSessionFacts });
  const full = CommitsConfig.parse({ repository: repository.directory, ...config });
  const harness = createHarness({
    journal,
    planner: commitsPlanner,
    config: full,
    options: { family: commitsFamily, llm: scriptedModel([]) },
  });
  const tasks: StructuredAgentTask[] = [];
  const backend: AgentBackend = {
    run: async (task) => {
      const answer = answers[Math.min(tasks.push(task), answers.length) - 1] ?? '';
      if (answer instanceof Error) throw answer;
      const usage = { inputTokens: 100, outputTokens: 10, cost: 0.5 };
      return { command: ['fake'], stdout: answer, stderr: '', durationSeconds: 0, usage };
    },
  };
  const settings = settingsFromEnv({ LOGS_BASE_DIR: logs });
  const reactor = planReactor({ settings, backend, roots: [repository.directory], progress: () => {} });
  const events = async () => (await journal.facts()).flatMap((fact) => commitsEventOf(fact) ?? []);
  return {
    store,
    journal,
    tasks,
    events,
    records: async () => foldPlans(await events()),
    /** Names a goal, and lets planner and reactor do their work. */
    ask: async (text: string) => {
      await journal.append([{ type: 'user_input', text }]);
      const { facts } = await harness.runPlanningPass();
      const request = facts.find(({ type }) => type === 'plan_requested');
      if (request === undefined) throw new Error('nothing was requested');
      await react(journal, reactor, request, { worker: 'test' });
    },
  };
}

const proposalIn = (events: readonly { readonly type: string }[]) =>
  events.findLast((event): event is CommitsEventOf<'plan_proposed'> => event.type === 'plan_proposed');

describe('from a goal to tasks', () => {
  test('a goal is requested, planned, accepted, and handed over', async () => {
    const { ask, journal, events, records } = session([JSON.stringify(PLAN)]);
    await ask('Make parsing 2x faster');
    expect((await events()).map(({ type }) => type)).toEqual([
      'plan_requested',
      'plan_attempted',
      'plan_proposed',
    ]);
    const proposal = proposalIn(await events());
    expect(proposal).toMatchObject({
      origin: 'strict',
      baseCommit: base,
      plan: { plan_summary: PLAN.plan_summary },
    });
    expect(plansToDecide(await records())).toHaveLength(1);

    if (proposal === undefined) throw new Error('no proposal');
    const { tasks } = await acceptPlan(journal, proposal);
    expect(tasks).toMatchObject([
      {
        kind: 'Processing',
        attachments: [],
        description: expect.stringMatching(/^Measure\nWhy: Know where time goes/),
      },
      { kind: 'Processing', dependsOn: [1] },
      {
        description: expect.stringMatching(/^Check the whole plan: Cache parsed headers/),
        dependsOn: [1, 2],
      },
    ]);
    expect(plansToDecide(await records())).toEqual([]);
  });

  test('the prompt and answer of a backend are stored with its attempt', async () => {
    const { ask, journal, events } = session(['{"plan', JSON.stringify(PLAN)], { mode: 'strict' });
    await ask('Make parsing 2x faster');
    const attempts = (await events()).flatMap((event) => (event.type === 'plan_attempted' ? [event] : []));
    const texts = await Promise.all(
      attempts.flatMap((attempt) =>
        [attempt.promptSha256, attempt.answerSha256].map(async (hash) =>
          new TextDecoder().decode(await journal.attachments.get(String(hash))),
        ),
      ),
    );
    expect(texts).toEqual([
      expect.stringContaining('Make parsing 2x faster'),
      '{"plan',
      expect.stringContaining('Make parsing 2x faster'),
      JSON.stringify(PLAN),
    ]);
    expect(texts[2]).not.toBe(texts[0]);
  });

  test('text disappears when the facts that quote it, and the attempts, are erased', async () => {
    const { ask, store, journal, events } = session([JSON.stringify(PLAN)]);
    await ask('Make parsing faster for Ada');
    const first = proposalIn(await events());
    if (first === undefined) throw new Error('no proposal');
    await rejectPlan(journal, { ...first, reason: 'Ada said no' });
    await ask('Make parsing faster');
    const hashes = (await events()).flatMap((event) =>
      event.type === 'plan_attempted' ? [event.promptSha256, event.answerSha256] : [],
    );

    const quoting = (await journal.facts()).filter((fact) => JSON.stringify(fact).includes('Ada'));
    expect(quoting.map(({ type }) => type)).toEqual([
      ...['user_input', 'plan_requested'],
      ...['plan_rejected', 'plan_requested'],
    ]);
    const attempts = (await journal.facts()).filter(({ type }) => type === 'plan_attempted');
    for (const { seq } of [...quoting, ...attempts]) await journal.redact(seq);
    const nextDay = new SimulatedClock(Date.now() + 24 * 60 * 60 * 1000);
    await new Attachments(store, nextDay).collect();

    expect(JSON.stringify(await journal.facts())).not.toContain('Ada');
    const left = await Promise.all(hashes.map((hash) => store.getAttachment(String(hash))));
    expect(left).toEqual([undefined, undefined, undefined, undefined]);
  });

  test('attempts, tokens and cost are counted by backend', async () => {
    const { ask, records } = session([new Error('boom'), JSON.stringify(PLAN)], { backend: 'claude' });
    await ask('Faster');
    expect(attemptLedger(await records()).get('claude')).toMatchObject({
      attempts: 2,
      failed: 1,
      inputTokens: 100,
      outputTokens: 10,
      cost: 0.5,
    });
  });

  test('a failed plan is recorded once', async () => {
    const { ask, events, tasks } = session(['nothing'], { mode: 'strict' });
    await ask('Faster');
    expect((await events()).at(-1)).toMatchObject({ type: 'plan_failed', code: 'plan-invalid' });
    expect(tasks).toHaveLength(2);
  });

  test.each([
    ['a base that is not there', { base: 'no-such-branch' }, 'unknown-revision'],
    ['a repository elsewhere', { repository: tmpdir() }, 'no-work-tree'],
  ])('%s fails the plan', async (_, config, code) => {
    const { ask, events } = session([JSON.stringify(PLAN)], config);
    await ask('Faster');
    expect((await events()).at(-1)).toMatchObject({ type: 'plan_failed', code });
  });

  test('a repository outside of the roots is refused', async () => {
    const other = new GitRepository();
    other.commit('First');
    const { ask, events, tasks } = session([JSON.stringify(PLAN)], { repository: other.directory });
    await ask('Faster');
    other.remove();
    expect((await events()).at(-1)).toMatchObject({ type: 'plan_failed', code: 'repository-refused' });
    expect(tasks).toEqual([]);
  });
});

describe('a journal contains no secret of the environment', () => {
  const secret = 'tok-0123456789';
  const settings = () => settingsFromEnv({ LOGS_BASE_DIR: logs, MY_TOKEN: secret });

  async function recorded(
    options: PlanReactorOptions,
    { from = 'HEAD', to = 'HEAD~1' } = {},
  ): Promise<string> {
    const journal = openJournal(memoryStore(), 'commits:1', { facts: commitsSessionFacts });
    const requested = await journal.append([
      {
        type: 'plan_requested',
        requestId: 'plan-1',
        goal: 'Faster',
        repository: repository.directory,
        base: from,
        inspirations: [to],
        constraints: [],
        acceptanceCriteria: [],
        coldStart: false,
        backend: 'codex',
        mode: 'strict',
        earlierPlans: [],
      },
    ]);
    const [request] = requested.ok ? requested.facts : [];
    if (request === undefined) throw new Error('nothing was requested');
    const reactor = planReactor({ settings: settings(), roots: [repository.directory], ...options });
    await react(journal, reactor, request, { worker: 'test' });
    return JSON.stringify(await journal.facts());
  }

  const backend: AgentBackend = {
    run: async () => ({ command: [], stdout: JSON.stringify(PLAN), stderr: '', durationSeconds: 0 }),
  };

  test('from commit messages that a plan is based on', async () => {
    repository.commit(`Log in with ${secret}`);
    repository.commit('Log in otherwise');
    const facts = await recorded({ backend });
    expect(facts).toContain('Log in with [redacted MY_TOKEN]');
    expect(facts).not.toContain(secret);
  });

  test('from the last output of an evaluator', async () => {
    repository.commit('Second');
    const evaluator = [process.execPath, '-e', `console.error('${secret}'); process.exit(1)`];
    const facts = await recorded({ backend, evaluations: { evaluator } });
    expect(facts).toContain('plan_failed');
    expect(facts).toContain('[redacted MY_TOKEN]');
    expect(facts).not.toContain(secret);
  });

  test('from the input of a summarizer', async () => {
    for (let i = 1; i <= 20; i++) repository.commit(`Step ${i} with ${secret}`);
    const llm = scriptedModel(['They made it faster.', 'They made it faster still.']);
    await recorded({ backend, llm }, { from: base, to: 'HEAD' });
    expect(JSON.stringify(llm.requests)).toContain('Step 2 with [redacted MY_TOKEN]');
    expect(JSON.stringify(llm.requests)).not.toContain(secret);
  });
});

describe('earlier plans', () => {
  test('a rejected plan is passed to the next plan, with the reason', async () => {
    const { ask, journal, events, tasks } = session([JSON.stringify(PLAN)]);
    await ask('Make parsing faster');
    const first = proposalIn(await events());
    if (first === undefined) throw new Error('no proposal');
    await rejectPlan(journal, { ...first, reason: 'Caches are not allowed here' });
    await ask('Make parsing faster, really');
    expect(tasks.at(-1)?.prompt).toContain('- rejected: Cache parsed headers (Caches are not allowed here)');
  });

  test('so is a plan that failed in practice', async () => {
    const { ask, journal, events, tasks } = session([JSON.stringify(PLAN)]);
    await ask('Faster');
    const first = proposalIn(await events());
    if (first === undefined) throw new Error('no proposal');
    await acceptPlan(journal, first);
    await journal.append([
      { type: 'plan_concluded', requestId: first.requestId, outcome: 'failed', note: 'It was slower' },
    ]);
    await ask('Faster still');
    expect(tasks.at(-1)?.prompt).toContain('- failed: Cache parsed headers (It was slower)');
  });

  test('a plan that repeats an earlier one for the same commit is marked', async () => {
    const other = {
      ...PLAN,
      plan_summary: 'Rewrite the tokenizer as a table',
      steps: [{ ...PLAN.steps[0], title: 'Build a table', intent: 'Branch less often' }],
    };
    const { ask, events } = session([JSON.stringify(PLAN), JSON.stringify(PLAN), JSON.stringify(other)]);
    await ask('Faster');
    const first = proposalIn(await events());
    await ask('Faster');
    expect(proposalIn(await events())?.repeats).toEqual({ requestId: first?.requestId, similarity: 1 });
    await ask('Faster');
    expect(proposalIn(await events())?.repeats).toBeUndefined();
  });
});

describe('decisions', () => {
  test('one of many concurrent decisions takes effect', async () => {
    const { ask, journal, events } = session([JSON.stringify(PLAN)]);
    await ask('Faster');
    const proposal = proposalIn(await events());
    if (proposal === undefined) throw new Error('no proposal');
    const outcomes = await Promise.allSettled([
      ...Array.from({ length: 5 }, () => acceptPlan(journal, proposal)),
      ...Array.from({ length: 5 }, () => rejectPlan(journal, proposal)),
    ]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const lost = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []));
    expect(new Set(lost)).toEqual(new Set(['conflict']));
    const decisions = (await events()).filter(
      ({ type }) => type === 'plan_accepted' || type === 'plan_rejected',
    );
    expect(decisions).toHaveLength(1);
  });

  test('another digest, or an unknown plan, appends nothing', async () => {
    const { ask, journal, events } = session([JSON.stringify(PLAN)]);
    await ask('Faster');
    const proposal = proposalIn(await events());
    if (proposal === undefined) throw new Error('no proposal');
    const head = await journal.head();
    await expect(acceptPlan(journal, { ...proposal, digest: '0'.repeat(64) })).rejects.toMatchObject({
      code: 'digest-mismatch',
    });
    await expect(acceptPlan(journal, { ...proposal, requestId: 'plan-9' })).rejects.toMatchObject({
      code: 'proposal-not-found',
    });
    expect(await journal.head()).toBe(head);
  });
});
