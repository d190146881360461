import { existingJournal } from '../../../http/store/existing-journal.ts';
import { type Invocation, withStore } from '../../invocation.ts';
import { confirm } from '../../terminal/input/confirm.ts';
import { pluralize } from '../../terminal/text/pluralize.ts';

export interface DeleteOptions {
  readonly id: string;
  readonly yes?: boolean;
}

export async function deleteJournal(invocation: Invocation, { id, yes }: DeleteOptions): Promise<undefined> {
  const { output } = invocation;
  const { head } = await withStore(invocation, { create: false }, async (store) => {
    const { summary } = await existingJournal(store, id);
    await confirm(invocation, `Delete journal ${id} with ${pluralize(summary.head, 'fact')} for good?`, yes);
    await store.delete(id);
    return summary;
  });
  if (output.json) await output.value({ id, head, deleted: true });
  else
    await output.line(
      `Deleted ${id}. Its attachments go with \`wayfold doctor --collect\`, unless other facts refer to them.`,
    );
  return undefined;
}
