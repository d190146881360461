import { publishSession, unpublishSession } from '../../host/a2a/publish.ts';
import { openSession } from '../../host/session.ts';
import { type Invocation, withStore } from '../invocation.ts';
import { plannerRegistry } from '../planners.ts';
import { createTalkSession, type PlannerChoice } from './talk-session.ts';

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
    const { journal } = isNew
      ? await createTalkSession(invocation, { store, registry, id, title: name ?? id }, options)
      : await openSession(store, registry, id);
    await publishSession(journal, { name, description });
  });
  const card = `/a2a/${encodeURIComponent(id)}/.well-known/agent-card.json`;
  if (output.json) await output.value({ session: id, published: true, card });
  else await output.line(`${id} is published. Its card is at ${card} of \`wayfold up\`.`);
  return undefined;
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
