import { z } from 'zod';
import { runReactors } from '../../../host/run-reactors.ts';
import { isGone, ownWorkerName } from '../../../host/this-process.ts';
import type { Envelope, Fact } from '../../../journal/fact.ts';
import { type Journal, openJournal } from '../../../journal/journal.ts';
import type { FactStore } from '../../../journal/store.ts';
import { kernelFacts } from '../../../kernel/facts.ts';
import type { Reactor } from '../../../kernel/work/reactor.ts';
import type { Sessions } from '../../../sessions/sessions.ts';
import { type AnyInboxItem, everythingItem, inboxItems } from '../../../sessions/waiting/inbox.ts';
import { followInbox } from '../../../sessions/waiting/inbox-feed.ts';
import { StoreAttachment, type StoreAttachmentOptions } from '../store/store-attachment.ts';
import { postWebhook, type WebhookAddress } from './post.ts';

/** The journal that records which items a store's webhook was sent. */
const WEBHOOK_JOURNAL = 'wayfold:webhook';

const ItemArrived = z.strictObject({
  item: z.string().min(1).max(256),
  session: z.string().min(1).max(128).nullable(),
});

const webhookFacts = {
  ...kernelFacts,
  /** A new item waits for a person: the webhook is called once. */
  item_arrived: ItemArrived,
} as const;

/** Options of the webhook. */
export interface InboxWebhookOptions extends WebhookAddress {
  readonly sessions: Sessions;
  readonly onError: (error: unknown) => void;
}

/** The webhook of a server, for whichever store is at its location; `undefined` if the environment names none. */
export function webhookFor(
  env: Readonly<Record<string, string | undefined>>,
  {
    sessions,
    ...setting
  }: Pick<StoreAttachmentOptions<unknown>, 'place' | 'onError'> & { readonly sessions: Sessions },
): StoreAttachment<{ close(): Promise<void> }> | undefined {
  const url = env.WAYFOLD_WEBHOOK_URL?.trim();
  if (!url) return undefined;
  const secret = env.WAYFOLD_WEBHOOK_SECRET?.trim() || undefined;
  const options = { url, secret, sessions, onError: setting.onError };
  return new StoreAttachment({ ...setting, open: (store) => startInboxWebhook(store, options) });
}

/**
 * Posts every new item that waits for a person, once among all servers of the store. Failed deliveries are retried,
 * also by other servers, as long as the item waits.
 */
async function startInboxWebhook(
  store: FactStore,
  options: InboxWebhookOptions,
): Promise<{ close(): Promise<void> }> {
  const { sessions, onError } = options;
  const journal = openJournal(store, WEBHOOK_JOURNAL, { facts: webhookFacts });
  const reactors = await runReactors(
    // This journal contains only facts of these types.
    journal as unknown as Journal<Envelope>,
    [webhookReactor(store, options)],
    { worker: ownWorkerName('webhook'), isGone, onError: (error) => onError(error) },
  );
  const known = new Set<string>();
  for (const fact of await journal.facts()) if (fact.type === 'item_arrived') known.add(fact.item);
  try {
    const unfollow = await followInbox(store, sessions, {
      async arrived(items) {
        for (const { id, session } of items) {
          if (known.has(id)) continue;
          // Whichever server is first: an append with the same key returns the first result.
          await journal.append([{ type: 'item_arrived', item: id, session }], { key: id });
          known.add(id);
        }
      },
    });
    return {
      async close() {
        unfollow();
        await reactors.close();
      },
    };
  } catch (error) {
    await reactors.close();
    throw error;
  }
}

function webhookReactor(store: FactStore, { sessions, url, secret }: InboxWebhookOptions): Reactor {
  return {
    name: 'webhook',
    reactsTo: ['item_arrived'],
    async act(fact: Fact, { signal, idempotencyKey, clock }) {
      const arrived = ItemArrived.safeParse({ item: fact.item, session: fact.session }).data;
      const item = arrived && (await waitingItem(store, sessions, arrived));
      // Items that no longer wait are not sent.
      if (item) {
        const body = JSON.stringify({ item });
        await postWebhook({ url, secret }, { body, idempotencyKey, now: clock.now(), signal });
      }
      return [];
    },
  };
}

async function waitingItem(
  store: FactStore,
  sessions: Sessions,
  { item, session }: z.infer<typeof ItemArrived>,
): Promise<AnyInboxItem | undefined> {
  if (session === null) {
    const everything = await everythingItem(store);
    return everything?.id === item ? everything : undefined;
  }
  const summary = await sessions.summary(session);
  return summary && inboxItems(sessions, summary).find(({ id }) => id === item);
}
