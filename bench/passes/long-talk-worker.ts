/** A conversation with a history, in a thread and so in a heap of its own: what the history costs to keep is on its bill. */
import { parentPort, workerData } from 'node:worker_threads';
import { memoryStore, sqliteStore } from '../../src/journal/index.ts';
import type { LongTalk, LongTalkReport } from './long-talk.ts';
import { openTalk, talker, writeTalk } from './talk.ts';

/** So that the engine has compiled a pass as well for a short history as for a long one, which takes long to read. */
const WARM_UP_PASSES = 5000;

await warmUp();
const { file, facts } = workerData as LongTalk;
const store = file === undefined ? memoryStore() : sqliteStore(file);
await writeTalk(openTalk(store), facts);

const { plan, close } = talker(openTalk(store));
const start = performance.now();
await plan(1);
report({ firstPassMs: performance.now() - start });

parentPort?.on('message', async (passes: number) => {
  if (passes === 0) {
    await close();
    await store.close();
    parentPort?.close();
    return;
  }
  await plan(passes);
  report({});
});

async function warmUp(): Promise<void> {
  const journal = openTalk(memoryStore());
  await writeTalk(journal, WARM_UP_PASSES);
  await talker(journal).plan(WARM_UP_PASSES);
}

function report(message: LongTalkReport): void {
  parentPort?.postMessage(message);
}
