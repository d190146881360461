import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { PlanningError } from '../error.ts';
import { CardIndex, type CommitCard } from '../trajectory/card-index.ts';

const Text = z
  .string()
  .nullish()
  .transform((text) => text ?? '');

const CardShape = z.object({
  commitHash: z.string().min(1),
  parentCommitHash: z
    .string()
    .nullish()
    .transform((parent) => parent || null),
  subject: Text,
  changeSummary: Text,
});

/**
 * Cards from JSON lines, as `wayfold commits cards` writes them. Names may be in snake case; blank lines are skipped.
 */
export async function* cardsFromJsonLines(
  lines: AsyncIterable<string> | Iterable<string>,
  source = 'the cards',
): AsyncGenerator<CommitCard> {
  let number = 0;
  for await (const line of lines) {
    number += 1;
    if (line.trim() !== '') yield cardOn(line, `line ${number} of ${source}`);
  }
}

/** Cards from a file of JSON lines. */
export async function* cardsFromFile(path: string): AsyncGenerator<CommitCard> {
  const file = createReadStream(path, 'utf8');
  try {
    yield* cardsFromJsonLines(createInterface({ input: file, crlfDelay: Number.POSITIVE_INFINITY }), path);
  } catch (cause) {
    if (cause instanceof PlanningError) throw cause;
    throw unreadable(path, cause instanceof Error ? cause.message : String(cause), cause);
  } finally {
    file.destroy();
  }
}

/** Builds an index of cards as they arrive. */
export async function indexCardsFrom(cards: AsyncIterable<CommitCard>): Promise<CardIndex> {
  const index = new CardIndex();
  for await (const card of cards) index.addOne(card);
  return index;
}

function cardOn(line: string, place: string): CommitCard {
  let value: unknown;
  try {
    value = JSON.parse(line.trim());
  } catch (cause) {
    throw unreadable(place, cause instanceof Error ? cause.message : String(cause), cause);
  }
  const parsed = CardShape.safeParse(inCamelCase(value));
  if (parsed.success) return parsed.data;
  const reasons = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw unreadable(place, reasons.join('; '), parsed.error);
}

function inCamelCase(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [camel(name), field]));
}

function unreadable(place: string, actual: string, cause: unknown): PlanningError {
  return new PlanningError('cards-unreadable', {
    summary: `${place} is not a commit card: ${actual}.`,
    fix: 'Each line is JSON with commitHash, parentCommitHash, subject and changeSummary. Correct the file, or write it with `wayfold commits cards`.',
    cause,
  });
}
