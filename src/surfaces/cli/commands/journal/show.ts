import { typeOf } from '../../../http/api/facts/fact-filter.ts';
import { existingJournal } from '../../../http/store/existing-journal.ts';
import { type Invocation, withStore } from '../../invocation.ts';
import { factLine } from '../../terminal/fact-line.ts';

export interface ShowOptions {
  readonly id: string;
  readonly from?: number;
  readonly to?: number;
  readonly type?: readonly string[];
}

export async function show(invocation: Invocation, { id, from, to, type }: ShowOptions): Promise<undefined> {
  const { output, signal } = invocation;
  const types = type && new Set(type);
  await withStore(invocation, { create: false }, async (store) => {
    const { journal } = await existingJournal(store, id);
    const range = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
    for await (const fact of journal.facts(range)) {
      signal.throwIfAborted();
      if (types && !types.has(typeOf(fact)) && !types.has(fact.type)) continue;
      if (output.json) await output.value(fact);
      else await output.line(factLine(fact, output));
    }
  });
  return undefined;
}
