import { localUser } from '../../../../host/local-user.ts';
import { findCommit } from '../../../../machine/git/git.ts';
import { workTreeRoot } from '../../../../machine/git/worktree.ts';
import { allowedRoot } from '../../../../planners/commits/agent/plan-reactor.ts';
import { commitDetails } from '../../../../planners/commits/history/commit-details.ts';
import { commitOfSession, type KnownCommit } from '../../../../planners/commits/history/session-commit.ts';
import type { CommitsState } from '../../../../planners/commits/session-fold.ts';
import { settingsFromEnv } from '../../../../planners/commits/settings.ts';
import { commitBlocks } from '../../../../planners/commits/view/commit-view.ts';
import type { Sessions } from '../../../../sessions/sessions.ts';
import { takeTurn } from '../../commands/session/session-turn.ts';
import { modelsOf, usualModel } from '../../config/models.ts';
import { withSessions } from '../../config/open-sessions.ts';
import { plannerRegistry } from '../../config/planner-registry.ts';
import { EXIT, type ExitCode } from '../../exit-code.ts';
import type { Invocation } from '../../invocation.ts';
import { printBlocks } from '../../terminal/blocks/blocks.ts';
import { plansOf, proposed } from './decide.ts';
import { ownBackend } from './evolve.ts';
import { type BackendOptions, settingsOf, withoutBlanks } from './planning-flags.ts';

interface CarryOutOptions extends BackendOptions {
  readonly journal: string;
  readonly evaluate: readonly string[];
}

/** Has a coding agent carry out an accepted plan in a separate checkout, in this process, and prints the result. */
export async function carryOut(
  invocation: Invocation,
  plan_id: string,
  options: CarryOutOptions,
): Promise<ExitCode> {
  const settings = settingsOf(invocation, options);
  const evaluators = withoutBlanks(options.evaluate);
  const roots: string[] = [];
  const registry = await plannerRegistry(invocation, undefined, {
    commits: { settings, ...(await ownBackend(settings)), roots, evaluators, carriesOut: true },
  });
  return await withSessions(invocation, { create: false, registry }, async (sessions) => {
    const { session, plan } = await proposed(sessions, options.journal, plan_id);
    roots.push(plan.request.repository);
    const command = {
      type: 'carry-out-plan',
      requestId: plan_id,
      ...(evaluators.length > 0 && { evaluators }),
    };
    const code = await takeTurn(invocation, session, () => session.do(command, { by: localUser() }), {
      llm: await usualModel(invocation),
      openModel: await modelsOf(invocation),
      asks: false,
      stays: true,
      tells: { brief: true },
    });
    // The status of the session is that of its plan, which is still accepted.
    const { work } = (await plansOf(session)).get(plan_id) ?? {};
    const isDone = work?.step === 'changed' || work?.evaluation?.status === 'measured';
    return isDone ? code : EXIT.incomplete;
  });
}

/** Prints a commit: its message, metrics, plan and diff. */
export async function open(
  invocation: Invocation,
  commit: string,
  { journal, repo }: { readonly journal?: string; readonly repo: string },
): Promise<undefined> {
  const { output, env } = invocation;
  const root = await workTreeRoot(repo);
  // Git may have pruned a commit that a session still mentions.
  const hash = (await findCommit(root, commit)) ?? commit;
  const known = await withSessions(invocation, { create: false }, (sessions) =>
    commitIn(sessions, hash, { journal, root }),
  );
  const settings = settingsFromEnv(env);
  const details = await commitDetails(await allowedRoot(root, [root]), hash, { settings, ...known });
  if (output.json) await output.value(details);
  else await printBlocks(invocation, commitBlocks(details));
}

/** The record of a commit in the commit planner's sessions: the first that measured or planned it. */
async function commitIn(
  sessions: Sessions,
  commit: string,
  { journal, root }: { readonly journal: string | undefined; readonly root: string },
): Promise<Omit<KnownCommit, 'repository'>> {
  const ids =
    journal === undefined
      ? (await sessions.list()).filter(({ plannerId }) => plannerId === 'commits').map(({ id }) => id)
      : [journal];
  let planned: Omit<KnownCommit, 'repository'> = { metrics: undefined, plan: undefined, change: undefined };
  for (const id of ids) {
    const session = await sessions.find(id);
    if (session === undefined) continue;
    // A session of the commit planner has its state.
    const state = (await session.view()).at.state as CommitsState;
    const { repository, ...known } = commitOfSession(state, commit, { repository: root });
    if (known.metrics !== undefined) return known;
    if (known.plan !== undefined) planned = known;
  }
  return planned;
}
