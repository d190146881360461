import { type ApiProblem, sessionPath } from '../api/client.ts';
import type { SessionDiff } from '../api/contracts.ts';
import { useReading } from '../state/use-reading.ts';

/** What is compared: two moments of a session, or two sessions as they are now. */
export type ComparedMoments =
  | {
      readonly type: 'moments';
      readonly session: string;
      readonly from: number;
      readonly to?: number | undefined;
    }
  | { readonly type: 'sessions'; readonly left: string; readonly right: string };

/** The differences as the server reports them, read again when `edition` changes. */
export function useDiff(
  compared: ComparedMoments | undefined,
  edition = 0,
): { readonly diff: SessionDiff | undefined; readonly problem: ApiProblem | undefined } {
  const { answer, problem } = useReading<SessionDiff>(compared && addressOf(compared), edition);
  return { diff: answer, problem };
}

function addressOf(compared: ComparedMoments): string {
  switch (compared.type) {
    case 'moments': {
      const { session, from, to } = compared;
      return sessionPath(session, `/diff?from=${from}${to === undefined ? '' : `&to=${to}`}`);
    }
    case 'sessions':
      return sessionPath(compared.left, `/diff?with=${encodeURIComponent(compared.right)}`);
  }
}
