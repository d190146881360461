import type { Envelope } from '../../../journal/fact.ts';
import { sha256 } from '../../../journal/sha256.ts';
import type { Reactor } from '../../../kernel/reactor.ts';
import { offerBranch } from '../../../machine/git/commit-change.ts';
import { GitError } from '../../../machine/git/error.ts';
import { findCommit } from '../../../machine/git/git.ts';
import { PlanningError } from '../error.ts';
import { commitsEventOf } from '../facts.ts';
import { allowedRoot } from '../plan-reactor.ts';
import type { CarryOutOptions } from './carry-out-options.ts';
import { stateOf } from './evolution-projection.ts';

/** Gives the best commit of an evolution that stopped a branch. What is checked out stays as it is. */
export function bestReactor({ roots }: CarryOutOptions = {}): Reactor<Envelope> {
  return {
    name: 'commits.best',
    reactsTo: ['evolution_stopped'],
    async act(fact, { journal }) {
      const event = commitsEventOf(fact);
      if (event?.type !== 'evolution_stopped' || event.best === undefined) return [];
      const { evolutionId, best } = event;
      const evolution = (await stateOf(journal)).evolutions.get(evolutionId);
      if (evolution === undefined || evolution.offered?.commit === best) return [];
      try {
        const root = await allowedRoot(evolution.setup.repository, roots);
        if ((await findCommit(root, best)) === undefined) return [];
        const name = `wayfold-best-${sha256(`${journal.id} ${evolutionId}`).slice(0, 8)}`;
        const branch = await offerBranch(root, name, best, evolution.offered?.commit);
        return [{ type: 'best_offered', evolutionId, branch, commit: best }];
      } catch (error) {
        // It is still known by its hash, and whoever lacks the repository cannot give it a branch.
        if (error instanceof GitError || error instanceof PlanningError) return [];
        throw error;
      }
    },
  };
}
