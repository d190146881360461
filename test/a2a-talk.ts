import { onTestFinished } from 'vitest';
import { approve } from '../src/harness/drafts/decisions.ts';
import { digestOf } from '../src/harness/drafts/digest.ts';
import { createSender } from '../src/harness/drafts/sender.ts';
import { connectA2a } from '../src/host/a2a/connected/connect.ts';
import type { ConnectOptions } from '../src/host/a2a/connected/connection.ts';
import { runReactors } from '../src/host/run-reactors.ts';
import { createHostSession, openHostSession } from '../src/host/session.ts';
import type { Envelope } from '../src/journal/fact.ts';
import { type FactStore, memoryStore } from '../src/journal/index.ts';
import type { Journal } from '../src/journal/journal.ts';
import type { Reactor } from '../src/kernel/work/reactor.ts';
import { registry } from './a2a-fixture.ts';

/** Closes something when the test ends, the last that was opened first. */
export function opened<Closing extends { close(): Promise<void> }>(each: Closing): Closing {
  onTestFinished(() => each.close());
  return each;
}

let names = 0;

/** A conversation with an agent whose drafts a test writes and approves, with a sender at work. */
export async function talking(
  cardUrl: string,
  options: Partial<ConnectOptions> & { readonly store?: FactStore } = {},
) {
  const { store = memoryStore(), ...more } = options;
  const isNew = (await store.describe('talk')) === undefined;
  const { journal } = isNew
    ? await createHostSession(store, registry, { id: 'talk', title: 'Talk', plannerId: 'parrot' })
    : await openHostSession(store, registry, 'talk');
  const errors: unknown[] = [];
  const connection = opened(
    await connectA2a(journal, {
      cardUrl,
      allowPrivate: true,
      onError: (error) => errors.push(error),
      ...more,
    }),
  );
  const sender = createSender({
    journal,
    deliver: connection.deliver.bind(connection),
    backoffMs: 1,
    attempts: 3,
  });
  const reactors = opened(
    await runReactors(journal, [sender as Reactor], { worker: `w${++names}`, isGone: () => true }),
  );
  return { store, journal, connection, reactors, errors, say: (text: string) => sayIn(journal, text) };
}

/** A draft, approved at once. */
export async function sayIn(
  journal: Journal<Envelope>,
  text: string,
  attachments?: { name: string; sha256: string }[],
): Promise<void> {
  const composeId = `c-${++names}`;
  const content = { composeId, text, ...(attachments && { attachments }) };
  const digest = digestOf(content);
  await journal.append([{ type: 'compose_intent', ...content, digest }]);
  await approve(journal, { composeId, digest });
}

export const typesIn = async (journal: Journal<Envelope>) => (await journal.facts()).map(({ type }) => type);
