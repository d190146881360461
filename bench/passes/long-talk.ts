import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Contender } from '../harness/blocks.ts';

const PROGRAM = new URL('./long-talk-worker.ts', import.meta.url);
const HEAP_MB = 8192;

/** How long a conversation is, and where it is kept: in memory when there is no file. */
export interface LongTalk {
  readonly facts: number;
  readonly file?: string;
}

/** Sent when the history is written and the first pass has read all of it, then after each block. */
export interface LongTalkReport {
  readonly firstPassMs?: number;
}

/** Passes on top of a history, in a thread of their own. */
export async function longTalk(
  talk: LongTalk,
  onFirstPass: (milliseconds: number) => void,
): Promise<Contender> {
  const worker = new Worker(PROGRAM, {
    workerData: talk,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  const answer = async (): Promise<LongTalkReport> => {
    const [report]: LongTalkReport[] = await once(worker, 'message');
    return report ?? {};
  };
  const { firstPassMs = Number.NaN } = await answer();
  onFirstPass(firstPassMs);
  return {
    run: async (passes) => {
      worker.postMessage(passes);
      await answer();
    },
    close: async () => {
      worker.postMessage(0);
      await once(worker, 'exit');
    },
  };
}
