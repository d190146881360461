import { useEffect, useRef, useState } from 'react';
import { ApiProblem } from '../api/client.ts';
import { askWhenReachable } from './connection.ts';
import { throttle } from './throttle.ts';

export interface Reading<Answer> {
  /** The last response of this address. */
  readonly answer: Answer | undefined;
  readonly problem: ApiProblem | undefined;
}

interface Got<Answer> extends Reading<Answer> {
  readonly address: string | undefined;
}

/** The server's response at an address, read again whenever `edition` changes, at a limited rate. */
export function useReading<Answer>(address: string | undefined, edition: unknown): Reading<Answer> {
  const [got, setGot] = useState<Got<Answer>>({ address: undefined, answer: undefined, problem: undefined });
  const read = useRef<() => void>(undefined);
  useEffect(() => {
    if (address === undefined) return;
    const asked = new AbortController();
    const { signal } = asked;
    read.current = throttle(async () => {
      try {
        const answer = await askWhenReachable<Answer>(address, { signal });
        if (!signal.aborted) setGot({ address, answer, problem: undefined });
      } catch (error) {
        if (signal.aborted) return;
        if (!(error instanceof ApiProblem)) throw error;
        setGot((before) => ({
          address,
          answer: before.address === address ? before.answer : undefined,
          problem: error,
        }));
      }
    }, signal);
    return () => {
      read.current = undefined;
      asked.abort();
    };
  }, [address]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each edition is another answer
  useEffect(() => read.current?.(), [address, edition]);
  return got.address === address ? got : { answer: undefined, problem: undefined };
}
