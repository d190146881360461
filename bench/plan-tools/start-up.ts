import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { type Contender, compare, type Entry } from '../harness/blocks.ts';
import { Distribution } from '../harness/distribution.ts';
import { exactly, figure, times } from '../harness/figure.ts';
import type { Answer, Bench } from '../harness/suite.ts';
import { connect } from './connection.ts';
import type { PlanServer } from './plan-server.ts';
import { SERVERS } from './servers.ts';
import { WAYFOLD } from './wayfold.ts';

const STEPS = 1000;
/** As many as were worked off before the server is started again; the steps that are left are for the starts. */
const DONE = 500;

interface Starts extends Contender {
  /** Milliseconds from the start of the process, the first start left out. */
  readonly initialized: readonly number[];
  readonly firstCall: readonly number[];
}

/** From the start of a server's process to its first answers. */
export async function startUp(bench: Bench): Promise<Answer> {
  const blocks = bench.quick ? 2 : 15;
  const lasting = SERVERS.filter(({ keeps }) => keeps !== 'in memory');
  const opened = new Map<PlanServer, Starts>();
  const entries: Entry[] = SERVERS.map((server) => ({
    name: server.name,
    open: async () => {
      const starts = await openStarts(server, bench.directory);
      opened.set(server, starts);
      return starts;
    },
  }));
  bench.progress(`start-up: ${entries.length} servers, ${blocks} times each`);
  const { missing } = await compare(entries, { blocks, operations: 1, warmUpBlocks: 1 });

  const measured = (server: PlanServer, what: 'initialized' | 'firstCall') =>
    new Distribution(opened.get(server)?.[what].slice(1) ?? []);
  const ours = measured(WAYFOLD, 'initialized').median;
  return {
    question: 'How long does a server take to start?',
    method: [
      `From the start of the process to the answer to \`initialize\`; and, with an existing plan in the project, to the answer to the first call, which marks one more step as done. That plan has ${exactly(STEPS)} steps, ${DONE} of which were marked one by one. Milliseconds, ${blocks} starts each.`,
      '- Each is started with `node` and the entry file of its package, without `npx`, which would add the same time to all.',
    ],
    table: {
      columns: ['', 'initialized', 'p10 to p90', "of Wayfold's", 'first call answered', 'p10 to p90'],
      rows: SERVERS.map((server) => {
        const reason = missing.get(server.name);
        if (reason !== undefined) return [server.name, `not run: ${reason}`];
        const [initialized, firstCall] = [measured(server, 'initialized'), measured(server, 'firstCall')];
        return [
          server.name,
          figure(initialized.median),
          spread(initialized),
          times(initialized.median / ours),
          ...(lasting.includes(server)
            ? [figure(firstCall.median), spread(firstCall)]
            : ['its plan is gone', '']),
        ];
      }),
    },
    goals: [],
    notes: [
      'Wayfold opens its store on the first call and then folds the whole journal of the plan; the others read a file on every call.',
    ],
  };
}

async function openStarts(server: PlanServer, directory: string): Promise<Starts> {
  const project = await mkdtemp(join(directory, 'start-'));
  const launch = await server.launch();
  const lasts = server.keeps !== 'in memory';
  let done = 0;
  if (lasts) {
    const connection = await connect(launch, project);
    await server.begin(connection, STEPS);
    for (; done < DONE; done++) await server.markDone(connection, done);
    await connection.close();
  }
  const initialized: number[] = [];
  const firstCall: number[] = [];
  const startOnce = async () => {
    const start = performance.now();
    const connection = await connect(launch, project);
    initialized.push(performance.now() - start);
    if (lasts) {
      await server.markDone(connection, done++);
      firstCall.push(performance.now() - start);
    }
    await connection.close();
  };
  return {
    run: async (operations) => {
      for (let i = 0; i < operations; i++) await startOnce();
    },
    close: async () => {},
    initialized,
    firstCall,
  };
}

function spread(distribution: Distribution): string {
  return `${figure(distribution.at(0.1))} to ${figure(distribution.at(0.9))}`;
}
