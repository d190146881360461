import { conversationFact } from '../harness/facts.ts';
import { createPlannerSetup, type PlannerSetupStore, type SetupSource } from '../harness/planner-setup.ts';
import type { Session } from './session.ts';

/** A setup that follows what the journal says, whoever writes it there. */
export interface FollowedSetup extends SetupSource {
  close(): void;
}

/**
 * The setup that the newest `planner_configured` of a session stands for. `secrets` adds back what never enters a
 * journal.
 */
export async function followSetup(
  { journal, entry }: Session,
  {
    secrets = (config) => config,
    onError,
  }: {
    readonly secrets?: (config: unknown) => unknown;
    readonly onError?: (error: unknown) => void;
  } = {},
): Promise<FollowedSetup> {
  const setup: PlannerSetupStore = createPlannerSetup();
  const { head = 0 } = (await journal.describe()) ?? {};
  let seen = 0;
  const caughtUp = Promise.withResolvers<void>();
  if (head === 0) caughtUp.resolve();
  const unsubscribe = journal.subscribe({ ...(onError && { onError }) }, async (facts) => {
    const configured = facts
      .map((fact) => conversationFact(fact))
      .findLast((fact) => fact?.type === 'planner_configured');
    if (configured?.type === 'planner_configured' && configured.plannerId === entry.planner.id) {
      const bytes = await journal.attachments.get(configured.configSha256);
      const config = secrets(JSON.parse(new TextDecoder().decode(bytes)));
      const { ready, mode } = configured;
      setup.apply({ planner: entry.planner, family: entry.family, config, ready, mode });
    }
    seen = facts.at(-1)?.seq ?? seen;
    if (seen >= head) caughtUp.resolve();
  });
  await caughtUp.promise;
  return { current: setup.current, subscribe: setup.subscribe, close: unsubscribe };
}
