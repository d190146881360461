import type { Worker } from 'node:worker_threads';
import { SerialQueue } from '../../kernel/work/serial-queue.ts';
import type { OffThreadReport, OffThreadWork } from './off-thread-worker.ts';

/** Beyond this the thread is killed, rather than the whole process. */
const MAX_HEAP_MB = 512;

/** A function, and where a thread can import it. */
export interface ExportedFunction<Input, Output> {
  /** The `import.meta.url` of the module that exports it. */
  readonly module: string;
  /** The export name: a bundler may rename the function itself. */
  readonly name: string;
  readonly call: (input: Input) => Output;
}

/** One thread at a time: many large answers at once must not take every core and all memory. */
const queue = new SerialQueue();

/**
 * Calls an exported function of a module in a separate thread, so that this one stays responsive. Arguments and
 * result are copied. If no thread can load the module, as in a single-file bundle, the function is called here.
 */
export async function offThread<Input, Output>(
  { module, name, call }: ExportedFunction<Input, Output>,
  input: Input,
  { signal }: { readonly signal?: AbortSignal | undefined } = {},
): Promise<Output> {
  return await queue.run(async () => {
    signal?.throwIfAborted();
    const report = await reportOf<Output>({ module, name, input }, signal);
    if (report.type === 'failed') throw report.error;
    return report.type === 'done' ? report.output : call(input);
  });
}

async function reportOf<Output>(
  workerData: OffThreadWork,
  signal: AbortSignal | undefined,
): Promise<OffThreadReport<Output>> {
  const worker = await startWorker(workerData);
  if (worker === undefined) return { type: 'not-loaded' };
  const { promise, resolve, reject } = Promise.withResolvers<OffThreadReport<Output>>();
  const abort = () => reject(signal?.reason);
  worker.on('message', resolve);
  worker.on('error', (error) => (isNotFound(error) ? resolve({ type: 'not-loaded' }) : reject(error)));
  signal?.addEventListener('abort', abort, { once: true });
  try {
    return await promise;
  } finally {
    signal?.removeEventListener('abort', abort);
    await worker.terminate();
  }
}

/** `undefined` if there are no threads, as in a browser. */
async function startWorker(workerData: OffThreadWork): Promise<Worker | undefined> {
  const threads = await import('node:worker_threads').catch(() => undefined);
  if (threads?.Worker === undefined) return undefined;
  // TypeScript when run from sources, JavaScript when built.
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  return new threads.Worker(new URL(`./off-thread-worker.${extension}`, import.meta.url), {
    workerData,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
}

/** A bundle has no file next to it, and Node before 22.18 does not run TypeScript. */
function isNotFound(error: unknown): boolean {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  return code === 'ERR_MODULE_NOT_FOUND' || code === 'ERR_UNKNOWN_FILE_EXTENSION';
}
