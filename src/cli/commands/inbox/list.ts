import { once } from 'node:events';
import { sessionRegistry } from '../../../host/engine/session-registry.ts';
import type { FactStore } from '../../../journal/store.ts';
import type { Pause } from '../../../kernel/pause.ts';
import { everythingItem, followInbox } from '../../../server/api/followed-inbox.ts';
import { inboxOf } from '../../../server/api/inbox.ts';
import { SessionShelf } from '../../../server/api/session-shelf.ts';
import { type Invocation, withStore } from '../../invocation.ts';
import { itemLine, itemTable } from './item-lines.ts';

/** Shows everything that waits for a person; with `watch` also what comes and goes, until Ctrl-C. */
export async function list(
  invocation: Invocation,
  { watch = false }: { readonly watch?: boolean },
): Promise<undefined> {
  await withStore(invocation, { create: false }, async (store) => {
    const shelf = new SessionShelf(sessionRegistry(async () => store));
    await (watch ? follow(invocation, store, shelf) : show(invocation, store, shelf));
  });
}

async function show({ output }: Invocation, store: FactStore, shelf: SessionShelf): Promise<void> {
  const { pause, items: inSessions } = await inboxOf(store, shelf);
  const everything = await everythingItem(store);
  const items = everything ? [everything, ...inSessions] : inSessions;
  if (output.json) {
    for (const item of items) await output.value(item);
    return;
  }
  if (pause) output.note(pauseNote(pause));
  if (items.length === 0) {
    output.note('Nothing waits for you.');
    return;
  }
  const [header = '', ...lines] = itemTable(items, output.columns);
  await output.line([{ text: header, style: 'dim' }]);
  for (const line of lines) await output.line(line);
}

async function follow({ output, signal }: Invocation, store: FactStore, shelf: SessionShelf): Promise<void> {
  const unfollow = await followInbox(store, shelf, {
    async arrived(items) {
      for (const item of items) {
        if (output.json) await output.value({ event: 'item', item });
        else await output.line(`+ ${itemLine(item)}`);
      }
    },
    async gone(ids) {
      for (const id of ids) {
        if (output.json) await output.value({ event: 'gone', id });
        else await output.line(`- ${id}`);
      }
    },
  });
  try {
    if (!signal.aborted) await once(signal, 'abort');
    signal.throwIfAborted();
  } finally {
    unfollow();
  }
}

function pauseNote(pause: Pause): string {
  if (pause.cause === 'limit') {
    return `Everything is paused: ${pause.spent} of ${pause.allowed} ${pause.limit} are spent. Go on with: wayfold resume`;
  }
  const why = pause.reason === undefined ? '' : `: ${pause.reason}`;
  return `Everything is paused by ${pause.by}${why}. Go on with: wayfold resume`;
}
