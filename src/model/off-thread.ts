import type { Worker } from 'node:worker_threads';
import { SerialQueue } from '../kernel/work/serial-queue.ts';
import type { OffThreadReport, OffThreadWork } from './off-thread-worker.ts';

/** Beyond this the thread is ended, and not the whole process. */
const MOST_HEAP_MB = 512;

/** A function, and where a thread finds it. */
export interface ExportedFunction<Input, Output> {
  /** The `import.meta.url` of the module that exports it. */
  readonly module: string;
  /** What the module exports it as: a bundler may call the function itself otherwise. */
  readonly name: string;
  readonly call: (input: Input) => Output;
}

/** One thread at a time: many large answers at once must not take every core and all memory. */
const queue = new SerialQueue();

/**
 * What an exported function of a module returns, computed in a thread of its own, so that this one keeps answering. What
 * goes in and comes out is copied. Where no thread can load the module, as in a bundle of one file, the function is called
 * here.
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

/** Undefined where there are no threads, as in a browser. */
async function startWorker(workerData: OffThreadWork): Promise<Worker | undefined> {
  const threads = await import('node:worker_threads').catch(() => undefined);
  if (threads?.Worker === undefined) return undefined;
  // Sources run as they are and, when built, as JavaScript beside this file.
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  return new threads.Worker(new URL(`./off-thread-worker.${extension}`, import.meta.url), {
    workerData,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB },
  });
}

/** A bundle has no file beside it, and Node before 22.18 reads no TypeScript. */
function isNotFound(error: unknown): boolean {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  return code === 'ERR_MODULE_NOT_FOUND' || code === 'ERR_UNKNOWN_FILE_EXTENSION';
}
