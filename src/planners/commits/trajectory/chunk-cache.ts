import { canonicalJson } from '../../../journal/integrity/canonical-json.ts';
import { sha256 } from '../../../journal/integrity/sha256.ts';

/** The key of a chunk summary. */
export interface ChunkKey {
  /** The commit before the first step. */
  readonly start: string;
  /** The last step. */
  readonly end: string;
  readonly blockSize: number;
  readonly model: string;
  readonly promptVersion: number;
}

/** A cache of chunk summaries, so that each is made once. */
export interface ChunkCache {
  get(key: ChunkKey): string | undefined | Promise<string | undefined>;
  set(key: ChunkKey, summary: string): void | Promise<void>;
}

/** The key as a short name, for caches of files or rows. */
export function chunkKeyName({ start, end, blockSize, model, promptVersion }: ChunkKey): string {
  return sha256(canonicalJson({ start, end, blockSize, model, promptVersion }));
}

/** Caches the newest `most` summaries in memory. */
export function memoryChunkCache(most = 10_000): ChunkCache {
  const summaries = new Map<string, string>();
  return {
    get: (key) => summaries.get(chunkKeyName(key)),
    set: (key, summary) => {
      summaries.set(chunkKeyName(key), summary);
      const [oldest] = summaries.keys();
      if (summaries.size > most && oldest !== undefined) summaries.delete(oldest);
    },
  };
}
