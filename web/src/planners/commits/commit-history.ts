import { useEffect, useState } from 'react';
import { ApiProblem, sessionPath } from '../../api/client.ts';
import type { CommitHistory } from '../../api/contracts.ts';
import { askWhenHeard } from '../../state/connection.ts';

export interface ReadHistory {
  readonly history: CommitHistory | undefined;
  readonly problem: ApiProblem | undefined;
}

/** The history that a plan rests on, or without one what the next plan would. Read again when `version` changes. */
export function useCommitHistory(
  session: string,
  requestId: string | undefined,
  version: string,
): ReadHistory {
  const [read, setRead] = useState<ReadHistory & { readonly about?: string }>({
    history: undefined,
    problem: undefined,
  });
  const about = `${session} ${requestId ?? ''} ${version}`;
  useEffect(() => {
    const controller = new AbortController();
    const query = requestId === undefined ? '' : `?request=${encodeURIComponent(requestId)}`;
    askWhenHeard<CommitHistory>(sessionPath(session, `/commits/history${query}`), {
      signal: controller.signal,
    }).then(
      (history) => {
        if (!controller.signal.aborted) setRead({ about, history, problem: undefined });
      },
      (error: unknown) => {
        if (controller.signal.aborted) return;
        if (!(error instanceof ApiProblem)) throw error;
        setRead({ about, history: undefined, problem: error });
      },
    );
    return () => controller.abort();
  }, [session, requestId, about]);
  return read.about === about ? read : { history: undefined, problem: undefined };
}
