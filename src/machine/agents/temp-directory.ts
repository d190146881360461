import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Runs work with a temporary directory, which is always removed afterwards. */
export async function inTempDirectory<Value>(work: (directory: string) => Promise<Value>): Promise<Value> {
  const directory = await mkdtemp(join(tmpdir(), 'wayfold-backend-'));
  try {
    return await work(directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
