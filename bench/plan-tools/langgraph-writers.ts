import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stepsFrom } from '../journal/plan.ts';
import { stepOfWriter, type Writers, writersAmong } from './writers.ts';

const STEPS = 10;
const PROGRAM = fileURLToPath(new URL('langgraph-writer.ts', import.meta.url));

export interface WriteOrder {
  readonly thread: string;
  readonly titles: readonly string[];
}

export interface WriteResult {
  readonly answered: number;
}

/** Processes that update the state of one thread, which is in one SQLite file. */
export async function langGraphWriters({
  processes,
  directory,
}: {
  processes: number;
  directory: string;
}): Promise<Writers> {
  const { openSqliteSaver } = await import('../journal/langgraph.ts');
  const { planGraph } = await import('./langgraph-plan.ts');
  const file = join(await mkdtemp(join(directory, 'langgraph-')), 'threads.db');
  const { saver, close } = openSqliteSaver(file);
  const graph = planGraph(saver);
  const add = (thread: string) =>
    graph.add(
      thread,
      stepsFrom(0, STEPS).map(({ title }) => title),
    );
  // The saver makes its tables with its first use.
  await add('first');
  const children: ChildProcess[] = [];
  for (let i = 0; i < processes; i++) {
    const child = fork(PROGRAM, [file]);
    children.push(child);
    await report(child);
  }
  return {
    race: async (count) => {
      const thread = crypto.randomUUID();
      await add(thread);
      const titles = Array.from({ length: count }, (_, writer) => stepOfWriter(writer).title);
      const reports = await Promise.all(
        children.map((child, i) => {
          const own = titles.filter((_, writer) => writer % processes === i);
          child.send({ thread, titles: own } satisfies WriteOrder);
          return report(child);
        }),
      );
      const answered = reports.reduce((sum, written) => sum + written.answered, 0);
      return { answered, kept: writersAmong(await graph.read(thread)) };
    },
    close: async () => {
      for (const child of children) {
        child.disconnect();
        await once(child, 'exit');
      }
      await close();
    },
  };
}

async function report(child: ChildProcess): Promise<WriteResult> {
  const ended = new AbortController();
  const exit = once(child, 'exit', { signal: ended.signal }).then(([code]): never => {
    throw new RangeError(`langgraph-writer.ts ended with ${code}`);
  });
  try {
    const [written] = await Promise.race([once(child, 'message'), exit]);
    return written as WriteResult;
  } finally {
    ended.abort();
    await exit.catch(() => undefined);
  }
}
