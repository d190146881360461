import { type BaseCheckpointSaver, MemorySaver } from '@langchain/langgraph';
import { atOnce } from '../harness/at-once.ts';
import type { Contender } from '../harness/blocks.ts';
import { type OpenSaver, runPlanGraph } from './langgraph.ts';

type Put = Parameters<BaseCheckpointSaver['put']>;

/** Keeps what a graph hands to its saver, apart from the thread, which is the caller's. */
class Recorder extends MemorySaver {
  readonly puts: { readonly parent: string; readonly rest: [Put[1], Put[2], Put[3]] }[] = [];

  override async put(config: Put[0], checkpoint: Put[1], metadata: Put[2], versions: Put[3] = {}) {
    const parent = String(config.configurable?.checkpoint_id);
    this.puts.push({ parent, rest: structuredClone([checkpoint, metadata, versions]) });
    return await super.put(config, checkpoint, metadata);
  }
}

/**
 * Savers that store one checkpoint an operation: those of a real graph while its plan grows to `longest` steps, after
 * which a new thread begins. Each appender has threads of its own.
 */
export async function putCheckpoints(
  { saver, close }: OpenSaver,
  { appenders, longest }: { appenders: number; longest: number },
): Promise<Contender> {
  const recorder = new Recorder();
  await runPlanGraph(recorder, { value: 'reduced', steps: longest });
  // Before the first step the graph also stores what it was given.
  const puts = recorder.puts.slice(-longest);
  const writes = Array.from({ length: appenders }, () => threadsOf(saver, puts));
  return { run: (operations) => atOnce(writes, operations), close };
}

function threadsOf(saver: BaseCheckpointSaver, puts: Recorder['puts']): () => Promise<void> {
  let next = 0;
  let thread = '';
  return async () => {
    if (next === 0) thread = crypto.randomUUID();
    const put = puts[next];
    if (put === undefined) throw new RangeError(`no checkpoint at ${next}`);
    const configurable = { thread_id: thread, checkpoint_ns: '', checkpoint_id: put.parent };
    await saver.put({ configurable }, ...put.rest);
    next = (next + 1) % puts.length;
  };
}
