import { localUser } from '../../../../host/local-user.ts';
import type { FactStore } from '../../../../journal/store.ts';
import type { OpenSession } from '../../../../sessions/open-session.ts';
import type { Sessions } from '../../../../sessions/sessions.ts';
import { type SetupFlags, setupFromFlags } from '../../aliases/setup-flags.ts';
import { CliError } from '../../error.ts';
import type { Invocation } from '../../invocation.ts';

/** The author of messages in a session. */
export interface PlannerChoice extends SetupFlags {
  /** The id of a planner. Without one, the person writes. */
  readonly planner?: string | undefined;
  /** Whether drafts are sent without asking. */
  readonly auto?: boolean;
}

/** Creates a session for talking, with the chosen planner set up. */
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
    // Without a setup it never runs, and the person writes.
    planner: planner ?? conversationPlanner(sessions),
    id,
    title,
    config,
    mode: auto ? 'auto' : 'approve',
    by: localUser(),
  });
}

/** Rejects options that contradict each other. */
export function checkChoice({ planner, auto }: PlannerChoice): void {
  if (planner !== undefined || !auto) return;
  throw new CliError('usage', {
    summary: '--auto needs a planner: without one there are no drafts to send.',
    fix: 'Name a planner that drafts, or leave --auto out.',
  });
}

/** Any planner for conversations with another agent. */
function conversationPlanner({ registry }: Sessions): string {
  const found = registry.entries.find(({ module }) => module.talks === 'agent');
  if (found) return found.module.id;
  throw new TypeError('no planner talks to other agents');
}
