import type { PlannerRegistry } from '../../../host/registry.ts';
import { createSession, type Session } from '../../../host/session.ts';
import type { FactStore } from '../../../journal/store.ts';
import { DEFAULT_COMMITS_CONFIG } from '../../../planners/commits/config.ts';
import { workTreeRoot } from '../../../planners/commits/worktree.ts';
import { DEFAULT_DRAFTER_CONFIG } from '../../../planners/drafter/config.ts';
import { DEFAULT_TASKS_CONFIG } from '../../../planners/tasks/config.ts';
import { DEFAULT_TRIP_CONFIG } from '../../../planners/trip/config.ts';
import { scenarioConfig } from '../../aliases/scenario/scenario-file.ts';
import { CliError } from '../../error.ts';
import type { Invocation } from '../../invocation.ts';

/** Who writes in a session. */
export interface PlannerChoice {
  /** Without one, the person does. */
  readonly planner?: 'drafter' | 'scenario' | 'tasks' | 'trip' | 'commits';
  /** Whether drafts are sent without asking. */
  readonly auto?: boolean;
  readonly scenario?: string;
  readonly as?: string;
  /** A directory inside the repository that `commits` plans for. */
  readonly repo?: string;
}

/** Begins a session for talking, with the planner that was chosen set up. */
export async function createTalkSession(
  invocation: Invocation,
  where: {
    readonly store: FactStore;
    readonly registry: PlannerRegistry;
    readonly id: string;
    readonly title: string;
  },
  choice: PlannerChoice,
): Promise<Session> {
  const { store, registry, id, title } = where;
  const { planner, auto } = choice;
  const config = await configFor(choice, invocation);
  return await createSession(store, registry, {
    id,
    title,
    // Without a setup it never runs, and what is said comes from the person.
    plannerId: planner ?? 'drafter',
    ...(config !== undefined && { config }),
    mode: auto ? 'auto' : 'approve',
  });
}

/** The setup that a planner has by default, or by what was chosen for it. */
export async function configFor(
  { planner, scenario, as, repo = '.' }: PlannerChoice,
  invocation: Invocation,
): Promise<unknown> {
  switch (planner) {
    case undefined:
      return undefined;
    case 'drafter':
      return DEFAULT_DRAFTER_CONFIG;
    case 'scenario':
      if (scenario === undefined) throw scenarioNeeded();
      return await scenarioConfig(scenario, { myAgentId: as }, invocation);
    case 'tasks':
      return DEFAULT_TASKS_CONFIG;
    case 'trip':
      return DEFAULT_TRIP_CONFIG;
    case 'commits':
      return { ...DEFAULT_COMMITS_CONFIG, repository: await workTreeRoot(repo) };
    default:
      return planner satisfies never;
  }
}

/** The choices that make no sense. */
export function checkChoice({ planner, auto }: PlannerChoice): void {
  if (planner !== undefined || !auto) return;
  throw new CliError('usage', {
    expected: '--planner with --auto',
    actual: 'no planner, so that there is nothing to send by itself',
    fix: 'Add --planner drafter, or leave --auto out.',
  });
}

function scenarioNeeded(): CliError {
  return new CliError('usage', {
    expected: '--scenario FILE with --planner scenario',
    actual: 'none',
    fix: 'See `wayfold scenario list` for those that are there.',
  });
}
