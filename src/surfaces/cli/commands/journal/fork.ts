import { existingJournal } from '../../../http/store/existing-journal.ts';
import { type Invocation, withStore } from '../../invocation.ts';

export interface ForkOptions {
  readonly id: string;
  readonly seq: number | 'head';
  readonly newId: string;
}

export async function fork(invocation: Invocation, { id, seq, newId }: ForkOptions): Promise<undefined> {
  const { output } = invocation;
  const at = await withStore(invocation, { create: false }, async (store) => {
    const { journal, summary } = await existingJournal(store, id);
    const point = seq === 'head' ? summary.head : seq;
    await journal.fork(point, newId);
    return point;
  });
  if (output.json) await output.value({ id: newId, head: at, origin: { type: 'fork', journal: id, at } });
  else await output.line(`Forked ${id} at seq ${at} as ${newId}.`);
  return undefined;
}
