import { localUser } from '../../../../host/local-user.ts';
import type { FactStore } from '../../../../journal/store.ts';
import type { OpenSession } from '../../../../sessions/open-session.ts';
import type { Sessions } from '../../../../sessions/sessions.ts';
import { type SetupFlags, setupFromFlags } from '../../aliases/setup-flags.ts';
import { CliError } from '../../error.ts';
import type { Invocation } from '../../invocation.ts';

/** Who writes in a session. */
export interface PlannerChoice extends SetupFlags {
  /** The id of a planner. Without one, the person does. */
  readonly planner?: string | undefined;
  /** Whether drafts are sent without asking. */
  readonly auto?: boolean;
}

/** Begins a session for talking, with the planner that was chosen set up. */
export async function createTalkSession(
  invocation: Invocation,
  {
    sessions,
    store,
    id,
    title,
  }: {
    readonly sessions: Sessions;
    readonly store: FactStore;
    readonly id: string;
    readonly title: string;
  },
  choice: PlannerChoice,
): Promise<OpenSession> {
  const { planner, auto } = choice;
  if (planner !== undefined) sessions.registry.get(planner);
  const config =
    planner === undefined ? undefined : await setupFromFlags(planner, choice, { invocation, store });
  return await sessions.create({
    // Without a setup it never runs, and what is said comes from the person.
    planner: planner ?? conversationPlanner(sessions),
    id,
    title,
    config,
    mode: auto ? 'auto' : 'approve',
    by: localUser(),
  });
}

/** The choices that make no sense. */
export function checkChoice({ planner, auto }: PlannerChoice): void {
  if (planner !== undefined || !auto) return;
  throw new CliError('usage', {
    summary: '--auto needs a planner: without one there are no drafts to send.',
    fix: 'Name a planner that drafts, or leave --auto out.',
  });
}

/** A planner of conversations with another agent, whichever there is. */
function conversationPlanner({ registry }: Sessions): string {
  const found = registry.entries.find(({ module }) => module.talks === 'agent');
  if (found) return found.module.id;
  throw new TypeError('no planner talks to other agents');
}
