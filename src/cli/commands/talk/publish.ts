import { ledgerOf } from '../../../harness/ledger.ts';
import { reconfigurePlanner } from '../../../harness/reconfigure.ts';
import { publishSession, unpublishSession } from '../../../host/a2a/publish.ts';
import { openSession, type Session } from '../../../host/session.ts';
import { plannerRegistry } from '../../config/planner-registry.ts';
import { CliError } from '../../error.ts';
import { type Invocation, withStore } from '../../invocation.ts';
import { configFor, createTalkSession, type PlannerChoice } from './talk-session.ts';

/** Those of which it is known how they are set up. */
const PLANNERS = ['drafter', 'scenario', 'tasks', 'trip', 'commits'] as const;

export interface PublishOptions extends PlannerChoice {
  readonly name?: string;
  readonly description?: string;
}

/** Lets other agents reach a session of this store, wherever its server runs. With a planner, one is begun if need be. */
export async function publish(
  invocation: Invocation,
  id: string,
  options: PublishOptions,
): Promise<undefined> {
  const { output } = invocation;
  const { planner, name, description } = options;
  await withStore(invocation, { create: planner !== undefined }, async (store) => {
    const registry = plannerRegistry();
    const isNew = planner !== undefined && (await store.describe(id)) === undefined;
    const session = isNew
      ? await createTalkSession(invocation, { store, registry, id, title: name ?? id }, options)
      : await openSession(store, registry, id);
    checkPlanner(session, planner);
    await setUp(invocation, session, options);
    await publishSession(session.journal, { name, description });
  });
  const card = `/a2a/${encodeURIComponent(id)}/.well-known/agent-card.json`;
  if (output.json) await output.value({ session: id, published: true, card });
  else await output.line(`${id} is published. Its card is at ${card} of \`wayfold up\`.`);
  return undefined;
}

function checkPlanner({ journal, entry }: Session, wanted: PlannerChoice['planner']): void {
  if (wanted === undefined || wanted === entry.planner.id) return;
  throw new CliError('usage', {
    expected: `the planner of session ${journal.id}, ${entry.planner.id}`,
    actual: wanted,
    fix: 'Leave --planner out, or publish another session.',
  });
}

/** A session that was begun for something else may never have been set up, and would leave everybody waiting. */
async function setUp(
  invocation: Invocation,
  { journal, entry: { planner } }: Session,
  options: PublishOptions,
): Promise<void> {
  const ledger = await ledgerOf(journal);
  if (ledger.archived || ledger.configuredSeq(planner.id) > 0) return;
  const known = PLANNERS.find((id) => id === planner.id);
  const config = known && (await configFor({ ...options, planner: known }, invocation));
  if (config === undefined) return;
  await reconfigurePlanner(journal, {
    planner,
    config,
    ready: true,
    mode: options.auto ? 'auto' : 'approve',
  });
}

export async function unpublish(invocation: Invocation, id: string): Promise<undefined> {
  const { output } = invocation;
  const was = await withStore(invocation, { create: false }, async (store) => {
    const { journal } = await openSession(store, plannerRegistry(), id);
    return await unpublishSession(journal);
  });
  if (output.json) await output.value({ session: id, published: false });
  else await output.line(was ? `${id} is no longer published.` : `${id} was not published.`);
  return undefined;
}
