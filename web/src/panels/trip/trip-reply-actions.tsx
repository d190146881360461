import { Redo2, Shuffle, Undo2 } from 'lucide-react';
import { usePendingAction } from '../../state/commands.ts';
import { Button } from '../../ui/button.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import type { ReplyActionsProps } from '../planner-panels.ts';
import { tripIn } from './trip-data.ts';

/** Undoes the change in the last reply, makes it in another way, or redoes it. */
export function TripReplyActions({ session, onCommand }: ReplyActionsProps) {
  const { busy, problem, run, clear } = usePendingAction();
  const trip = tripIn(session);
  const { undoes, redoes, alternative } = trip ?? {};
  if (!undoes && !redoes) return null;
  return (
    <div className="mt-2 flex flex-col gap-2">
      <div className="flex flex-wrap gap-2">
        {undoes && (
          <Button
            className="max-w-full"
            disabled={busy}
            title={undoes.label}
            onClick={() => run(() => onCommand({ type: 'undo' }))}
          >
            <Undo2 size={16} className="shrink-0" aria-hidden />
            <span className="truncate">Undo “{undoes.label}”</span>
          </Button>
        )}
        {alternative && (
          <Button
            className="max-w-full"
            disabled={busy}
            title={alternative.text}
            onClick={() => run(() => onCommand({ type: 'say', text: alternative.text }))}
          >
            <Shuffle size={16} className="shrink-0" aria-hidden />
            <span className="truncate">{alternative.label}</span>
          </Button>
        )}
        {redoes && (
          <Button
            look="quiet"
            className="max-w-full"
            disabled={busy}
            title={redoes.label}
            onClick={() => run(() => onCommand({ type: 'redo' }))}
          >
            <Redo2 size={16} className="shrink-0" aria-hidden />
            <span className="truncate">Redo “{redoes.label}”</span>
          </Button>
        )}
      </div>
      <ProblemNote problem={problem} onClose={clear} />
    </div>
  );
}
