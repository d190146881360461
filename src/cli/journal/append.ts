import { addAbortSignal } from 'node:stream';
import { text } from 'node:stream/consumers';
import { takeApart } from '../../journal/fact.ts';
import { openJournal, type ProposedFact } from '../../journal/index.ts';
import { journalId } from '../../journal/journal-id.ts';
import { ConflictError } from '../../kernel/index.ts';
import { counted } from '../counted.ts';
import { CliError } from '../error.ts';
import { type Invocation, withStore } from '../invocation.ts';

export interface AppendCommandOptions {
  readonly id: string;
  readonly facts: string;
  readonly expect?: number;
  readonly key?: string;
}

export async function append(invocation: Invocation, options: AppendCommandOptions): Promise<undefined> {
  const { output, stdin, signal } = invocation;
  const { id, expect, key } = options;
  const json = options.facts === '-' ? await text(addAbortSignal(signal, stdin)) : options.facts;
  const facts = parseFacts(json);
  // What can be refused is refused before a data directory is made for it.
  journalId(id);
  for (const [at, fact] of facts.entries()) takeApart(fact, at);
  const result = await withStore(invocation, { create: true }, (store) =>
    openJournal(store, id).append(facts, {
      ...(expect !== undefined && { expectedSeq: expect }),
      ...(key !== undefined && { key }),
    }),
  );
  if (!result.ok) {
    throw new ConflictError({
      expected: `journal ${id} to end at seq ${expect}`,
      actual: `a journal that ends at seq ${result.head}`,
      fix: `Read what came in between with \`wayfold journal show ${id}\`, then append again. Nothing was written.`,
    });
  }
  const { head } = result;
  if (output.json) await output.value({ id, head, facts: result.facts });
  else {
    const count = counted(result.facts.length, 'fact');
    await output.line(`Appended ${count} to ${id}, which now ends at seq ${head}.`);
  }
  return undefined;
}

/** One JSON value, or JSON lines. What is in it, the journal checks. */
function parseFacts(json: string): ProposedFact[] {
  const whole = parsed(json);
  if (whole !== undefined) return [whole.value].flat();
  const lines = json.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line, i) => {
    const fact = parsed(line);
    if (fact !== undefined) return fact.value;
    throw new CliError('usage', {
      expected: 'facts as JSON, like {"type":"note_added","text":"hi"}',
      actual: lines.length > 1 ? `something else in line ${i + 1}` : JSON.stringify(line.slice(0, 80)),
      fix: 'Put the JSON in single quotes, or pipe it in and write - in its place.',
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
