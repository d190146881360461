import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Tally } from './tally.ts';

const EffectLine = z.object({
  /** What was done: a task, or a message. */
  deed: z.string(),
  /** What the outside world can tell a repetition by. */
  key: z.string(),
  pid: z.number(),
  /** Milliseconds since 1970. */
  at: z.number(),
});
export type Effect = z.infer<typeof EffectLine>;

export function readEffects(file: string): Effect[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => EffectLine.parse(JSON.parse(line)));
}

/** What is recorded of deeds, and who died when. */
export interface EffectRecords {
  /** For each deed that has to be done, how often the journal says that it was, and since when. */
  readonly recorded: ReadonlyMap<string, { readonly times: number; readonly at?: number }>;
  /** By the process's id, in milliseconds since 1970. */
  readonly killed: ReadonlyMap<number, number>;
}

/**
 * Holds effects against what the journals say: every deed recorded once, none done again that was recorded, none taken
 * from a worker that lived, and all repetitions under the key of the first.
 */
export function auditEffects(
  effects: readonly Effect[],
  { recorded, killed }: EffectRecords,
  tally: Tally,
): void {
  const byDeed = Map.groupBy(effects, ({ deed }) => deed);
  const keys = new Map<string, string>();
  for (const [deed, { times, at: recordedAt }] of recorded) {
    const done = byDeed.get(deed) ?? [];
    if (times === 0) tally.lost(`${deed} is neither finished nor reported`);
    if (times > 1) tally.duplicated(`${deed} is recorded ${times} times`);
    if (times > 0) tally.persisted += 1;
    if (times > 0 && done.length === 0) tally.wrong(`${deed} is recorded, and nobody did it`);
    tally.repeated += Math.max(0, done.length - 1);
    for (const [i, { key, pid, at }] of done.entries()) {
      if (key !== done[0]?.key) tally.duplicated(`${deed} was done under a second key`);
      if (recordedAt !== undefined && at > recordedAt + 1)
        tally.duplicated(`${deed} was done after it was recorded`);
      const before = done[i - 1];
      if (before === undefined) continue;
      const diedAt = killed.get(before.pid);
      if (diedAt === undefined || at < diedAt)
        tally.duplicated(`process ${pid} did ${deed}, which living process ${before.pid} was doing`);
    }
    const [first] = done;
    const other = first && keys.get(first.key);
    if (other !== undefined) tally.wrong(`${deed} and ${other} have the same key`);
    if (first) keys.set(first.key, deed);
  }
  for (const deed of byDeed.keys())
    if (!recorded.has(deed)) tally.wrong(`${deed} was done, and nobody wanted it`);
}
