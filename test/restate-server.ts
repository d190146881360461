import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const READY_TIMEOUT_MS = 30_000;
const POLL_MS = 50;
const PARTITIONS = '4';

/** Starts a Restate of its own, in a directory of its own. */
export async function startRestate(): Promise<RestateServer> {
  const directory = await mkdtemp(join(tmpdir(), 'wayfold-restate-'));
  const [ingress, admin, fabric] = await freePorts(3);
  const server = new RestateServer(directory, { ingress, admin, fabric });
  try {
    await server.start();
    return server;
  } catch (error) {
    await server.remove();
    throw error;
  }
}

interface Ports {
  readonly ingress: number | undefined;
  readonly admin: number | undefined;
  readonly fabric: number | undefined;
}

/** The real engine, as a process that can be killed and started again on what it had written. */
export class RestateServer {
  readonly admin: string;
  readonly #directory: string;
  readonly #ports: Ports;
  #process: ChildProcess | undefined;

  constructor(directory: string, ports: Ports) {
    this.#directory = directory;
    this.#ports = ports;
    this.admin = `http://127.0.0.1:${ports.admin}`;
  }

  /** For `--engine`; `name` tells stores apart that share it. */
  url(name: string): string {
    const { ingress, admin } = this.#ports;
    return `restate://127.0.0.1:${ingress}/${name}?admin=${admin}`;
  }

  async start(): Promise<void> {
    const { ingress, admin, fabric } = this.#ports;
    const server = spawn(binary(), ['--no-logo'], {
      cwd: this.#directory,
      env: {
        ...process.env,
        RESTATE_BASE_DIR: join(this.#directory, 'data'),
        RESTATE_LISTEN_MODE: 'tcp',
        RESTATE_BIND_ADDRESS: `127.0.0.1:${fabric}`,
        RESTATE_INGRESS__BIND_ADDRESS: `127.0.0.1:${ingress}`,
        RESTATE_ADMIN__BIND_ADDRESS: `127.0.0.1:${admin}`,
        RESTATE_DEFAULT_NUM_PARTITIONS: PARTITIONS,
        RESTATE_LOG_FILTER: 'warn',
        DO_NOT_TRACK: '1',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#process = server;
    process.once('exit', () => server.kill('SIGKILL'));
    let log = '';
    for (const stream of [server.stdout, server.stderr]) {
      stream?.on('data', (chunk) => {
        log = `${log}${chunk}`.slice(-10_000);
      });
    }
    const deadline = Date.now() + READY_TIMEOUT_MS;
    while (!(await this.#isHealthy())) {
      if (server.exitCode !== null || Date.now() > deadline) {
        throw new Error(`Restate did not start for the tests:\n${log}`);
      }
      await wait(POLL_MS);
    }
  }

  /** The way that leaves it no time to write anything more. */
  async kill(): Promise<void> {
    const server = this.#process;
    this.#process = undefined;
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
    server.kill('SIGKILL');
    await once(server, 'exit');
  }

  /** Starts it again without anything of what it had written. */
  async loseEverything(): Promise<void> {
    await this.kill();
    await rm(join(this.#directory, 'data'), { recursive: true, force: true });
    await this.start();
  }

  /** Stops it and removes its files. */
  async remove(): Promise<void> {
    await this.kill();
    await rm(this.#directory, { recursive: true, force: true });
  }

  async #isHealthy(): Promise<boolean> {
    const { ingress } = this.#ports;
    const addresses = [`${this.admin}/health`, `http://127.0.0.1:${ingress}/restate/health`];
    const answers = await Promise.allSettled(addresses.map((address) => fetch(address)));
    return answers.every((answer) => answer.status === 'fulfilled' && answer.value.ok);
  }
}

/** The program that `@restatedev/restate-server` brings, without its launcher, so that a signal reaches it. */
function binary(): string {
  const { resolve } = createRequire(
    createRequire(import.meta.url).resolve('@restatedev/restate-server/package.json'),
  );
  return resolve(`@restatedev/restate-server-${process.platform}-${process.arch}/bin/restate-server`);
}

async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => {
    const address = server.address();
    return typeof address === 'object' && address ? address.port : 0;
  });
  await Promise.all(
    servers.map(async (server) => {
      server.close();
      await once(server, 'close');
    }),
  );
  return ports;
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1);
  return port;
}
