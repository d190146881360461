import { z } from 'zod';
import { faultInRounds } from './fault.ts';
import { OneStore } from './one-store.ts';
import { eventuallyHolds, Program } from './program.ts';
import { auditTalks, beginTalks, isPlanned } from './talks.ts';

const TALKS = 4;

export const killedPlanners = faultInRounds({
  name: 'killed-planners',
  injects: 'SIGKILL to a process between the call of its planner and the commit of the draft',
  begin: (setting) => new OneStore(setting),
  async round({ file, store }, { number, choices, tally }) {
    const journals = Array.from({ length: TALKS }, (_, i) => `talk-${number}-${i}`);
    const talks = await beginTalks(store, journals, tally);
    const start = () =>
      new Program({
        name: 'planner',
        options: { file, journals, thinkMs: choices.between(0, 30) },
        line: z.object({ planning: z.string() }),
      });

    const doomed = start();
    await doomed.until(() => doomed.lines.length >= 1);
    await doomed.kill(choices.between(0, 40));
    tally.injected += 1;

    const heir = start();
    await eventuallyHolds('every message is planned for', async () =>
      (await Promise.all(talks.map(isPlanned))).every(Boolean),
    );
    await heir.end();
    await auditTalks(talks, tally);
    // A model may have been asked twice: an answer that nobody committed is asked for again.
    tally.repeated += doomed.lines.length + heir.lines.length - TALKS;
  },
});
