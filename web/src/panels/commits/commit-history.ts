import { useEffect, useState } from 'react';
import type { CommitHistory } from '../../../../src/planners/commits/history/commit-history.ts';
import { ApiProblem } from '../../api/client.ts';
import { usePanel } from '../panel.ts';

/** A requested history, or the reason of its refusal. */
export interface ReadHistory {
  readonly history: CommitHistory | undefined;
  readonly problem: ApiProblem | undefined;
}

const NOTHING: ReadHistory = { history: undefined, problem: undefined };

/** The history that a plan is based on, or without one the history for the next plan. Read again when `version` changes. */
export function useCommitHistory(request: string | undefined, version: string): ReadHistory {
  const { query } = usePanel();
  const [read, setRead] = useState<ReadHistory & { readonly about?: string }>(NOTHING);
  const about = `${request ?? ''} ${version}`;
  useEffect(() => {
    const { signal, abort } = abortable();
    query<CommitHistory>('history', { ...(request !== undefined && { request }) }, signal).then(
      (history) => {
        if (!signal.aborted) setRead({ about, history, problem: undefined });
      },
      (error: unknown) => {
        if (signal.aborted) return;
        if (!(error instanceof ApiProblem)) throw error;
        setRead({ about, history: undefined, problem: error });
      },
    );
    return abort;
  }, [query, request, about]);
  return read.about === about ? read : NOTHING;
}

function abortable(): { readonly signal: AbortSignal; abort(): void } {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}
