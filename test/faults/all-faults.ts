import { badCli } from './bad-cli.ts';
import { badModel } from './bad-model.ts';
import { bitRot } from './bit-rot.ts';
import { clockSetBack } from './clock-set-back.ts';
import { cutStream } from './cut-stream.ts';
import { damagedFile } from './damaged-file.ts';
import type { Fault } from './fault.ts';
import { fullDisk } from './full-disk.ts';
import { heldLock } from './held-lock.ts';
import { killedPlanners } from './killed-planners.ts';
import { killedPostgres } from './killed-postgres.ts';
import { killedServer } from './killed-server.ts';
import { killedSenders, killedTasks } from './killed-workers.ts';
import { killedWriters } from './killed-writers.ts';
import { readOnly } from './read-only.ts';
import { tornLog } from './torn-log.ts';

/** Every fault there is, in the order they are run. */
export const FAULTS: readonly Fault[] = [
  killedWriters,
  killedPlanners,
  killedTasks,
  killedSenders,
  killedServer,
  killedPostgres,
  tornLog,
  damagedFile,
  bitRot,
  fullDisk,
  readOnly,
  heldLock,
  clockSetBack,
  cutStream,
  badModel,
  badCli,
];
