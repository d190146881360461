import { PenLine } from 'lucide-react';
import type { SessionState } from '../api/contracts.ts';
import { useCommands } from '../state/commands.ts';
import { usePlanner } from '../state/sessions.ts';
import { Button } from '../ui/button.tsx';
import { ProblemNote } from '../ui/problem-note.tsx';

/** Offers to answer the message that a fork starts with: the fork does nothing about it automatically. */
export function DraftReply({ session }: { readonly session: SessionState }) {
  const isTalk = usePlanner(session.plannerId)?.talks === 'agent';
  const { busy, problem, send, clear } = useCommands();
  if (!isTalk || session.archived || session.readOnly || !isLeftByFork(session)) return null;
  return (
    <div className="mt-4 flex flex-col items-start gap-2">
      <Button look="primary" waits={busy} onClick={() => send({ type: 'retry' })}>
        <PenLine size={14} aria-hidden />
        Draft a reply
      </Button>
      <ProblemNote problem={problem} onClose={clear} />
    </div>
  );
}

function isLeftByFork({ forkOf, standing, drafts, said }: SessionState): boolean {
  if (forkOf === null || standing !== 'idle' || drafts.length > 0) return false;
  const at = said.findLastIndex(({ type }) => type === 'remote_received' || type === 'remote_sent');
  const last = said[at];
  // A draft that was dismissed since then is written again where it stood.
  const isDismissed = said.slice(at + 1).some(({ type }) => type === 'draft_dismissed');
  return last?.type === 'remote_received' && last.seq <= forkOf.at && !isDismissed;
}
