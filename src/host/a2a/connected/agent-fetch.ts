import { reportOf } from '../../../journal/error.ts';
import { type GuardedTransportOptions, guardedTransport } from '../../../machine/guarded-transport.ts';
import { A2aError } from '../error.ts';

/** Options for reaching an agent. */
export type AgentFetchOptions = Omit<GuardedTransportOptions, 'asError'>;

/** A `fetch` for talking to agents; see {@link guardedTransport}. It fails with an {@link A2aError}. */
export function agentFetch(options: AgentFetchOptions): typeof fetch {
  return guardedTransport({
    ...options,
    asError: (error) =>
      new A2aError(error.code === 'fetch-refused' ? 'agent-address-refused' : 'agent-unreachable', {
        ...reportOf(error),
        cause: error.cause,
      }),
  });
}
