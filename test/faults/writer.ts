import { openJournal, sqliteStore } from '../../src/journal/index.ts';

/**
 * Appends to one journal until it is killed: `writer.ts FILE NAME FIRST`. A line on standard output is an acknowledgement
 * the writer has received. Every operation has its key, so that the next life of this writer can repeat the one that was
 * under way when it was killed.
 */
const [file, name, first] = process.argv.slice(2);
if (file === undefined || name === undefined) throw new Error('usage: writer.ts FILE NAME FIRST');

const store = sqliteStore({ file, lockTimeoutMs: 60_000 });
const journal = openJournal(store, 'shared');
for (let n = Number(first); ; n++) {
  const batch = Array.from({ length: 1 + (n % 3) }, (_, part) => ({ type: 'written', by: name, n, part }));
  const result = await journal.append(batch, { key: `${name}-${n}` });
  process.stdout.write(`${JSON.stringify({ n, head: result.head, size: batch.length })}\n`);
}
