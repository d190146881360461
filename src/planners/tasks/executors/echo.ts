import type { Executor } from './executor.ts';

/** Does nothing and says so, for demonstrations and tests. */
export const echoExecutor: Executor = {
  name: 'echo',
  async execute({ parameters }) {
    return { type: 'completed', result: `Echo, nothing was done: ${parameters}` };
  },
};
