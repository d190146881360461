import { openJournal, type Verification } from '../../../../journal/journal.ts';
import type { FactStore } from '../../../../journal/store.ts';
import { existingJournal } from '../../../http/existing-journal.ts';
import { CliError } from '../../error.ts';
import { EXIT, type ExitCode } from '../../exit-code.ts';
import { type Invocation, orInterrupted, withStore } from '../../invocation.ts';
import type { Span } from '../../terminal/output.ts';
import { pluralize } from '../../terminal/pluralize.ts';
import { allJournals } from './all-journals.ts';

export interface VerifyOptions {
  readonly id: string | undefined;
  readonly all?: boolean;
}

export async function verify(invocation: Invocation, { id, all }: VerifyOptions): Promise<ExitCode> {
  const { output, signal } = invocation;
  if (id !== undefined && all) {
    throw new CliError('usage', {
      expected: 'one journal or --all',
      actual: 'both',
      fix: `Leave out --all, or ${id}.`,
    });
  }
  return await withStore(invocation, { create: false }, async (store) => {
    if (id !== undefined) await existingJournal(store, id);
    let damaged = 0;
    for await (const checked of verifications(store, id, signal)) {
      if (!checked.ok) damaged += 1;
      if (output.json) await output.value(checked);
      else await output.line(verificationLine(checked));
    }
    return damaged > 0 ? EXIT.damaged : EXIT.ok;
  });
}

/** Checks one journal, or all of them one after the other. */
export async function* verifications(
  store: FactStore,
  id: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<{ id: string } & Verification> {
  for await (const journal of id === undefined ? allJournals(store) : [{ id }]) {
    yield { id: journal.id, ...(await orInterrupted(openJournal(store, journal.id).verify(), signal)) };
  }
}

function verificationLine({ id, ok, head, firstBad }: { id: string } & Verification): readonly Span[] {
  const facts = pluralize(head, 'fact');
  return ok
    ? [{ text: 'intact ', style: 'green' }, { text: `  ${id}  ${facts}` }]
    : [
        { text: 'damaged', style: 'red' },
        { text: `  ${id}  ${facts}, the first bad one at seq ${firstBad}` },
      ];
}
