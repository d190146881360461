/**
 * Appends to a journal, one operation after the other, until it is killed or its input ends. A line is what it was told:
 * `{n, head, size}` when an operation is done, `{n, refused}` when it was not; then it tries the same one again.
 */
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { type FactStore, JournalError, openJournal } from '../../../src/journal/index.ts';
import { operationOf } from '../operation.ts';
import { openStore } from './open-store.ts';

const RETRY_MS = 5;

const { store, journal, by, first, bytes, lockTimeoutMs } = z
  .object({
    store: z.string(),
    journal: z.string(),
    by: z.string(),
    first: z.number(),
    bytes: z.number(),
    lockTimeoutMs: z.number(),
  })
  .parse(JSON.parse(process.argv[2] ?? ''));
const print = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);

let reported = false;
process.stdin.on('end', () => {
  reported = true;
});
process.stdin.resume();

let opened: FactStore | undefined;
for (let n = first; !reported; ) {
  const { key, facts } = operationOf(by, n, bytes);
  try {
    opened ??= openStore(store, lockTimeoutMs);
    const { head } = await openJournal(opened, journal).append(facts, { key });
    print({ n, head, size: facts.length });
    n += 1;
    // An append that nothing stands in the way of takes no turn of the event loop, and the input could not end.
    await turn();
  } catch (error) {
    if (!(error instanceof JournalError) || !/^store-/.test(error.code)) throw error;
    print({ n, refused: error.code });
    // A file that was opened to be read stays so, also when it may be written again.
    if (error.code === 'store-read-only') {
      await opened?.close();
      opened = undefined;
    }
    await wait(RETRY_MS);
  }
}
await opened?.close();
