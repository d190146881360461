import { join } from 'node:path';
import { openJournal, sqliteStore } from '../../src/journal/index.ts';
import { faultInRounds, nothingShared } from './fault.ts';
import { cannotMount, MountedDisk } from './mounted-disk.ts';
import { Writer } from './writer.ts';
import { auditWritten } from './written-journal.ts';

export const readOnly = faultInRounds({
  name: 'read-only',
  injects:
    'a disk that may only be read when a writer comes back after SIGKILL, and may be written again later',
  cannotRun: cannotMount,
  begin: nothingShared,
  async round(_, { choices, directory, tally }) {
    await using disk = new MountedDisk(join(directory, 'disk'), '16m');
    const file = join(disk.directory, 'wayfold.db');
    const writer = new Writer({ store: file, journal: 'kept', by: 'writer' });
    writer.start();
    await writer.toldMore(choices.between(1, 20));
    await writer.kill(choices.between(0, 5));
    disk.makeReadOnly(true);
    writer.start();
    await writer.refusedMore(choices.between(1, 4));
    disk.makeReadOnly(false);
    await writer.toldMore(choices.between(1, 10));
    await writer.end();

    tally.injected += writer.refusals.length + 1;
    for (const code of new Set(writer.refusals))
      if (code !== 'store-read-only') tally.wrong(`a disk that may only be read was told as ${code}`);
    const store = sqliteStore(file);
    try {
      await auditWritten(openJournal(store, 'kept'), [writer], tally);
    } finally {
      await store.close();
    }
  },
});
