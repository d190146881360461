import { once } from 'node:events';
import type { FactStore } from '../../../../journal/store.ts';
import type { Pause } from '../../../../kernel/pause.ts';
import { type AnyInboxItem, everythingItem, inboxOf } from '../../../../sessions/inbox.ts';
import { followInbox } from '../../../../sessions/inbox-feed.ts';
import type { Sessions } from '../../../../sessions/sessions.ts';
import { withSessions } from '../../config/open-sessions.ts';
import type { Invocation } from '../../invocation.ts';
import { cutToColumns } from '../../terminal/column-width.ts';
import { printList } from '../../terminal/list.ts';
import { onOneLine } from '../../terminal/printable.ts';

const MOST_TITLE_COLUMNS = 30;

/** Shows everything that waits for a person; with `watch` also what comes and goes, until Ctrl-C. */
export async function list(
  invocation: Invocation,
  { watch = false }: { readonly watch?: boolean },
): Promise<undefined> {
  await withSessions(invocation, { create: false }, (sessions, store) =>
    watch ? follow(invocation, store, sessions) : show(invocation, store, sessions),
  );
}

async function show(invocation: Invocation, store: FactStore, sessions: Sessions): Promise<void> {
  const { output } = invocation;
  const { pause, items: inSessions } = await inboxOf(store, sessions);
  const everything = await everythingItem(store);
  const items = everything ? [everything, ...inSessions] : inSessions;
  if (pause) output.note(onOneLine(pauseNote(pause)));
  await printList(invocation, items, {
    value: (item) => item,
    none: 'Nothing waits for you.',
    columns: [{ title: 'ITEM' }, { title: 'WHAT' }, { title: 'SESSION' }, { title: 'TEXT' }],
    row: ({ id, title, waiting }) => [
      id,
      waiting.type,
      cutToColumns(title, MOST_TITLE_COLUMNS),
      inWords(waiting),
    ],
  });
}

async function follow({ output, signal }: Invocation, store: FactStore, sessions: Sessions): Promise<void> {
  const unfollow = await followInbox(store, sessions, {
    async arrived(items) {
      for (const item of items) {
        if (output.json) await output.value({ event: 'item', item });
        else {
          const { id, title, waiting } = item;
          await output.line(`+ ${id}  ${waiting.type}  ${title}: ${inWords(waiting)}`);
        }
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

/** What waits, in a few words: of a draft what would be sent, else what is asked, with the options by their numbers. */
function inWords({ text, options = [], ...waiting }: AnyInboxItem['waiting']): string {
  const failure = typeof waiting.failure === 'string' ? ` (not sent: ${waiting.failure})` : '';
  const numbered = options.map(({ label }, i) => `[${i + 1}] ${label}`);
  return [`${text}${failure}`, ...numbered].join(' ');
}
