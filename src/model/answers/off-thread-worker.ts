import { parentPort, workerData } from 'node:worker_threads';

/** The function to call and its arguments: the data that the thread starts with. */
export interface OffThreadWork {
  readonly module: string;
  readonly name: string;
  readonly input: unknown;
}

/** The report of a finished thread. */
export type OffThreadReport<Output> =
  | { readonly type: 'done'; readonly output: Output }
  | { readonly type: 'failed'; readonly error: unknown }
  | { readonly type: 'not-loaded' };

async function run({ module, name, input }: OffThreadWork): Promise<OffThreadReport<unknown>> {
  const work = await exportOf(module, name);
  if (typeof work !== 'function') return { type: 'not-loaded' };
  try {
    return { type: 'done', output: work(input) };
  } catch (error) {
    return { type: 'failed', error };
  }
}

async function exportOf(module: string, name: string): Promise<unknown> {
  try {
    const loaded: Record<string, unknown> = await import(module);
    return loaded[name];
  } catch {
    return undefined;
  }
}

parentPort?.postMessage(await run(workerData));
