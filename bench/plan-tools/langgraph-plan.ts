import {
  type BaseCheckpointSaver,
  END,
  ReducedValue,
  START,
  StateGraph,
  StateSchema,
} from '@langchain/langgraph';
import { z } from 'zod';

/** The plan of a thread: titles, to which an update adds. */
export function planGraph(saver: BaseCheckpointSaver) {
  const titles = z.array(z.string()).default([]);
  const state = new StateSchema({
    plan: new ReducedValue(titles, { reducer: (before, added) => before.concat(added) }),
  });
  const graph = new StateGraph(state)
    .addNode('work', () => ({}))
    .addEdge(START, 'work')
    .addEdge('work', END)
    .compile({ checkpointer: saver });
  const config = (thread: string) => ({ configurable: { thread_id: thread } });
  return {
    add: async (thread: string, added: readonly string[]): Promise<void> => {
      await graph.updateState(config(thread), { plan: [...added] }, 'work');
    },
    read: async (thread: string): Promise<readonly string[]> =>
      titles.parse((await graph.getState(config(thread))).values.plan),
  };
}
