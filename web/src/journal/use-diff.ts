import { useEffect, useState } from 'react';
import { ApiProblem, sessionPath } from '../api/client.ts';
import type { SessionDiff } from '../api/contracts.ts';
import { askWhenReachable } from '../state/connection.ts';

/** What is compared: two moments of a session, or two sessions as they stand. */
export type Compared =
  | {
      readonly type: 'moments';
      readonly session: string;
      readonly from: number;
      readonly to?: number | undefined;
    }
  | { readonly type: 'sessions'; readonly left: string; readonly right: string };

/** What differs, as the server says; read again when `edition` changes. */
export function useDiff(
  compared: Compared | undefined,
  edition = 0,
): { readonly diff: SessionDiff | undefined; readonly problem: ApiProblem | undefined } {
  const address = compared && addressOf(compared);
  const [answer, setAnswer] = useState<{ diff?: SessionDiff; problem?: ApiProblem; address?: string }>({});
  useEffect(() => {
    if (address === undefined) return;
    const asked = new AbortController();
    const again = edition > 0;
    askWhenReachable<SessionDiff>(address, { signal: asked.signal }).then(
      (diff) => setAnswer({ diff, address }),
      (error) => {
        if (asked.signal.aborted) return;
        if (!(error instanceof ApiProblem)) throw error;
        setAnswer((before) => ({ ...(again && before), problem: error, address }));
      },
    );
    return () => asked.abort();
  }, [address, edition]);
  const isCurrent = answer.address === address;
  return { diff: isCurrent ? answer.diff : undefined, problem: isCurrent ? answer.problem : undefined };
}

function addressOf(compared: Compared): string {
  switch (compared.type) {
    case 'moments': {
      const { session, from, to } = compared;
      return sessionPath(session, `/diff?from=${from}${to === undefined ? '' : `&to=${to}`}`);
    }
    case 'sessions':
      return sessionPath(compared.left, `/diff?with=${encodeURIComponent(compared.right)}`);
  }
}
