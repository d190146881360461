import type { CommitsConfig } from '../config.ts';
import type { CommitsEventOf } from '../facts.ts';
import type { CommitsState } from '../session-fold.ts';
import type { Evaluation } from './evaluation-shape.ts';

/** A session's information about a commit, besides that of git. */
export interface KnownCommit {
  readonly repository: string;
  readonly metrics: Evaluation['metrics'] | undefined;
  readonly plan:
    | { readonly requestId: string; readonly summary: string; readonly outcome?: string }
    | undefined;
  /** The change by a coding agent, if the commit is one. */
  readonly change: CommitsEventOf<'change_made'> | undefined;
}

/** Finds a commit among the plans and evolutions of a session. */
export function commitOfSession(
  { plans, evolutions }: CommitsState,
  commit: string,
  config: Pick<CommitsConfig, 'repository'>,
): KnownCommit {
  const isMeant = (hash: string | undefined) => hash?.startsWith(commit) ?? false;
  const plan = [...plans.values()].find(({ work }) => isMeant(work?.change?.commit));
  const evolution = [...evolutions.values()].findLast(
    ({ setup, base }) => isMeant(base?.commit) || setup.evolutionId === plan?.request.evolution?.evolutionId,
  );
  const base = isMeant(evolution?.base?.commit) ? evolution?.base : undefined;
  const evidence = [...plans.values()]
    .flatMap(({ proposal }) => proposal?.evidence ?? [])
    .find(({ commitHash, metrics }) => isMeant(commitHash) && metrics.length > 0);
  const newest = [...plans.values()].at(-1)?.request.repository;
  const outcome = plan?.conclusion?.note;
  return {
    repository: plan?.request.repository ?? evolution?.setup.repository ?? newest ?? config.repository,
    metrics: plan?.work?.evaluation?.metrics ?? base?.metrics ?? evidence?.metrics,
    plan: plan && {
      requestId: plan.request.requestId,
      summary: plan.proposal?.plan.plan_summary ?? plan.request.goal,
      ...(outcome !== undefined && { outcome }),
    },
    change: plan?.work?.change,
  };
}
