import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { memoryStore, openJournal } from '../../../journal/index.ts';
import { commitsFacts } from '../facts.ts';
import { cardsFromJournal } from './journal-cards.ts';
import { cardsFromFile, cardsFromJsonLines, indexCardsFrom } from './json-lines.ts';

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

const A = { commitHash: 'a', parentCommitHash: null, subject: 'First', changeSummary: '' };
const B = { commitHash: 'b', parentCommitHash: 'a', subject: 'Second', changeSummary: 'More' };

describe('JSON lines', () => {
  test('contain a card each, in camel or snake case, also after a byte order mark', async () => {
    const snake = { commit_hash: 'b', parent_commit_hash: 'a', subject: 'Second', change_summary: 'More' };
    const lines = [`\uFEFF${JSON.stringify({ ...A, extra: 1 })}`, '', JSON.stringify(snake)];
    expect(await all(cardsFromJsonLines(lines))).toEqual([A, B]);
  });

  test.each([
    ['{"subject":"x"}', /line 1 of cards\.jsonl.*commitHash/],
    ['not json', /line 1 of cards\.jsonl/],
    ['[1]', /line 1/],
  ])('%s is refused with its location', async (line, message) => {
    await expect(all(cardsFromJsonLines([line], 'cards.jsonl'))).rejects.toMatchObject({
      code: 'cards-unreadable',
      message: expect.stringMatching(message),
    });
  });

  test('are read from a file', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'wayfold-cards-'));
    const file = join(directory, 'cards.jsonl');
    writeFileSync(file, `${JSON.stringify(A)}\r\n${JSON.stringify(B)}\n`);
    const index = await indexCardsFrom(cardsFromFile(file));
    rmSync(directory, { recursive: true });
    expect(index.card('b')).toEqual(B);
    await expect(all(cardsFromFile(file))).rejects.toMatchObject({ code: 'cards-unreadable' });
  });
});

test('a journal may contain other facts besides cards', async () => {
  const journal = openJournal(memoryStore(), 'commits', { facts: commitsFacts });
  await journal.append([
    { type: 'commit_card_added', ...A },
    { type: 'plan_concluded', requestId: 'r', outcome: 'failed' },
    { type: 'commit_card_added', ...B },
  ]);
  expect(await all(cardsFromJournal(journal))).toMatchObject([A, B]);
  expect(await all(cardsFromJournal(journal, { from: 2 }))).toMatchObject([B]);
});
