import {
  openHostJournal,
  recordHosted,
  recordPaired,
  recordUnpaired,
} from '../../../../host/engine/host-fold.ts';
import { localUser } from '../../../../host/local-user.ts';
import { checkTransport } from '../../../../host/transport.ts';
import { withSessions } from '../../config/open-sessions.ts';
import { CliError } from '../../error.ts';
import type { Invocation } from '../../invocation.ts';

/** Pairs two sessions through the servers of the store. */
export async function pair(invocation: Invocation, first: string, second: string): Promise<undefined> {
  const { output } = invocation;
  if (first === second)
    throw refused(`${first} cannot be paired with itself.`, 'Name another session, or a fork of this one.');
  await withSessions(invocation, { create: false }, async (sessions, store) => {
    for (const id of [first, second]) {
      const session = await sessions.open(id);
      const { archived, ready, module } = await session.view();
      if (module.talks !== 'agent')
        throw refused(
          `${id} is a session of ${module.id}, which does not talk to other agents.`,
          'Pair sessions whose planners draft messages.',
        );
      if (archived) throw refused(`${id} is archived.`, 'Reopen it first.');
      await checkTransport(store, session.journal, 'session');
      if (!ready) output.note(`${id} is not set up yet, and does not reply until it is.`);
    }
    const journal = openHostJournal(store);
    await recordPaired(journal, { first, second });
    for (const id of [second, first]) await recordHosted(journal, id);
  });
  if (output.json) await output.value({ first, second, paired: true });
  else
    await output.line(
      `${first} and ${second} talk to each other while \`wayfold up\` runs. ${first} begins.`,
    );
  return undefined;
}

/** Ends the pairing of two sessions. */
export async function unpair(invocation: Invocation, first: string, second: string): Promise<undefined> {
  const { output } = invocation;
  await withSessions(invocation, { create: false }, async (_, store) => {
    await recordUnpaired(openHostJournal(store), { first, second, by: localUser() });
  });
  if (output.json) await output.value({ first, second, paired: false });
  else await output.line(`${first} and ${second} no longer talk to each other.`);
  return undefined;
}

function refused(summary: string, fix: string): CliError {
  return new CliError('usage', { summary, fix });
}
