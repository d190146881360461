import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openJournal, sqliteStore } from '../../src/journal/index.ts';
import type { Choices } from './choices.ts';
import { faultInRounds, nothingShared } from './fault.ts';
import { Writer } from './writer.ts';
import { auditWritten } from './written-journal.ts';

/** Where the first frame of a write-ahead log begins. */
const LOG_HEADER_BYTES = 32;

/**
 * A disk that lied about what it had written. What is left must be a whole beginning of what was acknowledged, and whoever
 * was told more can say it again under its keys.
 */
export const tornLog = faultInRounds({
  name: 'torn-log',
  injects: 'SIGKILL to a writer, then its write-ahead log is cut or overwritten at any byte',
  begin: nothingShared,
  async round(_, { choices, directory, tally }) {
    const file = join(directory, 'wayfold.db');
    const writer = new Writer({ store: file, journal: 'torn', by: 'writer' });
    writer.start();
    await writer.toldMore(choices.between(2, 30));
    await writer.kill(choices.between(0, 10));
    tear(`${file}-wal`, choices);
    tally.injected += 2;

    const store = sqliteStore({ file, lockTimeoutMs: 60_000 });
    try {
      const journal = openJournal(store, 'torn');
      const head = await journal.head();
      const verification = head > 0 && (await journal.verify());
      if (verification && !verification.ok)
        tally.wrong(`what is left is damaged at seq ${verification.firstBad}`);
      const firstGone = writer.told.find((told) => told.head > head);
      const isWhole = firstGone === undefined || head === firstGone.head - firstGone.size;
      if (!isWhole)
        tally.wrong(`the head is ${head}, inside of an operation that ends at ${firstGone?.head}`);
      const again = writer.told.filter(({ n }) => firstGone && n >= firstGone.n).length;
      if (firstGone) writer.forgetFrom(firstGone.n);
      for (let i = 0; i <= again; i++) await writer.repeat(journal);
      await auditWritten(journal, [writer], tally);
    } finally {
      await store.close();
    }
  },
});

function tear(log: string, choices: Choices): void {
  const bytes = readFileSync(log);
  const at = choices.between(LOG_HEADER_BYTES, bytes.length - 1);
  if (choices.pick('cut', 'overwritten') === 'cut') {
    truncateSync(log, at);
    return;
  }
  bytes.set(choices.bytes(Math.min(choices.between(1, 5000), bytes.length - at)), at);
  writeFileSync(log, bytes);
}
