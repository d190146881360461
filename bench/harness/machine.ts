import { closeSync, fdatasyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { arch, cpus, loadavg, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { Distribution } from './distribution.ts';
import { figure } from './figure.ts';

const PAGE_BYTES = 4096;
const FILE_PAGES = 1000;
const PROBES = 2000;

/** Where the figures come from: lines of a list, each a name and what it is. */
export type Machine = readonly (readonly [name: string, value: string])[];

export async function describeMachine(directory: string, postgresUrl: string): Promise<Machine> {
  const [cpu] = cpus();
  const probe = fsyncLatency(directory);
  const [median, low, high] = [probe.median, probe.at(0.1), probe.at(0.9)].map(figure);
  return [
    ['processor', `${cpu?.model.trim() ?? 'unknown'}, ${cpus().length} cores`],
    ['memory', `${figure(totalmem() / 2 ** 30)} GiB`],
    ['system', `${type()} ${release()} ${arch()}`],
    [
      'disk',
      `fdatasync of one overwritten 4 KiB page: ${median} µs (p10 to p90: ${low} to ${high}), at the start of the run`,
    ],
    ['load', `${loadavg().map(figure).join(', ')} (1, 5, 15 minutes) at the start of the run`],
    ['Node', `${process.versions.node}, with SQLite ${process.versions.sqlite}`],
    ['PostgreSQL', await postgresVersion(postgresUrl)],
    ...peers(),
  ];
}

/** Pages of a file that is already there, as in a write-ahead log that is used again and again. */
function fsyncLatency(directory: string): Distribution {
  const file = openSync(join(directory, 'fsync-probe'), 'w');
  try {
    writeSync(file, Buffer.alloc(FILE_PAGES * PAGE_BYTES, 1));
    fdatasyncSync(file);
    const page = Buffer.alloc(PAGE_BYTES, 2);
    const samples = Array.from({ length: PROBES }, (_, i) => {
      const start = performance.now();
      writeSync(file, page, 0, PAGE_BYTES, (i % FILE_PAGES) * PAGE_BYTES);
      fdatasyncSync(file);
      return (performance.now() - start) * 1000;
    });
    return new Distribution(samples);
  } finally {
    closeSync(file);
  }
}

async function postgresVersion(url: string): Promise<string> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ version: string; fsync: string; commit: string }>(
      `SELECT current_setting('server_version') AS version, current_setting('fsync') AS fsync,
              current_setting('synchronous_commit') AS commit`,
    );
    const [row] = rows;
    return `${row?.version}, fsync ${row?.fsync}, synchronous_commit ${row?.commit}, on this machine over TCP`;
  } finally {
    await client.end();
  }
}

function peers(): Machine {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const { dependencies } = manifest as { dependencies: Record<string, string> };
  return Object.entries(dependencies).map(([name, version]) => [`\`${name}\``, version]);
}
