import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { StorePlace } from './place.ts';

const BUILT = new URL(process.env.WAYFOLD_BENCH_DIST ?? '../../dist/', import.meta.url);
const MAIN = fileURLToPath(new URL('surfaces/cli/main.js', BUILT));
const SAMPLE_MS = 1000;
/** Linux counts processor time in hundredths of a second, whatever its kernel ticks at. */
const MS_PER_TICK = 10;
const run = promisify(execFile);

/** How many there are, and what each is told. */
export interface WorkerSetting {
  readonly workers: number;
  readonly atOnce: number;
  readonly cwd: string;
  /** Where their metrics go; without it they send none. */
  readonly metrics?: string;
  /** The offline one unless told. */
  readonly model?: string;
}

/** Processor time in milliseconds. */
export interface CpuTime {
  readonly ownMs: number;
  /** Of the programs that they started and that have ended: git. */
  readonly programsMs: number;
}

/** Processes of `wayfold worker` on one store, with the offline model. */
export class Workers {
  /** Bytes that all of them held together: when they were ready, and the most since. */
  idleBytes = 0;
  peakBytes = 0;
  /** What they wrote to stderr. */
  log = '';
  readonly #processes: readonly ChildProcess[];
  readonly #sampling: ReturnType<typeof setInterval>;

  private constructor(processes: readonly ChildProcess[]) {
    this.#processes = processes;
    for (const { stderr } of processes) {
      stderr?.setEncoding('utf8').on('data', (text: string) => {
        this.log += text;
      });
    }
    this.#sampling = setInterval(() => void this.#sample(), SAMPLE_MS);
  }

  static async start(
    place: StorePlace,
    { workers, atOnce, cwd, metrics, model = 'offline' }: WorkerSetting,
  ): Promise<Workers> {
    const started = Array.from({ length: workers }, async (_, i) => {
      const worker = spawn(process.execPath, [MAIN, 'worker', ...place.args, '--at-once', `${atOnce}`], {
        // Plans from commits are made for repositories in there.
        cwd,
        env: {
          ...process.env,
          WAYFOLD_MODEL: model,
          ...(metrics !== undefined && {
            OTEL_EXPORTER_OTLP_ENDPOINT: metrics,
            OTEL_TRACES_EXPORTER: 'none',
            OTEL_METRIC_EXPORT_INTERVAL: '5000',
            OTEL_SERVICE_NAME: `worker-${i + 1}`,
          }),
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const ended = once(worker, 'exit').then(() => Promise.reject(new Error('a worker did not start')));
      await Promise.race([once(createInterface({ input: worker.stdout }), 'line'), ended]);
      ended.catch(() => {});
      return worker;
    });
    const running = new Workers(await Promise.all(started));
    running.idleBytes = await running.#sample();
    return running;
  }

  /** What all of them have used so far. */
  async cpuTime(): Promise<CpuTime> {
    const times = await Promise.all(this.#processes.map(({ pid }) => cpuTimeOf(pid)));
    return {
      ownMs: times.reduce((sum, { ownMs }) => sum + ownMs, 0),
      programsMs: times.reduce((sum, { programsMs }) => sum + programsMs, 0),
    };
  }

  /** Lets them finish what is under way, and send their last figures. */
  async stop(): Promise<void> {
    clearInterval(this.#sampling);
    for (const worker of this.#processes) {
      if (worker.exitCode !== null) continue;
      worker.kill('SIGTERM');
      await once(worker, 'exit');
    }
  }

  /** Bytes that all of them hold now. */
  async bytes(): Promise<number> {
    return await this.#sample();
  }

  async #sample(): Promise<number> {
    const pids = this.#processes.map(({ pid }) => `${pid}`).join(',');
    const { stdout } = await run('ps', ['-o', 'rss=', '-p', pids]).catch(() => ({ stdout: '' }));
    const bytes = stdout.split('\n').reduce((sum, kib) => sum + Number(kib) * 1024, 0);
    this.peakBytes = Math.max(this.peakBytes, bytes);
    return bytes;
  }
}

/** As Linux tells it; the name of the program may hold spaces, and stands in parentheses. */
async function cpuTimeOf(pid: number | undefined): Promise<CpuTime> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8');
  const [user = 0, system = 0, programsUser = 0, programsSystem = 0] = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15)
    .map(Number);
  return {
    ownMs: (user + system) * MS_PER_TICK,
    programsMs: (programsUser + programsSystem) * MS_PER_TICK,
  };
}
