import type { JournalOrigin, JournalSummary } from '../../../../journal/index.ts';
import { firstCommand } from '../../config/store-location.ts';
import { type Invocation, withStore } from '../../invocation.ts';
import { tableLines } from '../../terminal/text-table.ts';
import { timeAgo } from '../../terminal/time-ago.ts';
import { allJournals } from './all-journals.ts';

export interface ListOptions {
  readonly prefix: string | undefined;
  readonly sort: 'id' | 'updated' | 'facts';
  readonly quiet?: boolean;
}

export async function list(invocation: Invocation, options: ListOptions): Promise<undefined> {
  const { output, clock, location } = invocation;
  const journals = await withStore(invocation, { create: false }, async (store) => {
    const all: JournalSummary[] = [];
    for await (const summary of allJournals(store, options.prefix)) all.push(summary);
    return all.sort(inOrder(options.sort));
  });
  if (output.json) for (const summary of journals) await output.value(summary);
  else if (options.quiet) for (const { id } of journals) await output.line([{ text: id }]);
  else if (journals.length === 0) {
    output.note(
      options.prefix === undefined
        ? `No journals yet. Make the first one:\n  ${firstCommand(location)}`
        : `No journal's id starts with ${options.prefix}.`,
    );
  } else {
    const now = clock.now();
    const when = (ts: string) => (output.isTerminal ? timeAgo(ts, now) : ts);
    const rows = journals.map(({ id, head, updatedAt, origin }) => [
      id,
      String(head),
      when(updatedAt),
      originText(origin),
    ]);
    const columns = [
      { title: 'JOURNAL' },
      { title: 'FACTS', align: 'right' },
      { title: 'UPDATED' },
      { title: 'ORIGIN' },
    ] as const;
    const [header = '', ...lines] = tableLines(columns, rows);
    await output.line([{ text: header, style: 'dim' }]);
    for (const line of lines) await output.line(line);
  }
  return undefined;
}

function inOrder(sort: ListOptions['sort']): (a: JournalSummary, b: JournalSummary) => number {
  switch (sort) {
    case 'id':
      return (a, b) => (a.id < b.id ? -1 : 1);
    case 'updated':
      return (a, b) => (a.updatedAt < b.updatedAt ? 1 : -1);
    case 'facts':
      return (a, b) => b.head - a.head;
  }
}

export function originText(origin: JournalOrigin): string {
  switch (origin.type) {
    case 'created':
      return 'created';
    case 'fork':
      return `fork of ${origin.journal} at ${origin.at}`;
    case 'import':
      return 'import';
  }
}
