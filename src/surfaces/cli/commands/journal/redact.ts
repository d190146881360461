import { noSuchFact } from '../../../../journal/refusals.ts';
import { existingJournal } from '../../../http/existing-journal.ts';
import { type Invocation, withStore } from '../../invocation.ts';
import { confirm } from '../../terminal/confirm.ts';

export interface RedactOptions {
  readonly id: string;
  readonly seq: number;
  readonly yes?: boolean;
}

export async function redact(invocation: Invocation, { id, seq, yes }: RedactOptions): Promise<undefined> {
  const { output } = invocation;
  const erased = await withStore(invocation, { create: false }, async (store) => {
    const { journal, summary } = await existingJournal(store, id);
    const [fact] = await journal.facts({ from: seq, to: seq });
    if (fact === undefined) throw noSuchFact(id, seq, summary.head);
    await confirm(
      invocation,
      `Erase the payload of fact ${seq} (${fact.type}) of ${id} for good, in every fork too?`,
      yes,
    );
    return await journal.redact(seq);
  });
  if (output.json) await output.value({ id, seq, redacted: erased });
  else
    await output.line(
      erased ? `Erased the payload of fact ${seq} of ${id}.` : `Fact ${seq} of ${id} was erased before.`,
    );
  return undefined;
}
