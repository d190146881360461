import type { Envelope } from '../../../journal/fact.ts';
import { sha256 } from '../../../journal/integrity/sha256.ts';
import type { Reactor } from '../../../kernel/work/reactor.ts';
import { addNote, type NamedCommit, offerBranch, removeRefs } from '../../../machine/git/commit-change.ts';
import { GitError } from '../../../machine/git/error.ts';
import { findCommit } from '../../../machine/git/git.ts';
import { allowedRoot } from '../agent/plan-reactor.ts';
import { PlanningError } from '../error.ts';
import { commitsEventOf } from '../facts.ts';
import type { CommitsState } from '../session-fold.ts';
import { evaluationOf, sampledFrom } from './archive.ts';
import { candidatesOf, measuredUpTo } from './candidates.ts';
import type { CarryOutOptions } from './carry-out/carry-out-options.ts';
import type { Evolution } from './evolution-fold.ts';
import { stateOf } from './evolution-projection.ts';

/**
 * A reactor that gives the best commit of a stopped evolution a branch, with its measurements in the git note
 * `metrics`, and deletes unused refs. The checkout is not changed.
 */
export function bestReactor({ roots }: CarryOutOptions = {}): Reactor<Envelope> {
  return {
    name: 'commits.best',
    reactsTo: ['evolution_stopped'],
    async act(fact, { journal }) {
      const event = commitsEventOf(fact);
      if (event?.type !== 'evolution_stopped') return [];
      const { evolutionId, best } = event;
      const state = await stateOf(journal);
      const evolution = state.evolutions.get(evolutionId);
      if (evolution === undefined) return [];
      try {
        const root = await allowedRoot(evolution.setup.repository, roots);
        await removeRefs(root, unusedRefs(evolution, state));
        if (best === undefined || evolution.offered?.commit === best) return [];
        if ((await findCommit(root, best)) === undefined) return [];
        const name = `wayfold-best-${sha256(`${journal.id} ${evolutionId}`).slice(0, 8)}`;
        const branch = await offerBranch(root, name, best, evolution.offered?.commit);
        await addNote(root, 'metrics', best, evidenceFor(best, evolution, state));
        return [{ type: 'best_offered', evolutionId, branch, commit: best }];
      } catch (error) {
        // The commit is still known by its hash; a process without the repository cannot create the branch.
        if (error instanceof GitError || error instanceof PlanningError) return [];
        throw error;
      }
    },
  };
}

/** The metrics of the best commit, for later plans. */
function evidenceFor(best: string, evolution: Evolution, state: CommitsState): string {
  const candidates = candidatesOf(evolution, state);
  const measured = measuredUpTo(evolution, candidates).find(({ commit }) => commit === best);
  if (measured === undefined) return '{}';
  const { conclusion } = state.plans.get(measured.requestId ?? '') ?? {};
  const evaluation = {
    ...evaluationOf(measured, evolution.setup),
    ...(conclusion?.note !== undefined && { summary: conclusion.note }),
  };
  return JSON.stringify(evaluation, null, 2);
}

/** The refs of decided candidates that no plan starts from or sees any more. */
function unusedRefs(evolution: Evolution, state: CommitsState): readonly NamedCommit[] {
  const candidates = candidatesOf(evolution, state);
  const used = new Set(
    sampledFrom(measuredUpTo(evolution, candidates), evolution.setup).map(({ commit }) => commit),
  );
  return candidates.flatMap(({ isOver, plan: { work } }) => {
    const { ref, commit } = work?.change ?? {};
    if (!isOver || ref === undefined || commit === undefined || used.has(commit)) return [];
    return ref.startsWith('refs/wayfold/') ? [{ ref, commit }] : [];
  });
}
