import { RotateCcw, X } from 'lucide-react';
import { useCommands } from '../state/commands.ts';
import { useIsPresent, useShown } from '../state/open-session.ts';
import { Button } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { ProblemNote } from '../ui/problem-note.tsx';
import { ClockTime } from '../ui/time-text.tsx';
import type { MessageItem } from './message-item.ts';

/** What remains of a rejected draft. The last one of the open session can be drafted again. */
export function DismissedDraft({
  item,
  isLane,
  isOpen,
  onOpen,
}: {
  readonly item: Extract<MessageItem, { look: 'dismissed' }>;
  /** Whether it is read-only, in a lane beside another session. */
  readonly isLane: boolean;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
}) {
  const canDraftAgain = useCanDraftAgain(item.seq) && !isLane;
  const { busy, problem, send, clear } = useCommands();
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-start justify-end gap-2">
        <details
          open={isOpen}
          onToggle={({ currentTarget }) => onOpen(currentTarget.open)}
          className={classes(
            'flex-1 rounded-md border border-dashed px-3 py-1.5 text-small',
            isLane ? 'min-w-0' : 'min-w-64',
          )}
        >
          <summary className="flex list-none items-center gap-2 rounded-sm text-soft">
            <X size={14} className="shrink-0" aria-hidden />
            <span className={isLane ? 'min-w-0 flex-1' : 'shrink-0'}>{item.label}</span>
            {!isLane && <span className="min-w-0 flex-1 truncate">{isOpen ? '' : item.text}</span>}
            {!isLane && <ClockTime ts={item.ts} className="shrink-0 text-meta" />}
          </summary>
          <p dir="auto" className="mt-2 break-words whitespace-pre-wrap text-soft">
            {item.text}
          </p>
        </details>
        {canDraftAgain && (
          <Button waits={busy} onClick={() => send({ type: 'retry' })}>
            <RotateCcw size={14} aria-hidden />
            Draft again
          </Button>
        )}
      </div>
      <ProblemNote problem={problem} onClose={clear} />
    </div>
  );
}

/** Whether nothing has replaced it and nobody is writing another. */
function useCanDraftAgain(seq: number): boolean {
  const shown = useShown();
  const present = useIsPresent();
  if (shown === undefined || !present || shown.archived || shown.readOnly) return false;
  if (shown.drafts.length > 0 || shown.standing === 'working') return false;
  return !shown.said.some(
    (later) =>
      later.seq > seq &&
      (later.type === 'remote_sent' || later.type === 'remote_received' || later.type === 'draft_dismissed'),
  );
}
