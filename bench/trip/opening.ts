import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Distribution } from '../harness/distribution.ts';
import { bytes, figure } from '../harness/figure.ts';
import { atMost, goalCell } from '../harness/goal.ts';
import type { Answer, Bench } from '../harness/suite.ts';

const PROGRAM = fileURLToPath(new URL('./open-once.ts', import.meta.url));
const FILE = new URL('../../.cache/gazetteer.bin', import.meta.url);
const MAX_MS = 100;
const MAX_BYTES = 80_000_000;

const run = promisify(execFile);

/** From a new process to the first answer. */
export async function opening(bench: Bench): Promise<Answer> {
  const starts = bench.quick ? 3 : 15;
  bench.progress(`opening the gazetteer in ${starts} processes`);
  const [opens, parses]: [Start[], Start[]] = [[], []];
  for (let i = 0; i < starts; i++) {
    opens.push(await startOnce('open'));
    parses.push(await startOnce('parse'));
  }
  const [open, parse] = [measured(opens), measured(parses)];
  const time = atMost('opening the gazetteer', open.time.median, MAX_MS, milliseconds);
  const memory = atMost('memory of the open gazetteer', open.memory.median, MAX_BYTES, bytes);
  return {
    question: 'How long does it take to open the gazetteer, and how much memory is that?',
    method: [
      `In a new process each time: from the start to the first look-up by name, and the growth of the process until then. ${starts} processes each; the files (${bytes(statSync(FILE).size)} and 23.1 MB) are in the system's cache.`,
      '- **Parsing** reads the GeoNames file line by line into objects, and indexes them by each of their names in a `Map`.',
    ],
    table: {
      columns: ['', 'ms', 'p10 to p90', 'goal', 'memory', 'goal'],
      rows: [
        [
          'parsing the GeoNames file',
          figure(parse.time.median),
          spread(parse.time),
          '',
          bytes(parse.memory.median),
          '',
        ],
        [
          '**opening the gazetteer**',
          figure(open.time.median),
          spread(open.time),
          goalCell(time),
          bytes(open.memory.median),
          goalCell(memory),
        ],
      ],
    },
    goals: [time, memory],
    notes: ['Node itself takes some 50 MB before anything is opened; that is not counted.'],
  };
}

interface Start {
  readonly milliseconds: number;
  readonly bytes: number;
}

async function startOnce(how: 'open' | 'parse'): Promise<Start> {
  const { stdout } = await run(process.execPath, [PROGRAM, how]);
  // The program above prints nothing else.
  return JSON.parse(stdout) as Start;
}

function measured(starts: readonly Start[]) {
  return {
    time: new Distribution(starts.map((start) => start.milliseconds)),
    memory: new Distribution(starts.map((start) => start.bytes)),
  };
}

function milliseconds(value: number): string {
  return `${figure(value)} ms`;
}

function spread(distribution: Distribution): string {
  return `${figure(distribution.at(0.1))} to ${figure(distribution.at(0.9))}`;
}
