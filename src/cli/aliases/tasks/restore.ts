import { type Invocation, withStore } from '../../invocation.ts';
import { existingTaskJournal, newPlanId, planIdOf, taskJournalPrefix } from './task-journal.ts';

/** A fork: the plan it is made of goes its own way. */
export async function restore(
  invocation: Invocation,
  { id, seq }: { readonly id: string; readonly seq: number },
): Promise<undefined> {
  const { output } = invocation;
  await withStore(invocation, { create: false }, async (store) => {
    const journal = await existingTaskJournal(store, id);
    const copy = newPlanId();
    await journal.fork(seq, `${taskJournalPrefix()}${copy}`);
    if (output.json) await output.value({ id: copy, from: planIdOf(journal.id), seq });
    else {
      await output.line(`Plan ${copy} is ${planIdOf(journal.id)} as it was at seq ${seq}.`);
      await output.line(`Go on from there: wayfold tasks run --resume ${copy}`);
    }
  });
  return undefined;
}
