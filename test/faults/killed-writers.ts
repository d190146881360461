import { openJournal } from '../../src/journal/index.ts';
import { faultInRounds } from './fault.ts';
import { OneStore } from './one-store.ts';
import { Writer } from './writer.ts';
import { auditWritten } from './written-journal.ts';

const WRITERS = 4;

export const killedWriters = faultInRounds({
  name: 'killed-writers',
  injects: `SIGKILL to each of ${WRITERS} processes that append to one journal`,
  begin: (setting) => new OneStore(setting),
  async round({ file, store }, { number, choices, tally }) {
    const journal = openJournal(store, `written-${number}`);
    const writers = Array.from(
      { length: WRITERS },
      (_, w) => new Writer({ store: file, journal: journal.id, by: `writer${w}` }),
    );
    const lives = writers.map((writer) => ({
      writer,
      count: choices.between(1, 30),
      ms: choices.between(0, 10),
    }));
    await Promise.all(
      lives.map(async ({ writer, count, ms }) => {
        writer.start();
        await writer.toldMore(count);
        await writer.kill(ms);
        tally.injected += 1;
      }),
    );
    for (const writer of writers) await writer.repeat(journal);
    await auditWritten(journal, writers, tally);
  },
});
