import { ProblemNote } from '../../ui/problem-note.tsx';
import { useCommitHistory } from './commit-history.ts';
import { HistoryGraph } from './history-graph.tsx';
import { TrajectoryBlocks } from './trajectory-blocks.tsx';

/** The history that a plan rests on; without one, what the next plan would. */
export function PlanHistory({
  session,
  requestId,
  version,
}: {
  readonly session: string;
  readonly requestId: string | undefined;
  readonly version: string;
}) {
  const { history, problem } = useCommitHistory(session, requestId, version);
  if (problem) return <ProblemNote problem={problem} />;
  if (history === undefined) {
    return (
      <p role="status" className="text-small text-soft">
        Reading the history…
      </p>
    );
  }
  return (
    <>
      <TrajectoryBlocks history={history} />
      <HistoryGraph history={history} />
    </>
  );
}
