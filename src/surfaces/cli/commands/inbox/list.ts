import { once } from 'node:events';
import type { FactStore } from '../../../../journal/store.ts';
import type { Pause } from '../../../../kernel/limits/pause.ts';
import type { Sessions } from '../../../../sessions/sessions.ts';
import { type AnyInboxItem, everythingItem, inboxOf } from '../../../../sessions/waiting/inbox.ts';
import { followInbox } from '../../../../sessions/waiting/inbox-feed.ts';
import { withSessions } from '../../config/open-sessions.ts';
import type { Invocation } from '../../invocation.ts';
import { printList } from '../../terminal/list.ts';
import { cutToColumns } from '../../terminal/text/column-width.ts';
import { terminalOf } from '../../terminal/text/paint.ts';
import { onOneLine } from '../../terminal/text/printable.ts';
import { nothingWaits } from './act.ts';
import { inboxItemLines } from './item-lines.ts';

const MAX_TITLE_COLUMNS = 30;

/**
 * Lists everything that waits for a person, in a terminal with all details; with `watch` also every change, until
 * Ctrl-C.
 */
export async function list(
  invocation: Invocation,
  {
    watch = false,
    brief = !invocation.output.isTerminal,
  }: { readonly watch?: boolean; readonly brief?: boolean },
): Promise<undefined> {
  await withSessions(invocation, { create: false }, (sessions, store) =>
    watch ? follow(invocation, store, sessions) : show(invocation, store, sessions, brief),
  );
}

/** Shows one waiting item with all details. */
export async function showItem(invocation: Invocation, item: string): Promise<undefined> {
  const { output } = invocation;
  await withSessions(invocation, { create: false }, async (sessions, store) => {
    const known = (await allItems(store, sessions)).items.find(({ id }) => id === item);
    if (known === undefined) throw nothingWaits(item);
    if (output.json) await output.value(known);
    else await printWhole(invocation, [known]);
  });
}

async function allItems(
  store: FactStore,
  sessions: Sessions,
): Promise<{ readonly pause: Pause | null; readonly items: readonly AnyInboxItem[] }> {
  const { pause, items } = await inboxOf(store, sessions);
  const everything = await everythingItem(store);
  return { pause, items: everything ? [everything, ...items] : items };
}

async function show(
  invocation: Invocation,
  store: FactStore,
  sessions: Sessions,
  brief: boolean,
): Promise<void> {
  const { output } = invocation;
  const { pause, items } = await allItems(store, sessions);
  if (pause) output.note(onOneLine(pauseNote(pause)));
  if (!brief && !output.json && items.length > 0) return await printWhole(invocation, items);
  await printList(invocation, items, {
    value: (item) => item,
    none: 'Nothing waits for you.',
    columns: [{ title: 'ITEM' }, { title: 'WHAT' }, { title: 'SESSION' }, { title: 'TEXT' }],
    row: ({ id, title, waiting }) => [
      id,
      waiting.type,
      cutToColumns(title, MAX_TITLE_COLUMNS),
      inWords(waiting),
    ],
  });
}

async function printWhole(invocation: Invocation, items: readonly AnyInboxItem[]): Promise<void> {
  const terminal = terminalOf(invocation);
  for (const [i, item] of items.entries()) {
    if (i > 0) await invocation.output.raw('\n');
    for (const line of inboxItemLines(item, terminal)) await invocation.output.raw(`${line}\n`);
  }
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
    return `Everything is paused: ${pause.spent} of ${pause.allowed} ${pause.limit} are spent. Continue with: wayfold resume`;
  }
  const why = pause.reason === undefined ? '' : `: ${pause.reason}`;
  return `Everything is paused by ${pause.by}${why}. Continue with: wayfold resume`;
}

/** An item in brief: the text of a draft, or the question with its numbered options. */
function inWords({ text, options = [], ...waiting }: AnyInboxItem['waiting']): string {
  const failure = typeof waiting.failure === 'string' ? ` (not sent: ${waiting.failure})` : '';
  const numbered = options.map(({ label }, i) => `[${i + 1}] ${label}`);
  return [`${text}${failure}`, ...numbered].join(' ');
}
