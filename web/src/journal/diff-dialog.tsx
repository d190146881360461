import { Dialog } from '../ui/dialog.tsx';
import { ProblemNote } from '../ui/problem-note.tsx';
import { DiffList } from './diff-list.tsx';
import { factCount } from './fact-look.ts';
import { useDiff } from './use-diff.ts';

export interface Moments {
  readonly from: number;
  /** The present if absent. */
  readonly to?: number | undefined;
}

/** The differences of a session between two moments. */
export function DiffDialog({
  session,
  moments,
  onClose,
}: {
  readonly session: string;
  readonly moments: Moments | undefined;
  readonly onClose: () => void;
}) {
  return (
    <Dialog
      open={moments !== undefined}
      onOpenChange={(open) => !open && onClose()}
      wide
      title={
        moments ? `From seq ${moments.from} to ${moments.to === undefined ? 'now' : `seq ${moments.to}`}` : ''
      }
      description="The effect of the facts in between."
    >
      {moments && <Shown session={session} moments={moments} />}
    </Dialog>
  );
}

function Shown({ session, moments }: { readonly session: string; readonly moments: Moments }) {
  const { diff, problem } = useDiff({ type: 'moments', session, ...moments });
  if (problem) return <ProblemNote problem={problem} />;
  if (diff === undefined) {
    return (
      <p role="status" className="text-small text-soft">
        Comparing…
      </p>
    );
  }
  const { count } = diff.onlyAfter;
  return (
    <>
      <p className="px-3 pb-2 text-meta text-soft">{factCount(count)} in between</p>
      <DiffList diff={diff} />
    </>
  );
}
