import { type Readable, Writable } from 'node:stream';
import { ndJsonStream } from '@agentclientprotocol/sdk';
import { type AcpAgentOptions, createAcpAgent } from './agent.ts';

export interface ServeAcpOptions extends AcpAgentOptions {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly signal: AbortSignal;
}

/** Serves an editor over stdin and stdout until it disconnects or the signal is aborted. */
export async function serveAcp({ stdin, stdout, signal, ...options }: ServeAcpOptions): Promise<void> {
  const { app, close } = createAcpAgent(options);
  const connection = app.connect(ndJsonStream(Writable.toWeb(stdout), bytesOf(stdin)));
  const end = () => connection.close();
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  await connection.closed;
  signal.removeEventListener('abort', end);
  await close();
}

/** Node's own conversion has a different type than web streams. */
function bytesOf(stdin: Readable): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = stdin[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
}
