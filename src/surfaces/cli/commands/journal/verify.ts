import { type Verification, verifyStore } from '../../../../journal/integrity/verification.ts';
import { openJournal } from '../../../../journal/journal.ts';
import { existingJournal } from '../../../http/store/existing-journal.ts';
import { CliError } from '../../error.ts';
import { EXIT, type ExitCode } from '../../exit-code.ts';
import { type Invocation, orInterrupted, withStore } from '../../invocation.ts';
import type { Span } from '../../terminal/output.ts';
import { pluralize } from '../../terminal/text/pluralize.ts';

export interface VerifyOptions {
  readonly id: string | undefined;
  readonly all?: boolean;
}

export async function verify(invocation: Invocation, { id, all }: VerifyOptions): Promise<ExitCode> {
  const { output, signal } = invocation;
  if (id !== undefined && all) {
    throw new CliError('usage', {
      summary: 'You gave both a journal and --all.',
      fix: `Leave out --all, or ${id}.`,
    });
  }
  return await withStore(invocation, { create: false }, async (store) => {
    const show = async (checked: VerifiedJournal): Promise<void> => {
      signal.throwIfAborted();
      if (output.json) await output.value(checked);
      else await output.line(verificationLine(checked));
    };
    if (id !== undefined) {
      await existingJournal(store, id);
      const checked = await orInterrupted(openJournal(store, id).verify(), signal);
      await show({ id, ...checked });
      return checked.ok ? EXIT.ok : EXIT.damaged;
    }
    const { ok, damage } = await orInterrupted(verifyStore(store, { onJournal: show }), signal);
    for (const what of damage) {
      if (output.json) await output.value({ ok: false, damage: [what] });
      else await output.line([{ text: 'damaged', style: 'red' }, { text: `  ${what}` }]);
    }
    return ok ? EXIT.ok : EXIT.damaged;
  });
}

/** A journal and the result of its verification. */
type VerifiedJournal = { readonly id: string } & Verification;

function verificationLine(checked: VerifiedJournal): readonly Span[] {
  const facts = pluralize(checked.head, 'fact');
  return checked.ok
    ? [{ text: 'intact ', style: 'green' }, { text: `  ${checked.id}  ${facts}` }]
    : [{ text: 'damaged', style: 'red' }, { text: `  ${checked.id}  ${facts}, ${damageOf(checked)}` }];
}

/** The damage of a journal, in a few words. */
export function damageOf({ firstBad, damage = [] }: Verification): string {
  const bad = firstBad === undefined ? [] : [`the first bad one at seq ${firstBad}`];
  return [...bad, ...damage].join(' ');
}
