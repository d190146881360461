import type { FactStore } from '../../../journal/store.ts';
import { workTreeRoot } from '../../../machine/git/worktree.ts';
import { CliError } from '../error.ts';
import type { Invocation } from '../invocation.ts';
import { scenarioText, seedOfScenario } from './scenario/scenario-file.ts';

/** Options of `talk` and `publish` that belong to one planner. */
export interface SetupFlags {
  readonly scenario?: string;
  readonly as?: string;
  /** A directory in the repository to plan for. */
  readonly repo?: string;
}

/** The setup from these options, in the form of a link's seed; empty for other planners. */
export async function setupFromFlags(
  planner: string,
  { scenario, as, repo = '.' }: SetupFlags,
  { invocation, store }: { readonly invocation: Invocation; readonly store: FactStore },
): Promise<Readonly<Record<string, unknown>>> {
  switch (planner) {
    case 'scenario':
      if (scenario === undefined) throw scenarioNeeded();
      return await seedOfScenario(await scenarioText(scenario, invocation), {
        myAgentId: as,
        store,
        clock: invocation.clock,
      });
    case 'commits':
      return { repository: await workTreeRoot(repo) };
    default:
      return {};
  }
}

function scenarioNeeded(): CliError {
  return new CliError('usage', {
    summary: 'The scenario planner needs a scenario.',
    fix: 'See `wayfold scenario list` for the built-in ones.',
  });
}
