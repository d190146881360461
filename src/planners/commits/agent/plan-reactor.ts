import { realpath } from 'node:fs/promises';
import { isAbsolute, relative, resolve } from 'node:path';
import { z } from 'zod';
import type { Envelope, ProposedFact } from '../../../journal/fact.ts';
import { canonicalJson } from '../../../journal/integrity/canonical-json.ts';
import { type Redact, redactionOf } from '../../../kernel/secret-redaction.ts';
import type { Reactor, ReactorContext } from '../../../kernel/work/reactor.ts';
import type { AgentBackend } from '../../../machine/agents/agent-backend.ts';
import { modelBackend } from '../../../machine/agents/model.ts';
import { workTreeRoot } from '../../../machine/git/worktree.ts';
import type { Llm } from '../../../model/llm.ts';
import { PlanningError, planningErrorOf } from '../error.ts';
import { interruptedWork } from '../evolution/carry-out/interrupted-work.ts';
import { type CommitEvidence, type CommitsEventOf, commitsFacts } from '../facts.ts';
import { evaluationIn, evaluationJson, readEvaluations } from '../history/evaluation-shape.ts';
import { repeatedPlan } from '../plan/novelty.ts';
import { planDigest } from '../plan/plan-decision.ts';
import { type PlanningSettings, settingsFromEnv } from '../settings.ts';
import type { ChunkCache } from '../trajectory/chunk-cache.ts';
import { modelSummariser } from '../trajectory/model-summariser.ts';
import { cancellationOf } from './cancellation.ts';
import { BACKEND_NAMES, installedBackend, loadBackend } from './load-backend.ts';
import { type AttemptTiming, type AttemptWords, PlanningAgent } from './planning-agent.ts';
import type { CommitPlanningContext } from './planning-request.ts';
import { redactionFor } from './redaction.ts';
import { type RepositorySources, requestFromRepository } from './repository-request.ts';

/** Options of {@link planReactor}. */
export interface PlanReactorOptions {
  /** Default: from the environment. A request overrides the backend and the mode. */
  readonly settings?: PlanningSettings;
  /** The directories that may contain repositories. Default: the current one. */
  readonly roots?: readonly string[];
  /** The backend for every plan, regardless of the request. */
  readonly backend?: AgentBackend;
  /** Summarizes long trajectories, and is the default model of the backend `model`. */
  readonly llm?: Llm | undefined;
  readonly cache?: ChunkCache;
  /** A source of evaluations, besides the git notes of commits. */
  readonly evaluations?: Pick<RepositorySources, 'evaluationOf' | 'evaluator' | 'notesRef'>;
  readonly progress?: (line: string) => void;
}

const Request = z.object(commitsFacts.plan_requested.shape);
const PLANNING = 'commits.plan';

/**
 * A reactor that makes the plans requested by `plan_requested` facts, and records them with the usage of each attempt.
 */
export function planReactor(options: PlanReactorOptions = {}): Reactor<Envelope> {
  return {
    name: PLANNING,
    reactsTo: ['plan_requested'],
    act: (fact, context) => act(fact, context, options),
  };
}

async function act(
  fact: Envelope,
  context: ReactorContext,
  options: PlanReactorOptions,
): Promise<ProposedFact[]> {
  const { signal, writeAttachment } = context;
  const request = Request.parse(fact);
  const { requestId } = request;
  const newAttempts: PlanAttempt[] = [];
  const cutOff = await attemptCutOff(request, fact.seq, context);
  const attempts = async () => [
    ...cutOff,
    ...(await Promise.all(
      newAttempts.map(async ({ timing, words, backend }) => ({
        ...attemptFact({ ...timing, attempt: timing.attempt + cutOff.length }, requestId, backend),
        ...(await storedWords(words, writeAttachment)),
      })),
    )),
  ];
  const cancellation = cancellationOf(context, fact.seq);
  try {
    const proposal = await proposalFor(request, cancellation.signal, options, (attempt) =>
      newAttempts.push(attempt),
    );
    return [...(await attempts()), proposal];
  } catch (failure) {
    const error = planningErrorOf(failure);
    signal.throwIfAborted();
    if (cancellation.isCancelled)
      return [...(await attempts()), { type: 'plan_failed', requestId, ...CANCELLED }];
    // A retry would fail in the same way: the person decides what to change.
    if (!(error instanceof PlanningError)) throw error;
    const { code, summary, fix } = error;
    const redact = redactionIn(options);
    const reported = { summary: redact(summary), fix: redact(fix) };
    return [...(await attempts()), { type: 'plan_failed', requestId, code, ...reported }];
  } finally {
    cancellation.end();
  }
}

/** The usage of an attempt whose process died counts too. */
async function attemptCutOff(
  { requestId, backend }: z.infer<typeof Request>,
  target: number,
  { journal }: ReactorContext,
): Promise<readonly CommitsEventOf<'plan_attempted'>[]> {
  const claims = await journal.facts({ from: target + 1 });
  const { seconds = 0 } = interruptedWork(claims, { work: PLANNING, target }) ?? {};
  if (seconds === 0) return [];
  const timing = { attempt: 1, status: 'failed', durationSeconds: seconds, error: 'interrupted' } as const;
  return [attemptFact(timing, requestId, backend)];
}

const CANCELLED = {
  code: 'cancelled',
  summary: 'The planning was stopped.',
  fix: 'Request the plan again when you want it.',
} as const;

async function proposalFor(
  request: z.infer<typeof Request>,
  signal: AbortSignal,
  options: PlanReactorOptions,
  onAttempt: (attempt: PlanAttempt) => void,
): Promise<CommitsEventOf<'plan_proposed'>> {
  const { roots, llm, cache, progress, evaluations } = options;
  const { requestId, repository, mode, earlierPlans } = request;
  const own = options.settings ?? settingsFromEnv();
  const wanted = options.backend ? request.backend : backendNamed(request.backend);
  const settings = {
    ...own,
    // If no agent is installed, the model of the session plans.
    backend: wanted === 'auto' && llm ? (installedBackend(own) ?? 'model') : wanted,
    validationMode: mode,
  };
  const root = await allowedRoot(repository, roots);
  const env = { ...process.env, ...settings.env, ...settings.extraEnv };
  const summaries = llm && { summarise: modelSummariser(llm, signal, env), model: llm.id, cache };
  const prepared = await requestFromRepository(
    { ...request, root, experimentRoot: request.root },
    { settings, signal, ...summaries, ...evaluationsOf(request, evaluations) },
  );
  const usual =
    settings.backend === 'model' && settings.model === undefined && llm ? modelBackend(llm) : undefined;
  const backend = options.backend ?? usual ?? (await loadBackend(settings));
  const agent = new PlanningAgent(settings, backend, {
    onAttempt: (timing, words) => onAttempt({ timing, words, backend: settings.backend }),
    ...(progress && { progress }),
  });
  const { plan, origin } = await agent.plan(prepared, { workingDir: root, signal });

  const redact = redactionIn(options);
  // The plan as the journal will store it, for the digest.
  const wire = JSON.parse(canonicalJson(plan.toJSON()));
  const baseCommit = prepared.base.commitHash;
  const repeats = repeatedPlan(wire, baseCommit, earlierPlans);
  return {
    type: 'plan_proposed',
    requestId,
    plan: wire,
    digest: planDigest(requestId, wire),
    origin,
    baseCommit,
    ...(backend.demo && { demo: true as const }),
    evidence: [prepared.base, ...prepared.inspirations].map((commit) => evidenceOf(commit, redact)),
    ...(repeats && { repeats }),
  };
}

/** Evaluations in the request take precedence over those of the host. */
function evaluationsOf(
  { metrics }: Pick<z.infer<typeof Request>, 'metrics'>,
  known: PlanReactorOptions['evaluations'],
): PlanReactorOptions['evaluations'] {
  if (metrics === undefined) return known;
  const source = 'the metrics of the request';
  const given = evaluationIn(readEvaluations(evaluationJson(metrics, source), source));
  return { ...known, evaluationOf: (commit) => given(commit) ?? known?.evaluationOf?.(commit) };
}

interface PlanAttempt {
  /** The name of the backend in use. */
  readonly backend: string;
  readonly timing: AttemptTiming;
  readonly words: AttemptWords;
}

/** Stores prompts and answers as attachments, which facts name by hash. */
async function storedWords(
  { prompt, answer }: AttemptWords,
  write: ReactorContext['writeAttachment'],
): Promise<Pick<CommitsEventOf<'plan_attempted'>, 'promptSha256' | 'answerSha256'>> {
  const stored = async (text: string) => await write(new TextEncoder().encode(text));
  return {
    promptSha256: await stored(prompt),
    ...(answer !== undefined && answer !== '' && { answerSha256: await stored(answer) }),
  };
}

function redactionIn({ settings }: PlanReactorOptions): Redact {
  return settings ? redactionFor(settings) : redactionOf(process.env);
}

/** A commit message may contain anything, and a journal keeps it for good. */
function evidenceOf(
  { commitHash, subject, metrics, trajectoryMeta }: CommitPlanningContext,
  redact: Redact,
): CommitEvidence {
  const uniqueSteps = trajectoryMeta?.lca === null ? undefined : trajectoryMeta?.uniqueStepsCount;
  return {
    commitHash,
    subject: redact(subject),
    metrics: metrics.map(({ name, value, unit }) => ({
      name: redact(name),
      value,
      ...(unit !== undefined && { unit: redact(unit) }),
    })),
    ...(typeof uniqueSteps === 'number' && { uniqueSteps }),
  };
}

/**
 * A fact may come from anybody who can write to the journal, so it may name only built-in backends, never a module to
 * load.
 */
export function backendNamed(backend: string): string {
  if (BACKEND_NAMES.some((name) => name === backend)) return backend;
  throw new PlanningError('unknown-backend', {
    expected: `one of ${BACKEND_NAMES.join(', ')}`,
    actual: JSON.stringify(backend),
    fix: 'Request the plan with a backend by its name.',
  });
}

/** The root of a repository, if it is in an allowed directory. */
export async function allowedRoot(
  repository: string,
  roots: readonly string[] = [process.cwd()],
): Promise<string> {
  const root = await workTreeRoot(repository);
  const [place, ...allowed] = await Promise.all([root, repository, ...roots].map(real));
  const [asked, ...within] = allowed;
  const isInside = (path: string | undefined) =>
    path !== undefined &&
    within.some((top) => {
      const way = relative(top, path);
      return !way.startsWith('..') && !isAbsolute(way);
    });
  // The repository that contains an allowed directory is allowed too.
  if (isInside(place) || isInside(asked)) return root;
  throw new PlanningError('repository-refused', {
    summary: `${repository} is not in an allowed directory (${roots.join(', ')}).`,
    fix: 'Plan for a repository there, or start the host with that directory among its roots.',
  });
}

async function real(path: string): Promise<string> {
  return await realpath(resolve(path)).catch(() => resolve(path));
}

function attemptFact(
  { attempt, status, durationSeconds, error, usage }: AttemptTiming,
  requestId: string,
  backend: string,
): CommitsEventOf<'plan_attempted'> {
  return {
    type: 'plan_attempted',
    requestId,
    attempt,
    status,
    backend,
    durationSeconds,
    ...(error !== undefined && { error }),
    ...(usage && { usage: { ...usage } }),
  };
}
