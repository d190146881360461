import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openJournal } from '../../src/journal/index.ts';
import { auditEffects, readEffects } from './effects.ts';
import { faultInRounds } from './fault.ts';
import { recordedIn, tasks, WorkerLine } from './killed-workers.ts';
import { OneStore } from './one-store.ts';
import { eventuallyHolds, Program } from './program.ts';
import { Writer } from './writer.ts';
import { auditWritten } from './written-journal.ts';

const STEPS = 3;
const HOUR_MS = 3_600_000;
/** A claim is renewed twice while a task is done. */
const TTL_MS = 3000;
const WORK_MS = 2200;
const PRELOAD = fileURLToPath(new URL('programs/shifting-clock.ts', import.meta.url));

/**
 * The clock of a machine with two workers and two writers, or of one of two machines. What is recorded never goes back in
 * time, and nobody takes work from a worker that lives.
 */
export const clockSetBack = faultInRounds({
  name: 'clock-set-back',
  injects:
    'a clock that is set back by up to an hour, of all processes or of one, while they write and do tasks',
  begin: (setting) => new OneStore(setting),
  async round({ file, store }, { number, choices, directory, tally }) {
    const steps = Array.from({ length: STEPS }, () => choices.between(1, HOUR_MS));
    const clock = {
      execArgv: ['--import', PRELOAD],
      env: { WAYFOLD_FAULT_CLOCK: JSON.stringify(steps) },
    };
    const isOneMachine = choices.pick(true, false);
    const written = openJournal(store, `clock-${number}`);
    const work = `clocked-${number}`;
    const effects = join(directory, 'effects');
    const workload = tasks({ apart: true });
    const deeds = await workload.ask(store, work);
    tally.acknowledged += deeds.length;
    const options = { store: file, journals: [work], effects, workMs: WORK_MS, ttlMs: TTL_MS };
    const worker = () => new Program({ name: 'worker', options, line: WorkerLine, ...clock });
    const writers = ['one', 'two'].map(
      (by) => new Writer({ store: file, journal: written.id, by, ...clock }),
    );

    // It takes all there is, and its clock is set back while it works.
    const busy = worker();
    await busy.until(() => busy.lines.filter(({ deed }) => deed).length === deeds.length);
    const other = worker();
    for (const writer of writers) writer.start();
    await Promise.all([
      other.until(() => other.lines.length > 0),
      ...writers.map((each) => each.toldMore(1)),
    ]);
    const set = isOneMachine ? [busy, other, ...writers] : [busy, ...writers.slice(1)];
    for (let step = 0; step < STEPS; step++) {
      await wait(choices.between(0, 400));
      for (const each of set) each.signal('SIGUSR2');
      tally.injected += 1;
    }
    const recorded = () => recordedIn(store, [work], deeds, workload);
    await eventuallyHolds('all tasks are done', async () =>
      [...(await recorded()).values()].every(({ times }) => times > 0),
    );
    for (const each of [busy, other, ...writers]) await each.end();
    // Who did what after whom is not told by times of clocks that were set.
    const timeless = new Map(Array.from(await recorded(), ([deed, { times }]) => [deed, { times }]));
    auditEffects(readEffects(effects), { recorded: timeless, killed: new Map() }, tally);
    await auditWritten(written, writers, tally);
  },
});
