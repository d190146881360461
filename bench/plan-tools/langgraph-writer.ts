/** A process of its own that adds steps to a thread when it is told to: `node langgraph-writer.ts <file>`. */
import { openSqliteSaver } from '../journal/langgraph.ts';
import { planGraph } from './langgraph-plan.ts';
import type { WriteOrder, WriteResult } from './langgraph-writers.ts';

const [, , file = ''] = process.argv;
const { saver, close } = openSqliteSaver(file);
const graph = planGraph(saver);

process.on('message', async (order: WriteOrder) => {
  const writes = await Promise.allSettled(order.titles.map((title) => graph.add(order.thread, [title])));
  const written: WriteResult = { answered: writes.filter(({ status }) => status === 'fulfilled').length };
  process.send?.(written);
});
process.on('disconnect', () => void close());
process.send?.({ answered: 0 } satisfies WriteResult);
