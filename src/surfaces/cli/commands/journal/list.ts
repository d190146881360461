import { allJournals } from '../../../../journal/all-journals.ts';
import type { JournalOrigin, JournalSummary } from '../../../../journal/store.ts';
import { firstCommand } from '../../config/store-location.ts';
import { type Invocation, withStore } from '../../invocation.ts';
import { printList } from '../../terminal/list.ts';

export interface ListOptions {
  readonly prefix: string | undefined;
  readonly sort: 'id' | 'updated' | 'facts';
  readonly quiet?: boolean;
}

export async function list(invocation: Invocation, options: ListOptions): Promise<undefined> {
  const { output, location } = invocation;
  const journals = await withStore(invocation, { create: false }, async (store) => {
    const all: JournalSummary[] = [];
    for await (const summary of allJournals(store, options.prefix)) all.push(summary);
    return all.sort(inOrder(options.sort));
  });
  if (options.quiet && !output.json) for (const { id } of journals) await output.line([{ text: id }]);
  else {
    await printList(invocation, journals, {
      value: (summary) => summary,
      none:
        options.prefix === undefined
          ? `No journals yet. Make the first one:\n  ${firstCommand(location)}`
          : `No journal's id starts with ${options.prefix}.`,
      columns: [
        { title: 'JOURNAL' },
        { title: 'FACTS', align: 'right' },
        { title: 'UPDATED' },
        { title: 'ORIGIN' },
      ],
      row: ({ id, head, updatedAt, origin }, time) => [id, String(head), time(updatedAt), originText(origin)],
    });
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
