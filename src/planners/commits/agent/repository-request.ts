import { evaluatorEnvironment } from '../../../machine/agents/agent-environment.ts';
import { resolveCommit } from '../../../machine/git/git.ts';
import { inDetachedWorktree } from '../../../machine/git/worktree.ts';
import { indexFromGit } from '../cards/git-log.ts';
import { commitContext } from '../history/commit-context.ts';
import { evaluationFromCommand, evaluationFromNotes } from '../history/evaluation.ts';
import type { Evaluation } from '../history/evaluation-shape.ts';
import type { PlanningSettings } from '../settings.ts';
import type { CardIndex } from '../trajectory/card-index.ts';
import type { ChunkCache } from '../trajectory/chunk-cache.ts';
import { buildTrajectory, type Summarise } from '../trajectory/trajectory.ts';
import { type EarlierPlan, type Evidence, PlanningAgentRequest } from './planning-request.ts';

/** A request for a plan, in terms of revisions of a repository. */
export interface RepositoryRequest {
  /** The root of a work tree. */
  readonly root: string;
  readonly goal: string;
  readonly base: string;
  /** The first commit of an experiment, which trajectories are counted from. */
  readonly experimentRoot?: string | undefined;
  readonly inspirations: readonly string[];
  readonly constraints: readonly string[];
  readonly acceptanceCriteria: readonly string[];
  readonly iterationHint?: string | undefined;
  readonly coldStart: boolean;
  readonly earlierPlans?: readonly EarlierPlan[];
}

/** The sources of information about commits. */
export interface RepositorySources {
  readonly settings: PlanningSettings;
  /** Evaluations by commit; for commits without one, their git notes are used. */
  readonly evaluationOf?: ((commitHash: string) => Evaluation | undefined) | undefined;
  /** A program that evaluates the base commit, if no other source does. */
  readonly evaluator?: readonly string[] | undefined;
  /** The git notes with evaluations. Default: `metrics`. */
  readonly notesRef?: string | undefined;
  readonly summarise?: Summarise | undefined;
  readonly cache?: ChunkCache | undefined;
  readonly model?: string | undefined;
  /** Cards indexed earlier; by default they are read from the repository. */
  readonly cards?: CardIndex | undefined;
  readonly signal: AbortSignal;
}

/** Collects the input of a plan: commits, evaluations and trajectories. */
export async function requestFromRepository(
  wanted: RepositoryRequest,
  sources: RepositorySources,
): Promise<PlanningAgentRequest> {
  const { root, inspirations, goal, constraints, acceptanceCriteria, coldStart, iterationHint } = wanted;
  const { earlierPlans = [], experimentRoot } = wanted;
  const base = await resolveCommit(root, wanted.base);
  const others = await Promise.all(inspirations.map((revision) => resolveCommit(root, revision)));
  const known = await evaluationFor(root, base, sources);
  const measured = known === undefined ? await measuredBase(root, base, sources) : undefined;

  const from = experimentRoot === undefined ? undefined : await resolveCommit(root, experimentRoot);
  const tips = [base, ...others, ...(from === undefined ? [] : [from])];
  const cards = others.length === 0 ? undefined : await cardsOf(root, tips, sources);
  const contexts = await Promise.all(
    others.map(async (tip) => {
      const { settings, summarise, cache, model } = sources;
      const limits = settings.trajectory;
      const trajectory =
        cards &&
        (await buildTrajectory({ cards, base, tip, root: from, ...limits, summarise, cache, model }));
      return await commitContext(root, tip, {
        trajectory,
        evaluation: await evaluationFor(root, tip, sources),
      });
    }),
  );
  return new PlanningAgentRequest({
    goal,
    constraints,
    acceptanceCriteria,
    iterationHint,
    coldStart,
    earlierPlans: earlierPlans.map(({ summary, outcome, reason }) => ({ summary, outcome, reason })),
    base: await commitContext(root, base, { evaluation: known ?? measured?.evaluation }),
    inspirations: contexts,
    ...(measured && { evidence: [measured.evidence] }),
  });
}

async function evaluationFor(
  root: string,
  commitHash: string,
  { evaluationOf, notesRef }: RepositorySources,
): Promise<Evaluation | undefined> {
  return evaluationOf?.(commitHash) ?? (await evaluationFromNotes(root, commitHash, notesRef));
}

async function measuredBase(
  root: string,
  commitHash: string,
  { evaluator, settings, signal: given }: RepositorySources,
): Promise<{ readonly evaluation: Evaluation | undefined; readonly evidence: Evidence } | undefined> {
  if (evaluator === undefined || evaluator.length === 0) return undefined;
  const env = evaluatorEnvironment(settings);
  const signal = AbortSignal.any([given, AbortSignal.timeout(settings.timeoutSeconds * 1000)]);
  return await inDetachedWorktree(root, commitHash, ({ directory }) =>
    evaluationFromCommand({ command: evaluator, workingDir: directory, commitHash, env, signal }),
  );
}

async function cardsOf(
  root: string,
  tips: readonly string[],
  { cards, signal }: RepositorySources,
): Promise<CardIndex> {
  return cards ?? (await indexFromGit(root, { tips, signal }));
}
