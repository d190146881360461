import { once } from 'node:events';
import type { FactStore } from '../../../../journal/store.ts';
import type { Pause } from '../../../../kernel/pause.ts';
import { everythingItem, inboxOf } from '../../../../sessions/inbox.ts';
import { followInbox } from '../../../../sessions/inbox-feed.ts';
import type { Sessions } from '../../../../sessions/sessions.ts';
import { withSessions } from '../../config/open-sessions.ts';
import type { Invocation } from '../../invocation.ts';
import { itemLine, itemTable } from './item-lines.ts';

/** Shows everything that waits for a person; with `watch` also what comes and goes, until Ctrl-C. */
export async function list(
  invocation: Invocation,
  { watch = false }: { readonly watch?: boolean },
): Promise<undefined> {
  await withSessions(invocation, { create: false }, (sessions, store) =>
    watch ? follow(invocation, store, sessions) : show(invocation, store, sessions),
  );
}

async function show({ output }: Invocation, store: FactStore, sessions: Sessions): Promise<void> {
  const { pause, items: inSessions } = await inboxOf(store, sessions);
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

async function follow({ output, signal }: Invocation, store: FactStore, sessions: Sessions): Promise<void> {
  const unfollow = await followInbox(store, sessions, {
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
