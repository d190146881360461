import { addAbortSignal } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ProposedFact } from '../../../../journal/fact.ts';
import { takeApart } from '../../../../journal/fact.ts';
import { openJournal } from '../../../../journal/journal.ts';
import { journalId } from '../../../../journal/journal-id.ts';
import { ConflictError } from '../../../../kernel/error.ts';
import { CliError } from '../../error.ts';
import { type Invocation, withStore } from '../../invocation.ts';
import { pluralize } from '../../terminal/text/pluralize.ts';

export interface AppendCommandOptions {
  readonly id: string;
  readonly facts: string;
  readonly expect?: number;
  readonly key?: string;
}

export async function append(invocation: Invocation, options: AppendCommandOptions): Promise<undefined> {
  const { output } = invocation;
  const { id, expect, key } = options;
  const facts = parseFacts(options.facts === '-' ? await stdinText(invocation) : options.facts);
  // Validates the id before creating a data directory.
  journalId(id);
  for (const [at, fact] of facts.entries()) takeApart(fact, at);
  const isNew = expect === undefined || expect === 0;
  const result = await withStore(invocation, { create: isNew }, (store) =>
    openJournal(store, id).append(facts, {
      ...(expect !== undefined && { expectedSeq: expect }),
      ...(key !== undefined && { key }),
    }),
  );
  if (!result.ok) throw conflict(id, { expected: expect ?? 0, head: result.head });
  const { head } = result;
  if (output.json) await output.value({ id, head, facts: result.facts });
  else {
    const count = pluralize(result.facts.length, 'fact');
    await output.line(`Appended ${count} to ${id}, which now ends at seq ${head}.`);
  }
  return undefined;
}

function conflict(id: string, { expected, head }: { expected: number; head: number }): ConflictError {
  const advice =
    head === 0
      ? 'Begin it with --expect 0, or check the id and where the journals are (--data, --store).'
      : `See what it holds with \`wayfold journal show ${id} --from ${Math.min(expected, head - 1) + 1}\`, then append again.`;
  return new ConflictError({
    summary:
      head === 0
        ? `Journal ${id} has no facts, so it does not end at seq ${expected}.`
        : `Journal ${id} ends at seq ${head}, not ${expected}.`,
    fix: `${advice} Nothing was written.`,
  });
}

async function stdinText({ stdin, signal }: Invocation): Promise<string> {
  const bytes = await buffer(addAbortSignal(signal, stdin));
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new CliError('usage', {
      summary: 'The input is not UTF-8.',
      fix: 'Convert it to UTF-8 first, with iconv for example. Nothing was written.',
      cause,
    });
  }
}

/** Parses at least one fact, from one JSON value or JSON lines. The journal validates the content. */
function parseFacts(json: string): ProposedFact[] {
  const facts = factsIn(json);
  if (facts.length > 0) return facts;
  throw new CliError('usage', {
    summary: 'You gave no fact.',
    fix: 'Give at least one fact as JSON, like {"type":"note_added","text":"hi"}, or - to read them from stdin.',
  });
}

function factsIn(json: string): ProposedFact[] {
  const whole = parsed(json);
  if (whole !== undefined) return [whole.value].flat();
  const lines = json.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line, i) => {
    const fact = parsed(line);
    if (fact !== undefined) return fact.value;
    throw new CliError('usage', {
      summary:
        lines.length > 1
          ? `Line ${i + 1} is not a fact in JSON.`
          : `${JSON.stringify(line.slice(0, 80))} is not a fact in JSON.`,
      fix: `Write facts like '{"type":"note_added","text":"hi"}', in single quotes, or pipe them in and write - in their place.`,
    });
  });
}

function parsed(json: string): { value: ProposedFact } | undefined {
  try {
    return { value: JSON.parse(json) };
  } catch {
    return undefined;
  }
}
