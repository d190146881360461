import type { MeasuredMetric } from '../../../../src/planners/commits/evolution/evolution-facts.ts';
import type { Evolution } from '../../../../src/planners/commits/evolution/evolution-fold.ts';
import type { PlanLine } from './commits-panel.tsx';

/** The fields of an evolution that the panel needs. */
export interface EvolutionLine {
  readonly setup: Pick<Evolution['setup'], 'evolutionId' | 'base' | 'objective'>;
  readonly base: Pick<NonNullable<Evolution['base']>, 'commit' | 'status' | 'metrics'> | null;
  readonly offered: Pick<NonNullable<Evolution['offered']>, 'commit'> | null;
  /** Why it stopped; null while it runs. */
  readonly stopped?: Evolution['stopped'] | null;
}

/** The fields of a plan that a lineage needs. */
interface CandidatePlan extends Pick<PlanLine, 'standing'> {
  readonly request: Pick<PlanLine['request'], 'requestId' | 'goal' | 'base'> &
    Partial<Pick<PlanLine['request'], 'evolution'>>;
  readonly proposal?: { readonly plan: { readonly plan_summary: string } } | null | undefined;
  readonly work?: CandidateWork | undefined;
}

interface CandidateWork {
  readonly change?: { readonly commit: string } | undefined;
  readonly evaluation?: { readonly status: string; readonly metrics: readonly MeasuredMetric[] } | undefined;
}

/** A commit of an evolution, or a candidate without one. */
export interface LineageEntry {
  /** The commit, or the plan if there is none. */
  readonly id: string;
  readonly commit: string | undefined;
  readonly parent: string | undefined;
  /** Round and number; `Base` for the first commit. */
  readonly name: string;
  readonly status: 'base' | 'best' | 'kept' | 'dropped' | 'failed' | 'stopped' | 'running';
  readonly value: number | undefined;
  readonly summary: string;
}

/** The outcomes of the candidates of an evolution, newest first, and the base last. */
export function lineageOf(
  { setup, base, offered }: EvolutionLine,
  plans: readonly CandidatePlan[],
): readonly LineageEntry[] {
  const { metric } = setup.objective;
  const valueIn = (metrics: readonly MeasuredMetric[] = []) =>
    metrics.find(({ name }) => name === metric)?.value;
  const candidates = plans.flatMap(({ request, proposal, work, standing }): readonly LineageEntry[] => {
    const { evolution, requestId, goal } = request;
    if (evolution?.evolutionId !== setup.evolutionId) return [];
    const commit = work?.change?.commit;
    return [
      {
        id: commit ?? requestId,
        commit,
        parent: request.base,
        name: `${evolution.round}.${evolution.candidate}`,
        status: commit !== undefined && commit === offered?.commit ? 'best' : statusOf(standing, work),
        value: valueIn(work?.evaluation?.metrics),
        summary: proposal?.plan.plan_summary ?? goal,
      },
    ];
  });
  const first: readonly LineageEntry[] = base
    ? [
        {
          id: base.commit,
          commit: base.commit,
          parent: undefined,
          name: 'Base',
          status: base.status === 'failed' ? 'failed' : 'base',
          value: valueIn(base.metrics),
          summary: setup.base,
        },
      ]
    : [];
  // Whose place another one has was stopped before it came to anything.
  const isTakenOver = ({ name }: LineageEntry, at: number) =>
    candidates.slice(at + 1).some((each) => each.name === name);
  const known = candidates.map((each, at) =>
    isTakenOver(each, at) ? { ...each, status: 'stopped' as const } : each,
  );
  return [...known.toReversed(), ...first];
}

function statusOf(standing: PlanLine['standing'], work: CandidateWork | undefined): LineageEntry['status'] {
  switch (standing) {
    case 'succeeded':
      return 'kept';
    case 'unsuccessful':
      return work?.evaluation?.status === 'measured' ? 'dropped' : 'failed';
    case 'rejected':
      return 'dropped';
    case 'failed':
      return 'failed';
    case 'requested':
    case 'proposed':
    case 'accepted':
      return 'running';
    default:
      return standing satisfies never;
  }
}
