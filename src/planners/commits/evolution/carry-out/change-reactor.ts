import { z } from 'zod';
import type { Envelope, ProposedFact } from '../../../../journal/fact.ts';
import { sha256 } from '../../../../journal/integrity/sha256.ts';
import type { Reactor, ReactorContext } from '../../../../kernel/work/reactor.ts';
import type { AgentBackend, TokenUsage } from '../../../../machine/agents/agent-backend.ts';
import { inAgentChange } from '../../../../machine/agents/agent-change.ts';
import { CODING_AGENTS } from '../../../../machine/agents/agent-names.ts';
import { bounded, onOneLine } from '../../../../machine/bounded-text.ts';
import { changeBetween, commitTree, treeOf } from '../../../../machine/git/commit-change.ts';
import { findCommit, git, resolveCommit } from '../../../../machine/git/git.ts';
import { cancellationOf } from '../../agent/cancellation.ts';
import { installedBackend, loadBackend } from '../../agent/load-backend.ts';
import { allowedRoot, backendNamed } from '../../agent/plan-reactor.ts';
import { redactionFor } from '../../agent/redaction.ts';
import { PlanningError, planningErrorOf } from '../../error.ts';
import type { CommitsEventOf } from '../../facts.ts';
import type { SessionPlan } from '../../session-fold.ts';
import { evolutionFacts } from '../evolution-facts.ts';
import { protectedPathsOf } from '../evolution-fold.ts';
import { stateOf } from '../evolution-projection.ts';
import { changedProtected, type ProtectedFiles } from '../measure/protected-files.ts';
import { type CarryOutOptions, checkCarriesOut, settingsIn } from './carry-out-options.ts';
import { interruptedWork } from './interrupted-work.ts';
import { carryOutPrompt } from './plan-prompt.ts';
import { repairedFor } from './repair-plan.ts';

const Request = z.object(evolutionFacts.change_requested.shape);
const MAX_SUMMARY_LENGTH = 8000;
const MAX_TOUCHED = 20;
const CHANGING = 'commits.change';

/** A reactor that has a coding agent carry out plans, each in a separate worktree, and records the resulting commit. */
export function changeReactor(options: CarryOutOptions = {}): Reactor<Envelope> {
  return {
    name: CHANGING,
    reactsTo: ['change_requested'],
    act: (fact, context) => act(fact, context, options),
  };
}

async function act(
  fact: Envelope,
  context: ReactorContext,
  options: CarryOutOptions,
): Promise<readonly ProposedFact[]> {
  const { requestId, backend, base } = Request.parse(fact);
  const plan = (await stateOf(context.journal)).plans.get(requestId);
  if (plan?.work?.step !== 'changing' || plan.work.requestedAt !== fact.seq) return [];
  const claims = await context.journal.facts({ from: fact.seq + 1 });
  const earlier = interruptedWork(claims, { work: CHANGING, target: fact.seq })?.seconds ?? 0;
  // Interrupted work was paid for too.
  const started = performance.now() - earlier * 1000;
  const spent: { usage?: TokenUsage } = {};
  const failed = (code: string, reason: string): readonly ProposedFact[] => [
    {
      type: 'change_failed',
      requestId,
      code,
      reason,
      seconds: secondsSince(started),
      ...usageOf(spent.usage),
    },
  ];
  const cancellation = cancellationOf(context, fact.seq);
  try {
    checkCarriesOut(options);
    return await changed({
      plan,
      base,
      backend,
      started,
      spent,
      signal: cancellation.signal,
      context,
      options,
    });
  } catch (error) {
    context.signal.throwIfAborted();
    if (cancellation.isCancelled) return failed('cancelled', 'Somebody stopped it.');
    const failure = planningErrorOf(error);
    if (!(failure instanceof PlanningError)) throw failure;
    const redact = redactionFor(settingsIn(options));
    return failed(failure.code, redact(`${failure.summary} ${failure.fix}`));
  } finally {
    cancellation.end();
  }
}

interface Work {
  readonly plan: SessionPlan;
  readonly base: string;
  readonly backend: string;
  readonly started: number;
  readonly spent: { usage?: TokenUsage };
  readonly signal: AbortSignal;
  readonly context: ReactorContext;
  readonly options: CarryOutOptions;
}

async function changed(work: Work): Promise<readonly ProposedFact[]> {
  const { plan, started, spent, signal, context, options } = work;
  const { request, proposal } = plan;
  const { requestId, goal, constraints } = request;
  if (proposal === undefined) return [];
  const settings = settingsIn(options);
  const redact = redactionFor(settings);
  const root = await allowedRoot(request.repository, options.roots);
  const base = await resolveCommit(root, work.base);
  const key = sha256(context.idempotencyKey).slice(0, 16);
  const ref = request.evolution
    ? `refs/wayfold/${context.journal.id.replace(/[^A-Za-z0-9_-]+/g, '-').slice(0, 60)}/${key}`
    : `refs/heads/wayfold-plan-${key.slice(0, 8)}`;
  const repaired = await repairedFor({ requestId, proposal, mode: request.mode, root, base });
  const facts: readonly ProposedFact[] = repaired ? [repaired] : [];
  const wire = repaired?.plan ?? proposal.plan;
  const agent = await agentFor(work.backend, options);
  const name = agent.name ?? 'agent';
  const guarded = await protectedOf(plan, context);
  const changeFacts = async (commit: string, summary: string): Promise<readonly ProposedFact[]> => {
    const { diff, files } = await changeBetween(root, base, commit);
    // The text without secrets and invalid characters, because a journal keeps it for good.
    const clean = (text: string) => redact(text.toWellFormed().replaceAll('\0', ''));
    const change: CommitsEventOf<'change_made'> = {
      type: 'change_made',
      requestId,
      agent: name,
      base,
      commit,
      tree: await treeOf(root, commit),
      ref,
      summary: bounded(clean(summary), MAX_SUMMARY_LENGTH),
      diff: clean(diff),
      files: files.map((file) => ({ ...file, path: clean(file.path) })),
      ...(guarded && {
        touched: (await changedProtected(root, guarded, commit)).slice(0, MAX_TOUCHED).map(clean),
      }),
      seconds: secondsSince(started),
      ...usageOf(spent.usage),
    };
    return [...facts, change];
  };
  // The previous process died after the commit was made, so the agent is not called again.
  const known = await findCommit(root, ref);
  if (known !== undefined) return await changeFacts(known, await bodyOf(root, known));

  options.progress?.(`${name} carries out ${requestId}, from ${base.slice(0, 10)}`);
  const prompt = carryOutPrompt(wire, { goal, constraints });
  const timeoutMs = settings.timeoutSeconds * 1000;
  return await inAgentChange(
    { root, base, key, backend: agent, prompt, timeoutMs, signal },
    async ({ answer, tree, invocation }) => {
      if (invocation.usage) spent.usage = invocation.usage;
      signal.throwIfAborted();
      const question = /^\s*QUESTION:\s*(\S[\s\S]*)$/.exec(answer)?.[1]?.trim();
      const refused = (code: string, reason: string): readonly ProposedFact[] => [
        ...facts,
        {
          type: 'change_failed',
          requestId,
          code,
          reason,
          seconds: secondsSince(started),
          ...usageOf(spent.usage),
        },
      ];
      if (question !== undefined)
        return refused('question', redact(`The agent asks: ${bounded(question, 1000)}`));
      if (tree === undefined) return refused('no-change', 'The agent changed no file.');
      const title = bounded(onOneLine(redact(wire.plan_summary)), 72);
      const message = `${title}\n\n${redact(answer)}\n\nMade by ${name} for plan ${requestId}.\n`;
      const commit = await commitTree(root, { tree, parents: [base], message });
      await git(root, ['update-ref', ref, commit]);
      return await changeFacts(commit, answer);
    },
  );
}

/** The protected files of a plan's evolution, as they were before any candidate. */
async function protectedOf(
  { request: { evolution } }: SessionPlan,
  { journal }: ReactorContext,
): Promise<ProtectedFiles | undefined> {
  const found = evolution && (await stateOf(journal)).evolutions.get(evolution.evolutionId);
  return found?.base && { from: found.base.commit, paths: protectedPathsOf(found) };
}

async function agentFor(wanted: string, options: CarryOutOptions): Promise<AgentBackend> {
  if (options.backend) return options.backend;
  const settings = settingsIn(options);
  const name = backendNamed(wanted);
  const backend = name === 'auto' ? (installedBackend(settings) ?? 'auto') : name;
  if (backend !== 'model') return await loadBackend({ ...settings, backend });
  throw new PlanningError('carry-out-refused', {
    summary: 'A language model cannot carry out a plan: it cannot change files.',
    fix: `Choose ${CODING_AGENTS.join(', ')} or command as the backend.`,
  });
}

/** The agent's message, from the body of the commit. */
async function bodyOf(root: string, commit: string): Promise<string> {
  const body = await git(root, ['log', '-1', '--no-show-signature', '--format=%b', commit, '--']);
  return body.replace(/\n*Made by .+ for plan .+\.\s*$/, '').trim();
}

function usageOf(usage: TokenUsage | undefined): { readonly usage?: TokenUsage } {
  if (usage === undefined) return {};
  const { inputTokens, outputTokens, cost } = usage;
  return { usage: { inputTokens, outputTokens, ...(cost !== undefined && { cost }) } };
}

function secondsSince(started: number): number {
  return Math.round(performance.now() - started) / 1000;
}
