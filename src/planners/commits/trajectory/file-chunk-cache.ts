import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ChunkCache, chunkKeyName } from './chunk-cache.ts';

/** Keeps summaries as files of a directory, so that other processes and later runs have them too. */
export function fileChunkCache(directory: string): ChunkCache {
  return {
    get: (key) => readFile(join(directory, chunkKeyName(key)), 'utf8').catch(() => undefined),
    set: async (key, summary) => {
      const file = join(directory, chunkKeyName(key));
      const unfinished = `${file}.${randomUUID()}`;
      await mkdir(directory, { recursive: true });
      await writeFile(unfinished, summary);
      await rename(unfinished, file);
    },
  };
}
