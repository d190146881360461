import { noSuchFact } from '../../../../journal/refusals.ts';
import { redactFact } from '../../../../sessions/erasing/redact-fact.ts';
import { existingJournal } from '../../../http/store/existing-journal.ts';
import { plannerRegistry } from '../../config/planner-registry.ts';
import { CliError } from '../../error.ts';
import type { ExitCode } from '../../exit-code.ts';
import { type Invocation, withStore } from '../../invocation.ts';
import { confirm } from '../../terminal/input/confirm.ts';

export interface RedactOptions {
  readonly id: string;
  readonly seq: number;
  readonly by?: string;
  readonly reason?: string;
  readonly yes?: boolean;
}

/** The options besides the fact. */
export interface RedactFlags extends Omit<RedactOptions, 'id' | 'seq'> {
  readonly everywhere?: string;
  readonly subject?: string;
  readonly dryRun?: boolean;
}

/** Erases one fact, or words or a person in all journals. */
export async function redactCommand(
  invocation: Invocation,
  {
    id,
    seq,
    everywhere,
    subject,
    dryRun,
    ...record
  }: RedactFlags & { readonly id: string | undefined; readonly seq: number | undefined },
): Promise<ExitCode | undefined> {
  const query = everywhere === undefined ? subject : everywhere;
  const isBoth = everywhere !== undefined && subject !== undefined;
  if (query === undefined && id !== undefined && seq !== undefined && !dryRun) {
    return await redact(invocation, { id, seq, ...record });
  }
  if (query === undefined || isBoth || id !== undefined) throw notOneThing();
  const { redactEverywhere } = await import('./redact-everywhere.ts');
  const wanted = everywhere === undefined ? { subject: query } : { words: query };
  return await redactEverywhere(invocation, { query: wanted, dryRun, ...record });
}

function notOneThing(): CliError {
  return new CliError('usage', {
    summary: 'Say what to erase: a journal and the seq of a fact, or --everywhere WORDS, or --subject NAME.',
    fix: 'Nothing was erased. --dry-run lists what --everywhere and --subject would erase.',
  });
}

async function redact(invocation: Invocation, options: RedactOptions): Promise<undefined> {
  const { id, seq, by, reason, yes } = options;
  const { output } = invocation;
  // Limits declared by the planner stay in effect.
  const registry = await plannerRegistry(invocation);
  const erased = await withStore(invocation, { create: false }, async (store) => {
    const { journal, summary } = await existingJournal(store, id);
    const [fact] = await journal.facts({ from: seq, to: seq });
    if (fact === undefined) throw noSuchFact(id, seq, summary.head);
    await confirm(
      invocation,
      `Erase the payload of fact ${seq} (${fact.type}) of ${id} for good, in every fork too?`,
      yes,
    );
    return await redactFact(journal, fact, registry, {
      ...(by !== undefined && { by }),
      ...(reason !== undefined && { reason }),
    });
  });
  if (output.json) await output.value({ id, seq, redacted: erased });
  else
    await output.line(
      erased ? `Erased the payload of fact ${seq} of ${id}.` : `Fact ${seq} of ${id} was erased before.`,
    );
  return undefined;
}
