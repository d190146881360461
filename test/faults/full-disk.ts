import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openJournal, sqliteStore } from '../../src/journal/index.ts';
import { faultInRounds, nothingShared } from './fault.ts';
import { cannotMount, MountedDisk } from './mounted-disk.ts';
import { Writer } from './writer.ts';
import { auditWritten } from './written-journal.ts';

export const fullDisk = faultInRounds({
  name: 'full-disk',
  injects: 'a disk that is full while two processes write, until somebody makes room',
  cannotRun: cannotMount,
  begin: nothingShared,
  async round(_, { choices, directory, tally }) {
    await using disk = new MountedDisk(join(directory, 'disk'), '12m');
    const file = join(disk.directory, 'wayfold.db');
    const filler = join(disk.directory, 'filler');
    writeFileSync(filler, Buffer.alloc(choices.between(7_000_000, 11_000_000)));
    const bytes = choices.between(5_000, 40_000);
    const writers = ['one', 'two'].map((by) => new Writer({ store: file, journal: 'crammed', by, bytes }));
    for (const writer of writers) writer.start();
    await Promise.all(writers.map((writer) => writer.refusedMore(choices.between(1, 5))));
    rmSync(filler);
    await Promise.all(writers.map((writer) => writer.toldMore(1)));
    await Promise.all(writers.map((writer) => writer.kill()));

    const refusals = writers.flatMap((writer) => writer.refusals);
    tally.injected += refusals.length;
    for (const code of new Set(refusals))
      if (!/^store-(full|locked)$/.test(code)) tally.wrong(`a full disk was told as ${code}`);
    const store = sqliteStore({ file, lockTimeoutMs: 60_000 });
    try {
      const journal = openJournal(store, 'crammed');
      for (const writer of writers) await writer.repeat(journal);
      await auditWritten(journal, writers, tally);
    } finally {
      await store.close();
    }
  },
});
