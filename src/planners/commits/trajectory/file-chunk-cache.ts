import { randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makePrivateDirectory } from '../../../journal/private-directory.ts';
import { type ChunkCache, chunkKeyName } from './chunk-cache.ts';

/** Caches summaries as files in a directory, for other processes and later runs. */
export function fileChunkCache(directory: string): ChunkCache {
  return {
    get: (key) => readFile(join(directory, chunkKeyName(key)), 'utf8').catch(() => undefined),
    set: async (key, summary) => {
      const file = join(directory, chunkKeyName(key));
      const unfinished = `${file}.${randomUUID()}`;
      makePrivateDirectory(directory);
      await writeFile(unfinished, summary, { flag: 'wx', mode: 0o600 });
      await rename(unfinished, file);
    },
  };
}
