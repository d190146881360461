import { z } from 'zod';
import { openJournal } from '../../src/journal/index.ts';
import { faultInRounds } from './fault.ts';
import { OneStore } from './one-store.ts';
import { Program } from './program.ts';
import { Writer } from './writer.ts';
import { auditWritten } from './written-journal.ts';

export const heldLock = faultInRounds({
  name: 'held-lock',
  injects:
    'a process that keeps the write lock for longer than writers wait, then gives it back or is killed',
  begin: (setting) => new OneStore(setting),
  async round({ file, store }, { number, choices, tally }) {
    const journal = openJournal(store, `locked-${number}`);
    const writer = new Writer({ store: file, journal: journal.id, by: 'writer', lockTimeoutMs: 20 });
    writer.start();
    await writer.toldMore(choices.between(1, 10));
    const holder = new Program({
      name: 'lock-holder',
      options: { file },
      line: z.object({ held: z.literal(true) }),
    });
    await holder.until(() => holder.lines.length === 1);
    await writer.refusedMore(choices.between(1, 4));
    if (choices.pick('end', 'kill') === 'end') await holder.end();
    else await holder.kill();
    await writer.toldMore(choices.between(1, 10));
    await writer.end();

    tally.injected += writer.refusals.length;
    for (const code of new Set(writer.refusals))
      if (code !== 'store-locked') tally.wrong(`a lock was told as ${code}`);
    await auditWritten(journal, [writer], tally);
  },
});
